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
/** `ids` names one proxy, despite its plural; a list of one is taken as well. */
const oneId = z.preprocess(onlyOne, wireInt);
const oneIdOrNull = z.preprocess(onlyOne, wireIntOrNull);

const order = z
  .object({ countryCode: lowerCaseCode, period: z.int(), count: quantityField, ipv })
  .refine((request) => DEDICATED_BUY_PERIODS[request.ipv].includes(request.period), {
    path: ['period'],
    error: 'the period is not sold for this kind of address',
  })
  .transform(({ countryCode, ...rest }) => ({ country_code: countryCode, ...rest }));

/** A text that cannot be read, or that ends early in too many programs for its NUL, is not known. */
const detail = wireTextOrNull.refine((text) => text?.includes('\0') !== true).catch(null);

/**
 * This answer is the only place where bought credentials ever appear: a field that cannot be read is `null` and does
 * not take the others with it, and an entry that is no object at all is `null` among the rest.
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
    /** As the service wrote it: its time zone is not documented. */
    dateEnd: date_end,
  }))
  .nullable()
  .catch(null);

/** A single proxy may come without the list around it. */
const boughtProxies = z.preprocess(
  (value) => (isRecord(value) && ('ip' in value || 'ids' in value) ? [value] : value),
  wireArray(boughtProxy, 20_000),
);

const echoedNumber = wireIntOrNull.catch(null);

/** What a quote or an answer says the order was; `null`: it does not say. */
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
    // A price that cannot be read must not hide the goods.
    price_rub: wirePriceOrNull,
    proxies: boughtProxies,
  })
  .transform(({ check_id, order_id, price_rub, proxies, ...echo }) => ({
    echo: echoOf(echo),
    checkId: check_id,
    orderId: order_id,
    priceKopecks: price_rub,
    /** `null` stands for an entry of which nothing could be read. */
    proxies,
  }));

/** What a purchase of proxies answers, without what only the comparison with the order needs. */
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
    // A charge that was accepted is not made unknown by dates that cannot be read; an answer that is none of this
    // endpoint's proves nothing.
    response: wireObjectWithAny('period', 'total_price_rub', 'items')
      .pipe(
        z.looseObject({
          period: echoedNumber,
          total_price_rub: wirePriceOrNull,
          /** `null`: it does not say which. */
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
