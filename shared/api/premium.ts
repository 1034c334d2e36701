import { z } from 'zod';
import { recipe } from '../contract/recipe.ts';
import { POOL_TYPES } from '../domain/limits.ts';
import { byKind, LOCATION_KINDS, type LocationKind } from '../domain/location-kinds.ts';
import { normalizeRecipe, recipeProblems } from '../domain/recipe.ts';
import type { Endpoint, EndpointTable } from './endpoint.ts';
import { readAdded, readPassword, readRemoved, readWhitelist } from './lenient-shapes.ts';
import { clientField, clientRequest, lowerCaseCode, unlessEmpty } from './request-fields.ts';
import {
  isRecord,
  MAX_WIRE_TEXT,
  wireArray,
  wireIntOrNull,
  wireNumber,
  wireNumberOrNull,
  wireObjectWithAny,
  wirePrice,
  wirePriceOrNull,
  wireText,
  wireTextOrNull,
} from './wire.ts';

const poolType = z.literal(POOL_TYPES);
/** More than all networks carry in a year. Larger numbers add up to one that no answer of the app can contain. */
const MOST_GB = 1e12;
const wireGb = wireNumber.refine((amount) => Math.abs(amount) <= MOST_GB, { error: 'expected an amount in GB' });
const gb = z.number().positive();
const codes = z.array(z.string().min(1)).readonly();
const countries = z.array(lowerCaseCode).readonly();

/** The most `params` of an answer; the API documents eleven. */
const MAX_PARAMS = 50;

const plainText = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);

/** Reads a value of `params`. The API documents text; a list is accepted as well and joined. */
const paramText = (value: unknown): string => {
  const text = Array.isArray(value) ? value.slice(0, MAX_WIRE_TEXT).map(plainText).join(',') : plainText(value);
  return text.slice(0, MAX_WIRE_TEXT);
};

const paramTexts = z.unknown().transform((params): Readonly<Record<string, string>> | null => {
  if (!isRecord(params)) return null;
  const names = Object.keys(params).slice(0, MAX_PARAMS);
  return Object.fromEntries(names.map((name) => [name, paramText(params[name])]));
});

/** Reads a text with one proxy per line; a list of lines is accepted as well. The text itself is not changed. */
const linesText = z.preprocess((value) => {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : value;
}, z.string());

const locations = z
  .looseObject({
    items: wireArray(
      z
        .looseObject({ code: wireText, name: wireTextOrNull, count: wireIntOrNull })
        .transform(({ code, name, count }) => ({
          /** As the service wrote it; compare without regard to case. */
          code,
          name: name ?? code,
          count,
        })),
    ),
  })
  .transform(({ items }) => items);

const locationsIn = (chosen: typeof countries) =>
  z
    .object({ poolType, countries: chosen, states: countries.optional(), cities: codes.optional() })
    .transform(({ poolType, countries, states, cities }) => ({
      pool_type: poolType,
      countries,
      states: unlessEmpty(states),
      cities: unlessEmpty(cities),
    }));

/**
 * Declares the endpoint that lists one kind of location within the chosen ones above it. Every kind except countries
 * requires a country.
 */
const locationsOf = <const Kind extends LocationKind>(kind: Kind) =>
  ({
    method: 'POST',
    path: `/premium/locations/${kind}`,
    effect: 'read',
    request: locationsIn(kind === 'countries' ? countries : countries.refine((chosen) => chosen.length > 0)),
    response: locations,
  }) as const satisfies Endpoint;

const generation = z
  .object({ client: clientField, recipe })
  .check(({ value, issues }) => {
    for (const { field, code } of recipeProblems(value.recipe)) {
      issues.push({ code: 'custom', message: code, input: value, path: ['recipe', field] });
    }
  })
  // Every parameter that applies is sent, so that nothing depends on the service's defaults.
  .transform(({ client, recipe }) => {
    const { poolType, rotation, formatId, ...rest } = normalizeRecipe(recipe);
    return {
      ...client,
      ...rest,
      pool_type: poolType,
      ...byKind(LOCATION_KINDS, (kind) => unlessEmpty(rest[kind])),
      type: rotation.type,
      session_ttl: rotation.type === 'sticky' ? rotation.ttlMinutes : undefined,
      format_id: formatId,
    };
  });

const clientAndIp = z
  .object({ client: clientField, ip: z.string().trim().min(1) })
  .transform(({ client, ip }) => ({ ...client, ip }));

/** docs/api.md#premium-traffic and the sections after it. */
export const PREMIUM_ENDPOINTS = {
  'premium.traffic.quote': {
    method: 'GET',
    path: '/premium/traffic/quote',
    effect: 'read',
    request: z.object({ poolType, gb }).transform((request) => ({ pool_type: request.poolType, gb: request.gb })),
    response: z
      .looseObject({
        pool_type: wireTextOrNull.catch(null),
        gb: wireNumberOrNull.catch(null),
        price_per_gb_rub: wirePriceOrNull,
        price_rub: wirePrice,
      })
      .transform((wire) => ({
        poolType: wire.pool_type,
        gb: wire.gb,
        /** `null` if the service does not say. */
        pricePerGbKopecks: wire.price_per_gb_rub,
        priceKopecks: wire.price_rub,
      })),
  },
  'premium.traffic.buy': {
    method: 'POST',
    path: '/premium/traffic/buy',
    effect: 'charge',
    request: z
      .object({ client: clientField, poolType, gb })
      .transform(({ client, poolType, gb }) => ({ ...client, pool_type: poolType, gb })),
    // An unreadable amount must not turn an accepted charge into an unknown one. An answer with none of this endpoint's
    // fields proves nothing.
    response: wireObjectWithAny('pool_type', 'gb', 'traffic_gb')
      .pipe(
        z.looseObject({
          pool_type: wireTextOrNull.catch(null),
          gb: wireNumberOrNull.catch(null),
          traffic_gb: wireGb.nullable().catch(null),
        }),
      )
      .transform((wire) => ({
        /** As the service wrote it; `null` if it does not say. */
        poolType: wire.pool_type,
        /** The purchased GB, as the service confirms them. */
        gb: wire.gb,
        /** The GB that the client now has in this pool. */
        trafficGb: wire.traffic_gb,
      })),
  },
  'premium.traffic.balance': {
    method: 'GET',
    path: '/premium/traffic/balance',
    effect: 'read',
    request: z
      .object({ client: clientField, poolType: poolType.optional() })
      .transform(({ client, poolType }) => ({ ...client, pool_type: poolType })),
    // Pools that the app does not know are left out: it could neither buy for them nor generate lists from them.
    response: z
      .looseObject({ pools: wireArray(z.looseObject({ pool_type: wireText, traffic_gb: wireGb }), 100) })
      .transform(({ pools }) =>
        pools.flatMap(({ pool_type, traffic_gb }) => {
          const known = POOL_TYPES.find((pool) => pool === pool_type.toLowerCase());
          return known === undefined ? [] : [{ poolType: known, trafficGb: traffic_gb }];
        }),
      ),
  },
  'premium.locations.countries': locationsOf('countries'),
  'premium.locations.states': locationsOf('states'),
  'premium.locations.cities': locationsOf('cities'),
  'premium.locations.zipcodes': locationsOf('zipcodes'),
  'premium.locations.asns': locationsOf('asns'),
  'premium.proxies.generate': {
    method: 'POST',
    path: '/premium/proxies/generate',
    effect: 'read',
    timeLimitMs: 60_000,
    request: generation,
    /** The lines exactly as the service sent them; one of the two texts may be empty. */
    response: z
      .looseObject({ params: paramTexts.optional(), domain: linesText, ip: linesText })
      .refine((data) => data.domain !== '' || data.ip !== '', { error: 'expected lines in domain or ip' })
      .transform(({ params, domain, ip }) => ({ params: params ?? {}, domain, ip })),
  },
  'premium.whitelist': {
    method: 'GET',
    path: '/premium/whitelist',
    effect: 'read',
    request: clientRequest,
    response: z.unknown().transform(readWhitelist),
  },
  'premium.whitelist.add': {
    method: 'POST',
    path: '/premium/whitelist/add',
    effect: 'change',
    request: clientAndIp,
    response: z.unknown().transform(readAdded),
  },
  'premium.whitelist.remove': {
    method: 'POST',
    path: '/premium/whitelist/remove',
    effect: 'change',
    request: clientAndIp,
    response: z.unknown().transform(readRemoved),
  },
  'premium.password': {
    method: 'GET',
    path: '/premium/password',
    effect: 'read',
    answerIsSecret: true,
    request: clientRequest,
    response: z.unknown().transform(readPassword),
  },
  'premium.password.reset': {
    method: 'POST',
    path: '/premium/password/reset',
    effect: 'change',
    answerIsSecret: true,
    request: clientRequest,
    response: z.unknown().transform(readPassword),
  },
} as const satisfies EndpointTable;
