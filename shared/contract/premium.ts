import { z } from 'zod';
import { event, id, kopecks, nothing, page, procedure, text, timestamp } from './define.ts';

export const poolType = z.enum(['residential', 'datacenter', 'mobile', 'residential_premium']);

const pools = z.object({
  pools: z.array(z.object({ poolType, trafficGb: z.number() })),
  asOf: timestamp,
});

/** When the answer's shape is not one we know, it is shown as text instead (DESIGN 3). */
const whitelist = z.object({ ips: z.array(z.string()), raw: z.string().nullable(), asOf: timestamp });

/** The password itself is never part of a state; it is asked for with `premium.revealPassword`. */
const passwordKnown = z.object({ asOf: timestamp });

const premiumState = z.object({
  clientId: id,
  balance: pools.nullable(),
  whitelist: whitelist.nullable(),
  password: passwordKnown.nullable(),
});

const quote = z.object({
  poolType,
  gb: z.number(),
  pricePerGbKopecks: kopecks,
  priceKopecks: kopecks,
  asOf: timestamp,
});

export const LOCATION_KINDS = ['countries', 'states', 'cities', 'zipcodes', 'asns'] as const;
const codes = z.array(text(200)).max(5000);
const location = z.object({ code: z.string(), name: z.string(), count: z.int() });
const clientOnly = z.strictObject({ clientId: id });
const clientAndIp = z.strictObject({ clientId: id, ip: text(200) });

export const premiumProcedures = {
  /** What is known without asking the service. */
  'premium.state': procedure(clientOnly, premiumState),
  'premium.quote': procedure(z.strictObject({ poolType, gb: z.number() }), quote),
  'premium.refreshBalance': procedure(clientOnly, premiumState),
  'premium.refreshWhitelist': procedure(clientOnly, premiumState),
  'premium.addWhitelistIp': procedure(clientAndIp, premiumState),
  'premium.removeWhitelistIp': procedure(clientAndIp, premiumState),
  /** Addresses by which the service may see this machine: the looked-up public one first, then its own interfaces. */
  'premium.myAddresses': procedure(
    nothing,
    z.object({
      addresses: z.array(z.object({ ip: z.string(), source: z.enum(['lookup', 'interface']), isPublic: z.boolean() })),
    }),
  ),
  'premium.refreshPassword': procedure(clientOnly, premiumState),
  'premium.resetPassword': procedure(clientOnly, premiumState),
  'premium.revealPassword': procedure(clientOnly, z.object({ password: z.string() })),
  /** To the clipboard, wiped after 60 s. */
  'premium.copyPassword': procedure(clientOnly, nothing),
  /** A window into one kind of locations under the chosen ones above it. Cached; `refresh` asks the service again. */
  'premium.locations': procedure(
    z.strictObject({
      poolType,
      kind: z.enum(LOCATION_KINDS),
      countries: codes.default([]),
      states: codes.default([]),
      cities: codes.default([]),
      search: text(200).default(''),
      refresh: z.boolean().default(false),
      ...page,
    }),
    z.object({ total: z.int(), rows: z.array(location), asOf: timestamp }),
  ),
};

export const premiumEvents = { 'premium.changed': event(z.object({ clientId: id })) };

export type PoolType = z.output<typeof poolType>;
export type PremiumState = z.output<typeof premiumState>;
export type TrafficQuote = z.output<typeof quote>;
export type LocationKind = (typeof LOCATION_KINDS)[number];
export type Location = z.output<typeof location>;
