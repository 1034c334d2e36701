import { z } from 'zod';
import { VPN_PERIODS } from '../domain/limits.ts';
import type { EndpointTable } from './endpoint.ts';
import { clientField, clientRequest } from './request-fields.ts';
import { parseUtcTimestamp } from './utc-timestamp.ts';
import {
  isRecord,
  isUsableId,
  readBoolean,
  wireArrayOrEmpty,
  wireBooleanOrNull,
  wireId,
  wireIntOrNull,
  wirePrice,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const periodMonths = z.literal(VPN_PERIODS);
const uuid = z.string().min(1);

/**
 * A detail of a subscription. A missing or unreadable detail counts as unknown, and loses neither the other details nor
 * the other subscriptions.
 */
const detail = wireTextOrNull.catch(null);

/**
 * The answer to a purchase or a renewal. Only `uuid` is required, so that paid goods are never rejected because of a
 * detail.
 */
const wireBought = { uuid: wireText, subscriptionUrl: detail, expireAt: detail };

const boughtOf = (wire: z.output<z.ZodObject<typeof wireBought>>) => ({
  uuid: wire.uuid,
  /** Milliseconds since the epoch, from `expireAt` only; `null` if the service gave no readable time. */
  expiresAt: parseUtcTimestamp(wire.expireAt),
  /** A secret: anybody who has it can use the subscription. */
  subscriptionUrl: wire.subscriptionUrl,
});

/** A field with which the answer repeats its order; `null` if it does not say. */
const echoed = wireIntOrNull.catch(null);

const bought = z
  .looseObject({ ...wireBought, uuid: wireId, period_months: echoed })
  .transform((wire) => ({ ...boughtOf(wire), periodMonths: wire.period_months }));

const subscription = z
  .looseObject({ ...wireBought, status: detail, trafficLimitBytes: wireIntOrNull.catch(null) })
  .transform((wire) => ({
    ...boughtOf(wire),
    /** One of `VPN_STATUSES`, or another word of the service. */
    status: wire.status,
    /** 0 is unlimited; `null` is unknown. */
    trafficLimitBytes: wire.trafficLimitBytes,
  }));

/** A bought subscription without the fields that only the comparison with the order needs. */
export type BoughtSubscription = ReturnType<typeof boughtOf>;
export type ListedSubscription = z.output<typeof subscription>;

/** A list of subscriptions. It may be missing if the client has none; if it is there, it must be readable. */
const subscriptions = z
  .looseObject({ exists: wireBooleanOrNull, count: wireIntOrNull, items: wireArrayOrEmpty(subscription, 5_000) })
  .refine((data) => data.items.length > 0 || data.exists !== null || data.count !== null, {
    error: 'expected items, exists or count',
  })
  .transform(({ items }) => items);

/**
 * The answer to a deletion. Its envelope says `ok`, so it may also carry no details, or just `true`. `null` if it does
 * not say.
 */
const deletion = z.unknown().transform((data) => ({
  deleted: readBoolean(isRecord(data) ? data.deleted : data) ?? null,
  uuid: isRecord(data) && typeof data.uuid === 'string' && isUsableId(data.uuid) ? data.uuid : null,
}));

/** docs/api.md#vpn. */
export const VPN_ENDPOINTS = {
  'vpn.quote': {
    method: 'GET',
    path: '/vpn/quote',
    effect: 'read',
    request: z.object({ periodMonths }).transform((request) => ({ period_months: request.periodMonths })),
    response: z
      .looseObject({ price_rub: wirePrice, period_months: echoed })
      .transform(({ price_rub, period_months }) => ({ priceKopecks: price_rub, periodMonths: period_months })),
  },
  'vpn.buy': {
    method: 'POST',
    path: '/vpn/buy',
    effect: 'charge',
    request: z
      .object({ client: clientField, periodMonths })
      .transform((request) => ({ ...request.client, period_months: request.periodMonths })),
    response: bought,
  },
  'vpn.renew': {
    method: 'POST',
    path: '/vpn/renew',
    effect: 'charge',
    request: z
      .object({ client: clientField, uuid, periodMonths })
      .transform(({ client, periodMonths, ...rest }) => ({ ...client, period_months: periodMonths, ...rest })),
    response: bought,
  },
  'vpn.delete': {
    method: 'POST',
    path: '/vpn/delete',
    effect: 'change',
    request: z.object({ client: clientField, uuid }).transform(({ client, ...rest }) => ({ ...client, ...rest })),
    response: deletion,
  },
  'vpn.info': {
    method: 'GET',
    path: '/vpn/info',
    effect: 'read',
    request: clientRequest,
    response: subscriptions,
  },
} as const satisfies EndpointTable;
