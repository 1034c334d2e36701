import { z } from 'zod';
import { FORMAT_IDS, POOL_TYPES, PROTOCOLS, ROTATIONS, SESSION_TTL } from '../domain/limits.ts';
import { endpoint } from './endpoint.ts';
import { readAdded, readPassword, readRemoved, readWhitelist } from './lenient-shapes.ts';
import { clientFields, lowerCaseCode, quantityField } from './request-fields.ts';
import {
  isRecord,
  MAX_WIRE_TEXT,
  wireArray,
  wireArrayOrEmpty,
  wireIntOrNull,
  wireNumber,
  wireNumberOrNull,
  wireObjectWithAny,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const poolType = z.literal(POOL_TYPES);
const gb = z.number().positive();
const codes = z.array(z.string().min(1));
const countries = z.array(lowerCaseCode);
const someCountries = countries.min(1);
const states = z.array(lowerCaseCode);
const ip = z.string().trim().min(1);

/** Of an answer; the API names eleven. */
const MAX_PARAMS = 50;

const plainText = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);

/** Every value of `params` is text by the API; a list is taken as well and joined. */
const paramText = (value: unknown): string => {
  const text = Array.isArray(value) ? value.slice(0, MAX_WIRE_TEXT).map(plainText).join(',') : plainText(value);
  return text.slice(0, MAX_WIRE_TEXT);
};

const paramTexts = z.unknown().transform((params): Readonly<Record<string, string>> | null => {
  if (!isRecord(params)) return null;
  const names = Object.keys(params).slice(0, MAX_PARAMS);
  return Object.fromEntries(names.map((name) => [name, paramText(params[name])]));
});

/** One proxy per line; a list of lines is taken as well. Nothing inside the text is touched. */
const linesText = z.preprocess((value) => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : value;
}, z.string());

const locations = z.looseObject({
  pool_type: wireTextOrNull,
  countries: wireArrayOrEmpty(wireText),
  states: wireArrayOrEmpty(wireText),
  items: wireArray(z.looseObject({ code: wireText, name: wireTextOrNull, count: wireIntOrNull })),
});

const locationFilter = { pool_type: poolType, states: states.optional(), cities: codes.optional() };
const locationRequest = z.object({ ...locationFilter, countries: countries.optional() });
const locationRequestInCountries = z.object({ ...locationFilter, countries: someCountries });

/** docs/api.md#premium-traffic and the sections after it. */
export const PREMIUM_ENDPOINTS = {
  'premium.traffic.quote': endpoint({
    name: 'premium.traffic.quote',
    method: 'GET',
    path: '/premium/traffic/quote',
    effect: 'read',
    request: z.object({ pool_type: poolType, gb }),
    response: z.looseObject({
      pool_type: wireTextOrNull,
      gb: wireNumberOrNull,
      price_per_gb_rub: wireNumberOrNull,
      price_rub: wireNumber,
    }),
  }),
  'premium.traffic.buy': endpoint({
    name: 'premium.traffic.buy',
    method: 'POST',
    path: '/premium/traffic/buy',
    effect: 'charge',
    request: z.object({ ...clientFields, pool_type: poolType, gb }),
    // A charge that was accepted is not made unknown by an amount that cannot be read; an answer that is none of this
    // endpoint's proves nothing.
    response: wireObjectWithAny('pool_type', 'gb', 'traffic_gb').pipe(
      z.looseObject({
        pool_type: wireTextOrNull.catch(null),
        gb: wireNumberOrNull.catch(null),
        traffic_gb: wireNumberOrNull.catch(null),
      }),
    ),
  }),
  'premium.traffic.balance': endpoint({
    name: 'premium.traffic.balance',
    method: 'GET',
    path: '/premium/traffic/balance',
    effect: 'read',
    request: z.object({ ...clientFields, pool_type: poolType.optional() }),
    response: z.looseObject({ pools: wireArray(z.looseObject({ pool_type: wireText, traffic_gb: wireNumber }), 100) }),
  }),
  'premium.locations.countries': endpoint({
    name: 'premium.locations.countries',
    method: 'POST',
    path: '/premium/locations/countries',
    effect: 'read',
    request: locationRequest,
    response: locations,
  }),
  'premium.locations.states': endpoint({
    name: 'premium.locations.states',
    method: 'POST',
    path: '/premium/locations/states',
    effect: 'read',
    request: locationRequestInCountries,
    response: locations,
  }),
  'premium.locations.cities': endpoint({
    name: 'premium.locations.cities',
    method: 'POST',
    path: '/premium/locations/cities',
    effect: 'read',
    request: locationRequestInCountries,
    response: locations,
  }),
  'premium.locations.zipcodes': endpoint({
    name: 'premium.locations.zipcodes',
    method: 'POST',
    path: '/premium/locations/zipcodes',
    effect: 'read',
    request: locationRequestInCountries,
    response: locations,
  }),
  'premium.locations.asns': endpoint({
    name: 'premium.locations.asns',
    method: 'POST',
    path: '/premium/locations/asns',
    effect: 'read',
    request: locationRequestInCountries,
    response: locations,
  }),
  'premium.proxies.generate': endpoint({
    name: 'premium.proxies.generate',
    method: 'POST',
    path: '/premium/proxies/generate',
    effect: 'read',
    timeLimitMs: 60_000,
    request: z.object({
      ...clientFields,
      pool_type: poolType,
      countries: someCountries,
      states: states.optional(),
      cities: codes.optional(),
      zipcodes: codes.optional(),
      asns: codes.optional(),
      protocol: z.literal(PROTOCOLS),
      type: z.literal(ROTATIONS),
      session_ttl: z.int().min(SESSION_TTL.min).max(SESSION_TTL.max).optional(),
      anonymous: z.boolean(),
      quantity: quantityField,
      format_id: z.literal(FORMAT_IDS),
    }),
    response: z
      .looseObject({
        pool_type: wireTextOrNull,
        params: paramTexts.optional(),
        domain: linesText,
        ip: linesText,
      })
      .refine((data) => data.domain !== '' || data.ip !== '', { error: 'expected lines in domain or ip' }),
  }),
  'premium.whitelist': endpoint({
    name: 'premium.whitelist',
    method: 'GET',
    path: '/premium/whitelist',
    effect: 'read',
    request: z.object(clientFields),
    response: z.unknown().transform(readWhitelist),
  }),
  'premium.whitelist.add': endpoint({
    name: 'premium.whitelist.add',
    method: 'POST',
    path: '/premium/whitelist/add',
    effect: 'change',
    request: z.object({ ...clientFields, ip }),
    response: z.unknown().transform(readAdded),
  }),
  'premium.whitelist.remove': endpoint({
    name: 'premium.whitelist.remove',
    method: 'POST',
    path: '/premium/whitelist/remove',
    effect: 'change',
    request: z.object({ ...clientFields, ip }),
    response: z.unknown().transform(readRemoved),
  }),
  'premium.password': endpoint({
    name: 'premium.password',
    method: 'GET',
    path: '/premium/password',
    effect: 'read',
    answerIsSecret: true,
    request: z.object(clientFields),
    response: z.unknown().transform(readPassword),
  }),
  'premium.password.reset': endpoint({
    name: 'premium.password.reset',
    method: 'POST',
    path: '/premium/password/reset',
    effect: 'change',
    answerIsSecret: true,
    request: z.object(clientFields),
    response: z.unknown().transform(readPassword),
  }),
} as const;
