import { z } from 'zod';
import { VPN_PERIODS } from '../domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { clientFields } from './request-fields.ts';
import {
  isRecord,
  readBoolean,
  wireArrayOrEmpty,
  wireBooleanOrNull,
  wireIntOrNull,
  wireNumber,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const periodMonths = z.literal(VPN_PERIODS);
const uuid = z.string().min(1);

/**
 * A detail that is missing or cannot be read is not known; it takes neither the rest nor the other subscriptions along.
 */
const detail = wireTextOrNull.catch(null);

/**
 * What a purchase and a renewal answer: only `uuid` must be there, so that paid goods are never refused for a detail.
 */
const boughtSubscription = z.looseObject({
  uuid: wireText,
  subscriptionUrl: detail,
  expireAt: detail,
  expireAt_date: detail,
});

const subscription = z.looseObject({
  ...boughtSubscription.shape,
  status: detail,
  trafficLimitBytes: wireIntOrNull.catch(null),
});

/** A client without subscriptions may come without a list; one that exists may not. */
const subscriptionList = z
  .looseObject({
    exists: wireBooleanOrNull,
    count: wireIntOrNull,
    items: wireArrayOrEmpty(subscription, 5_000),
  })
  .refine((data) => data.items.length > 0 || data.exists !== null || data.count !== null, {
    error: 'expected items, exists or count',
  });

/** The envelope has said `ok`, so an answer without details, or of a bare yes, is one as well. */
const deletion = z.preprocess(
  (data) => (isRecord(data) ? data : { deleted: data }),
  z.looseObject({
    uuid: wireTextOrNull,
    deleted: z
      .unknown()
      .optional()
      .transform((value) => readBoolean(value) ?? null),
  }),
);

/** docs/api.md#vpn. */
export const VPN_ENDPOINTS = {
  'vpn.quote': endpoint({
    name: 'vpn.quote',
    method: 'GET',
    path: '/vpn/quote',
    effect: 'read',
    request: z.object({ period_months: periodMonths }),
    response: z.looseObject({ period_months: wireIntOrNull, price_rub: wireNumber }),
  }),
  'vpn.buy': endpoint({
    name: 'vpn.buy',
    method: 'POST',
    path: '/vpn/buy',
    effect: 'charge',
    request: z.object({ ...clientFields, period_months: periodMonths }),
    response: boughtSubscription,
  }),
  'vpn.renew': endpoint({
    name: 'vpn.renew',
    method: 'POST',
    path: '/vpn/renew',
    effect: 'charge',
    request: z.object({ ...clientFields, period_months: periodMonths, uuid }),
    response: boughtSubscription,
  }),
  'vpn.delete': endpoint({
    name: 'vpn.delete',
    method: 'POST',
    path: '/vpn/delete',
    effect: 'change',
    request: z.object({ ...clientFields, uuid }),
    response: deletion,
  }),
  'vpn.info': endpoint({
    name: 'vpn.info',
    method: 'GET',
    path: '/vpn/info',
    effect: 'read',
    request: z.object(clientFields),
    response: subscriptionList,
  }),
} as const;
