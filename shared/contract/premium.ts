import { z } from 'zod';
import { POOL_TYPES } from '../domain/limits.ts';
import { byKind, LOCATION_KINDS, OUTER_KINDS } from '../domain/location-kinds.ts';
import { event, id, kindOfUnion, kopecks, manyIds, nothing, page, procedure, text, timestamp } from './define.ts';
import { codes } from './recipe.ts';

export const poolType = z.enum(POOL_TYPES);

/** The handler checks the GB field by field. */
const trafficTerms = { poolType, gb: z.number() };
export const trafficOrder = kindOfUnion('traffic', { clientId: id, ...trafficTerms });
export const trafficGoods = z.object({
  kind: z.literal('traffic'),
  /** The GB that the service confirms; `null` if it does not say. */
  gb: z.number().nullable(),
  /** The GB in the pool after the purchase. */
  trafficGb: z.number().nullable(),
});
export const trafficParams = kindOfUnion('traffic', trafficTerms);
export const trafficInput = kindOfUnion('traffic', { ...trafficTerms, clientIds: manyIds });
export const trafficSubject = z.object({ what: z.literal('traffic'), poolType, gb: z.number(), clients: z.int() });
export const trafficAction = kindOfUnion('traffic', { ...trafficTerms, belowGb: z.number() });
export const trafficPriced = kindOfUnion('traffic', trafficTerms);

const pools = z.object({
  pools: z.array(z.object({ poolType, trafficGb: z.number() })),
  asOf: timestamp,
});

const whitelist = z.object({
  ips: z.array(z.string()),
  /** The addresses of `ips` in private or reserved ranges. The service can never receive a request from them. */
  notPublic: z.array(z.string()),
  /** An answer of unknown shape, shown as text (docs/api.md#whitelist). */
  raw: z.string().nullable(),
  asOf: timestamp,
});

/**
 * The password itself is never part of a state; `premium.revealPassword` returns it. `none`: the service says that
 * there is no password. `raw`: the answer has an unknown shape and is shown as it came.
 */
const PASSWORD_SHAPES = ['known', 'none', 'raw'] as const;
export const passwordShape = z.enum(PASSWORD_SHAPES);
const passwordState = z.object({ shape: passwordShape, asOf: timestamp });

const premiumState = z.object({
  clientId: id,
  balance: pools.nullable(),
  whitelist: whitelist.nullable(),
  password: passwordState.nullable(),
});

const quote = z.object({
  poolType,
  gb: z.number(),
  pricePerGbKopecks: kopecks,
  priceKopecks: kopecks,
  asOf: timestamp,
});

const location = z.object({
  code: z.string(),
  name: z.string(),
  /** `null` if the service does not say. */
  count: z.int().nullable(),
});
const clientOnly = z.strictObject({ clientId: id });
const clientAndIp = z.strictObject({ clientId: id, ip: text(200) });

export const premiumProcedures = {
  /** Returns what is known without a request to the service. */
  'premium.state': procedure(clientOnly, premiumState),
  'premium.quote': procedure(z.strictObject({ poolType, gb: z.number() }), quote),
  'premium.refreshBalance': procedure(clientOnly, premiumState),
  'premium.refreshWhitelist': procedure(clientOnly, premiumState),
  'premium.addWhitelistIp': procedure(clientAndIp, premiumState),
  'premium.removeWhitelistIp': procedure(clientAndIp, premiumState),
  /**
   * Returns the addresses from which the service may see this computer: first the public one from a lookup, then those
   * of its network interfaces.
   */
  'premium.myAddresses': procedure(
    nothing,
    z.object({
      addresses: z.array(z.object({ ip: z.string(), source: z.enum(['lookup', 'interface']), isPublic: z.boolean() })),
    }),
  ),
  'premium.refreshPassword': procedure(clientOnly, premiumState),
  'premium.resetPassword': procedure(clientOnly, premiumState),
  /** Returns the password; it asks the service if the password was never read. */
  'premium.revealPassword': procedure(clientOnly, z.object({ password: z.string(), shape: passwordShape })),
  /** Copies the password to the clipboard, which is cleared after 60 s. */
  'premium.copyPassword': procedure(clientOnly, nothing),
  /**
   * Returns a section of one kind of location within the chosen ones above it. Answers are cached for a day, and longer
   * while there is no network. `refresh` asks the service again, and fails if it does not answer.
   */
  'premium.locations': procedure(
    z.strictObject({
      poolType,
      kind: z.enum(LOCATION_KINDS),
      ...byKind(OUTER_KINDS, () => codes.default([])),
      search: text(200).default(''),
      refresh: z.boolean().default(false),
      ...page,
    }),
    z.object({ total: z.int(), rows: z.array(location), asOf: timestamp }),
  ),
};

/** `null`: many changed. */
export const premiumEvents = { 'premium.changed': event(z.object({ clientId: id.nullable() })) };

export type PremiumState = z.output<typeof premiumState>;
export type PasswordShape = (typeof PASSWORD_SHAPES)[number];
export type Location = z.output<typeof location>;
