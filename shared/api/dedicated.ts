import { z } from 'zod';
import { DEDICATED_BUY_PERIODS, DEDICATED_PROLONG_PERIODS, IPV_VALUES, PORT_TYPES } from '../domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { readUpdatedIds } from './lenient-shapes.ts';
import { lowerCaseCode, quantityField } from './request-fields.ts';
import {
  isRecord,
  wireArray,
  wireArrayOrEmpty,
  wireInt,
  wireIntOrNull,
  wireNumber,
  wireNumberOrNull,
  wireObjectWithAny,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const ipv = z.literal(IPV_VALUES);
const ids = z.array(z.int()).min(1);
const prolongPeriod = z.literal(DEDICATED_PROLONG_PERIODS);

/** `ids` names one proxy, despite its plural; a list of one is taken as well. */
const oneId = z.preprocess((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value), wireInt);
const oneIdOrNull = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  wireIntOrNull,
);

const order = z
  .object({ country_code: lowerCaseCode, period: z.int(), count: quantityField, ipv })
  .refine((request) => DEDICATED_BUY_PERIODS[request.ipv].includes(request.period), {
    path: ['period'],
    error: 'the period is not sold for this kind of address',
  });

/**
 * This answer is the only place where bought credentials ever appear: a field that cannot be read is `null` and does
 * not take the others with it, and an entry that is no object at all is `null` among the rest.
 */
const boughtProxy = z
  .looseObject({
    ids: oneIdOrNull.catch(null),
    ip: wireTextOrNull.catch(null),
    port: wireTextOrNull.catch(null),
    username: wireTextOrNull.catch(null),
    password: wireTextOrNull.catch(null),
    date_end: wireTextOrNull.catch(null),
  })
  .nullable()
  .catch(null);

/** A single proxy may come without the list around it. */
const boughtProxies = z.preprocess(
  (value) => (isRecord(value) && ('ip' in value || 'ids' in value) ? [value] : value),
  wireArray(boughtProxy, 20_000),
);

const prolongedProxy = z
  .looseObject({ ids: oneIdOrNull.catch(null), date_end: wireTextOrNull.catch(null) })
  .catch({ ids: null, date_end: null });

/** docs/api.md#dedicated-proxies. */
export const DEDICATED_ENDPOINTS = {
  'dedicated.quote': endpoint({
    name: 'dedicated.quote',
    method: 'GET',
    path: '/dedicated/quote',
    effect: 'read',
    request: order,
    response: z.looseObject({
      country_code: wireTextOrNull,
      period: wireIntOrNull,
      count: wireIntOrNull,
      ipv: wireIntOrNull,
      price_rub: wireNumber,
    }),
  }),
  'dedicated.buy': endpoint({
    name: 'dedicated.buy',
    method: 'POST',
    path: '/dedicated/buy',
    effect: 'charge',
    request: order,
    response: z.looseObject({
      check_id: wireTextOrNull.catch(null),
      order_id: wireTextOrNull.catch(null),
      price_rub: wireNumberOrNull.catch(null),
      proxies: boughtProxies,
    }),
  }),
  'dedicated.country': endpoint({
    name: 'dedicated.country',
    method: 'GET',
    path: '/dedicated/country',
    effect: 'read',
    request: z.object({ ipv }),
    response: z.looseObject({
      ipv: wireIntOrNull,
      countries: wireArray(z.looseObject({ country_code: wireText, title: wireTextOrNull }), 2_000),
    }),
  }),
  'dedicated.count': endpoint({
    name: 'dedicated.count',
    method: 'GET',
    path: '/dedicated/count',
    effect: 'read',
    request: z.object({ country_code: lowerCaseCode, ipv }),
    response: z.looseObject({ country_code: wireTextOrNull, ipv: wireIntOrNull, count: wireInt }),
  }),
  'dedicated.prolong.quote': endpoint({
    name: 'dedicated.prolong.quote',
    method: 'GET',
    path: '/dedicated/prolong/quote',
    effect: 'read',
    request: z.object({ ids, period: prolongPeriod }),
    response: z.looseObject({
      period: wireIntOrNull,
      total_price_rub: wireNumber,
      items: wireArrayOrEmpty(z.looseObject({ ids: oneId, ipv: wireIntOrNull, price_rub: wireNumberOrNull })),
    }),
  }),
  'dedicated.prolong': endpoint({
    name: 'dedicated.prolong',
    method: 'POST',
    path: '/dedicated/prolong',
    effect: 'charge',
    request: z.object({ ids, period: prolongPeriod }),
    // A charge that was accepted is not made unknown by dates that cannot be read; an answer that is none of this
    // endpoint's proves nothing.
    response: wireObjectWithAny('period', 'total_price_rub', 'items').pipe(
      z.looseObject({
        period: wireIntOrNull.catch(null),
        total_price_rub: wireNumberOrNull.catch(null),
        items: wireArrayOrEmpty(prolongedProxy).catch([]),
      }),
    ),
  }),
  'dedicated.protocol': endpoint({
    name: 'dedicated.protocol',
    method: 'POST',
    path: '/dedicated/protocol',
    effect: 'change',
    request: z.object({ ids, port_type: z.literal(PORT_TYPES) }),
    response: z.unknown().transform(readUpdatedIds),
  }),
} as const;
