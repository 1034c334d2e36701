import { z } from 'zod';
import { DEDICATED_BUY_PERIODS, DEDICATED_PROLONG_PERIODS, IPV_VALUES, PORT_TYPES } from '../domain/limits.ts';
import type { EndpointTable } from './endpoint.ts';
import { readUpdatedIds } from './lenient-shapes.ts';
import { lowerCaseCode, quantityField } from './request-fields.ts';
import {
  isRecord,
  wireArray,
  wireArrayOrEmpty,
  wireInt,
  wireIntOrNull,
  wireObjectWithAny,
  wirePrice,
  wirePriceOrNull,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const ipv = z.literal(IPV_VALUES);
const ids = z.array(z.int()).min(1).readonly();
const prolongation = z.object({ ids, period: z.literal(DEDICATED_PROLONG_PERIODS) });

const onlyOne = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);
/** Holds a single proxy's id despite the plural name `ids`; a list of one is accepted as well. */
const oneId = z.preprocess(onlyOne, wireInt);
const oneIdOrNull = z.preprocess(onlyOne, wireIntOrNull);

const order = z
  .object({ countryCode: lowerCaseCode, period: z.int(), count: quantityField, ipv })
  .refine((request) => DEDICATED_BUY_PERIODS[request.ipv].includes(request.period), {
    path: ['period'],
    error: 'the period is not sold for this kind of address',
  })
  .transform(({ countryCode, ...rest }) => ({ country_code: countryCode, ...rest }));

/** A text that is unreadable, or contains NUL (which ends a text early in too many programs), counts as unknown. */
const detail = wireTextOrNull.refine((text) => text?.includes('\0') !== true).catch(null);

/**
 * The only answer in which purchased credentials ever appear. An unreadable field becomes `null` without losing the
 * others, and an entry that is not an object becomes `null` in the list.
 */
const boughtProxy = z
  .looseObject({
    ids: oneIdOrNull.catch(null),
    ip: detail,
    port: detail,
    username: detail,
    password: detail,
    date_end: detail,
  })
  .transform(({ ids, ip, port, username, password, date_end }) => ({
    id: ids,
    ip,
    port,
    username,
    password,
    /** As the service wrote it; its time zone is not documented. */
    dateEnd: date_end,
  }))
  .nullable()
  .catch(null);

/** The service may answer with a single proxy instead of a list. */
const boughtProxies = z.preprocess(
  (value) => (isRecord(value) && ('ip' in value || 'ids' in value) ? [value] : value),
  wireArray(boughtProxy, 20_000),
);

const echoedNumber = wireIntOrNull.catch(null);

/** The order as a quote or an answer repeats it; `null` if it does not say. */
const wireEcho = { country_code: detail, period: echoedNumber, count: echoedNumber, ipv: echoedNumber };

const echoOf = ({ country_code, period, count, ipv }: z.output<z.ZodObject<typeof wireEcho>>) => ({
  countryCode: country_code,
  period,
  count,
  ipv,
});

const purchase = z
  .looseObject({
    ...wireEcho,
    check_id: detail,
    order_id: detail,
    // An unreadable price must not hide the goods.
    price_rub: wirePriceOrNull,
    proxies: boughtProxies,
  })
  .transform(({ check_id, order_id, price_rub, proxies, ...echo }) => ({
    echo: echoOf(echo),
    checkId: check_id,
    orderId: order_id,
    priceKopecks: price_rub,
    /** `null` stands for an entry that could not be read at all. */
    proxies,
  }));

/** The answer to a purchase of proxies, without the fields that only the comparison with the order needs. */
export type BoughtProxies = Omit<z.output<typeof purchase>, 'echo'>;

const prolongedProxy = z
  .looseObject({ ids: oneIdOrNull.catch(null), date_end: detail })
  .transform(({ ids, date_end }) => ({ id: ids, dateEnd: date_end }))
  .catch({ id: null, dateEnd: null });

/** docs/api.md#dedicated-proxies. */
export const DEDICATED_ENDPOINTS = {
  'dedicated.quote': {
    method: 'GET',
    path: '/dedicated/quote',
    effect: 'read',
    request: order,
    response: z
      .looseObject({ ...wireEcho, price_rub: wirePrice })
      .transform(({ price_rub, ...echo }) => ({ echo: echoOf(echo), priceKopecks: price_rub })),
  },
  'dedicated.buy': {
    method: 'POST',
    path: '/dedicated/buy',
    effect: 'charge',
    request: order,
    response: purchase,
  },
  'dedicated.country': {
    method: 'GET',
    path: '/dedicated/country',
    effect: 'read',
    request: z.object({ ipv }),
    response: z
      .looseObject({
        countries: wireArray(
          z.looseObject({ country_code: wireText, title: wireTextOrNull }).transform(({ country_code, title }) => ({
            code: country_code.toLowerCase(),
            title: title ?? country_code.toUpperCase(),
          })),
          2_000,
        ),
      })
      .transform(({ countries }) => countries),
  },
  'dedicated.count': {
    method: 'GET',
    path: '/dedicated/count',
    effect: 'read',
    request: z
      .object({ countryCode: lowerCaseCode, ipv })
      .transform(({ countryCode, ...rest }) => ({ country_code: countryCode, ...rest })),
    response: z.looseObject({ count: wireInt }).transform(({ count }) => count),
  },
  'dedicated.prolong.quote': {
    method: 'GET',
    path: '/dedicated/prolong/quote',
    effect: 'read',
    request: prolongation,
    response: z
      .looseObject({
        period: echoedNumber,
        total_price_rub: wirePrice,
        items: wireArrayOrEmpty(
          z
            .looseObject({ ids: oneId, price_rub: wirePriceOrNull })
            .transform(({ ids, price_rub }) => ({ id: ids, priceKopecks: price_rub })),
        ),
      })
      .transform(({ period, total_price_rub, items }) => ({ period, totalKopecks: total_price_rub, items })),
  },
  'dedicated.prolong': {
    method: 'POST',
    path: '/dedicated/prolong',
    effect: 'charge',
    request: prolongation,
    // Unreadable dates must not turn an accepted charge into an unknown one. An answer with none of this endpoint's
    // fields proves nothing.
    response: wireObjectWithAny('period', 'total_price_rub', 'items')
      .pipe(
        z.looseObject({
          period: echoedNumber,
          total_price_rub: wirePriceOrNull,
          /** `null` if the answer does not name the proxies. */
          items: wireArray(prolongedProxy).nullable().catch(null),
        }),
      )
      .transform(({ period, total_price_rub, items }) => ({ period, totalKopecks: total_price_rub, items })),
  },
  'dedicated.protocol': {
    method: 'POST',
    path: '/dedicated/protocol',
    effect: 'change',
    request: z
      .object({ ids, portType: z.literal(PORT_TYPES) })
      .transform(({ portType, ...rest }) => ({ port_type: portType, ...rest })),
    response: z.unknown().transform(readUpdatedIds),
  },
} as const satisfies EndpointTable;
