import { z } from 'zod';
import { EXPIRIES, PROXY_SORTS } from '../domain/dedicated-limits.ts';
import { IPV_VALUES, PORT_TYPES } from '../domain/limits.ts';
import {
  event,
  id,
  kindOfUnion,
  kopecks,
  manyIds,
  nothing,
  page,
  procedure,
  rowsOf,
  sortBy,
  text,
  timestamp,
} from './define.ts';
import { keptError } from './kept-error.ts';
import { proxyCheck } from './last-check.ts';
import { exportRecord } from './lists.ts';
import { formatId } from './recipe.ts';
import { standingTargets } from './standing-targets.ts';
import { undoable } from './undo.ts';

export const ipv = z.literal(IPV_VALUES);
const portType = z.enum(PORT_TYPES);
const countryCode = text(100);
const proxyIds = z.array(id).min(1).max(200_000);

/** Proxies of one country (docs/api.md#dedicated-proxies). Limits are checked by the handler, field by field. */
export const dedicatedOrder = z.strictObject({
  kind: z.literal('dedicated'),
  /** Whom the proxies are bought for, if anybody yet. */
  clientId: id.nullable(),
  ipv,
  countryCode,
  /** Days. */
  period: z.number(),
  count: z.number(),
});

/** More days for proxies that we hold. */
export const prolongOrder = z.strictObject({
  kind: z.literal('dedicated-prolong'),
  /** When all of them are one client's. */
  clientId: id.nullable(),
  /** The service's ids, as it is asked. */
  serviceIds: z.array(z.int()).max(100_000),
  /** Days. */
  period: z.number(),
});

/** The credentials themselves are not here: they are in the list of proxies, and shown when asked for. */
export const dedicatedGoods = z.object({
  kind: z.literal('dedicated'),
  /** Proxies the answer held, readable or not. */
  received: z.int(),
  /** Of these, how many lack something that is needed to use or prolong them. The raw answer is kept. */
  incomplete: z.int(),
  orderId: z.string().nullable(),
  checkId: z.string().nullable(),
  /** As the answer says; the price that was asked is the purchase's. */
  chargedKopecks: kopecks.nullable(),
});

export const prolongGoods = z.object({
  kind: z.literal('dedicated-prolong'),
  /** `dateEnd` as the service wrote it; `null` where it did not, and the date was computed. */
  items: z.array(z.object({ serviceId: z.int(), dateEnd: z.string().nullable() })),
  chargedKopecks: kopecks.nullable(),
});

/** Days. */
const prolongTerms = { period: z.number() };
export const prolongParams = kindOfUnion('dedicated-prolong', prolongTerms);
export const prolongInput = kindOfUnion('dedicated-prolong', { ...prolongTerms, proxyIds: manyIds });
export const prolongSubject = z.object({ what: z.literal('dedicated-prolong'), days: z.int(), proxies: z.int() });
export const prolongAction = kindOfUnion('dedicated-prolong', { ...prolongTerms, daysBefore: z.number() });
/** What it costs depends on the proxies. */
export const prolongPriced = kindOfUnion('dedicated-prolong', { ...prolongTerms, targets: standingTargets });

/** One proxy's part of a price; `null` where the service does not say. */
export const proxyPrice = z.object({ serviceId: z.int(), priceKopecks: kopecks.nullable() });

/** - `service`: as an answer said; `computed`: the days were added by the app, because the answer did not say. */
export const DATE_SOURCES = ['service', 'computed'] as const;

const dedicatedProxy = z.object({
  id,
  /** The service's, for prolonging and switching; `null` when it could not be read. */
  serviceId: z.int().nullable(),
  ip: z.string().nullable(),
  port: z.string().nullable(),
  username: z.string().nullable(),
  /** The password itself is asked for apart. */
  hasPassword: z.boolean(),
  ipv,
  countryCode: z.string(),
  /** As the service calls the country; the code where it was never told. */
  countryTitle: z.string(),
  /** As the service wrote it: without a zone. */
  dateEnd: z.string().nullable(),
  dateSource: z.enum(DATE_SOURCES),
  /** `dateEnd` read in the assumed zone; `null` when it cannot be read. */
  expiresAt: timestamp.nullable(),
  clientId: id.nullable(),
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  note: z.string(),
  /** As last set from here; `null`: never. The service does not tell. */
  portType: portType.nullable(),
  /** False when the service accepted the switch without naming this proxy. */
  portTypeSure: z.boolean(),
  archived: z.boolean(),
  purchaseId: id.nullable(),
  orderId: z.string().nullable(),
  checkId: z.string().nullable(),
  boughtAt: timestamp,
  /** Whether every field that is needed to use and to prolong it was readable. */
  complete: z.boolean(),
  lastCheck: proxyCheck.nullable(),
  /** A field holds a line break or another control character: it is left out of lists, files and messages. */
  unlistable: z.boolean(),
});

const proxyFilter = z.strictObject({
  /** Looked for in address, login, id, order, note and the client's texts; every word must be found. */
  search: text(500).default(''),
  countries: z.array(countryCode).max(500).default([]),
  ipvs: z.array(ipv).max(3).default([]),
  clientId: id.optional(),
  /** Only those that no client has. */
  unassigned: z.boolean().default(false),
  expiry: z.enum(EXPIRIES).default('any'),
  purchaseId: id.optional(),
  archived: z.boolean().default(false),
});

const sort = sortBy(PROXY_SORTS);

const country = z.object({ code: z.string(), title: z.string() });
const availability = z.object({ count: z.int(), asOf: timestamp });

const counted = z.object({ code: z.string(), title: z.string(), count: z.int() });

/** `skipped`: proxies without what the layout needs; `unlistable`: those that would be more than one line. */
const leftOut = { skipped: z.int(), unlistable: z.int() };

export const dedicatedProcedures = {
  /**
   * What is sold of one kind, by title, with the counts as last read. Read from the service when older than an hour;
   * without an answer the kept list is used, whatever its age.
   */
  'dedicated.countries': procedure(
    z.strictObject({ ipv, refresh: z.boolean().default(false) }),
    z.object({ rows: z.array(country.extend({ available: availability.nullable() })), asOf: timestamp }),
  ),
  /** How many can be bought now; kept for a few minutes. */
  'dedicated.availability': procedure(
    z.strictObject({ ipv, countryCode, refresh: z.boolean().default(false) }),
    availability,
  ),
  /** What it would cost now; nothing is agreed to. `lines`: what each proxy of a prolongation costs. */
  'dedicated.quote': procedure(
    z.strictObject({ order: z.discriminatedUnion('kind', [dedicatedOrder, prolongOrder]) }),
    z.object({ priceKopecks: kopecks, lines: z.array(proxyPrice), asOf: timestamp }),
  ),
  'dedicated.list': procedure(z.strictObject({ filter: proxyFilter, sort, ...page }), rowsOf(dedicatedProxy)),
  /** Every id under the filter, in the grid's order: the frozen list an action works on. */
  'dedicated.ids': procedure(z.strictObject({ filter: proxyFilter, sort }), z.object({ ids: z.array(id) })),
  'dedicated.get': procedure(z.strictObject({ proxyId: id }), dedicatedProxy),
  /** These proxies, in this order; those that are not there are left out. */
  'dedicated.rows': procedure(z.strictObject({ proxyIds: z.array(id).max(500) }), z.array(dedicatedProxy)),
  /** What there is to filter by, archived ones apart. */
  'dedicated.summary': procedure(
    nothing,
    z.object({
      held: z.int(),
      archived: z.int(),
      unassigned: z.int(),
      expired: z.int(),
      /** Not expired, but within 7 days. */
      expiring: z.int(),
      incomplete: z.int(),
      countries: z.array(counted),
      ipvs: z.array(z.object({ ipv, count: z.int() })),
      assumedZone: z.string(),
    }),
  ),
  'dedicated.password': procedure(z.strictObject({ proxyId: id }), z.object({ password: z.string() })),
  'dedicated.copyPassword': procedure(z.strictObject({ proxyId: id }), nothing),
  'dedicated.copy': procedure(z.strictObject({ proxyIds, formatId }), z.object({ lines: z.int(), ...leftOut })),
  /** Asks the OS for a path, writes, reads back, records. `null`: the dialog was closed. */
  'dedicated.save': procedure(
    z.strictObject({ proxyIds, formatId }),
    z.object({ export: exportRecord, ...leftOut }).nullable(),
  ),
  /**
   * Switches many, in requests of some hundreds; ends at the first that fails, and throws only when none went before.
   * Proxies that we know to have the protocol already are not sent, unless `sendAll`: the service may refuse all for
   * one.
   */
  'dedicated.setProtocol': procedure(
    z.strictObject({ proxyIds, portType, sendAll: z.boolean().default(false) }),
    z.object({
      /** The service named them as switched. */
      switched: z.int(),
      /** The request was accepted, but the answer does not say which were switched. */
      unconfirmed: z.int(),
      /** The service named others of the same request, and not these: as before. */
      unchanged: z.int(),
      /** Had it already, as far as we know. */
      already: z.int(),
      /** Without a readable id. */
      withoutId: z.int(),
      /** Not asked for, because a request failed before. */
      left: z.int(),
      error: keptError.nullable(),
      /** An answer in a shape that is not known, as text. */
      raw: z.string().nullable(),
    }),
  ),
  /** Many are a job of Activity meanwhile; stopped there, it answers with what was done. */
  'dedicated.assign': procedure(z.strictObject({ proxyIds, clientId: id.nullable() }), undoable),
  /** `seen`: the note as it stood when the change was begun; one that came meanwhile is kept. */
  'dedicated.setNote': procedure(
    z.strictObject({ proxyId: id, note: text(10_000), seen: text(10_000).optional() }),
    dedicatedProxy,
  ),
  /** Out of the way, or back: nothing is ever deleted. */
  'dedicated.archive': procedure(z.strictObject({ proxyIds, archived: z.boolean() }), undoable),
};

export const dedicatedEvents = {
  /** Proxies were bought, prolonged or changed: read again. */
  'dedicated.changed': event(nothing),
};

export type DedicatedOrder = z.output<typeof dedicatedOrder>;
export type ProlongOrder = z.output<typeof prolongOrder>;
export type DedicatedProxy = z.output<typeof dedicatedProxy>;
export type ProxyFilter = z.output<typeof proxyFilter>;
export type ProxySort = z.output<typeof sort>;
export type DedicatedSummary = z.output<(typeof dedicatedProcedures)['dedicated.summary']['output']>;
export type ProtocolOutcome = z.output<(typeof dedicatedProcedures)['dedicated.setProtocol']['output']>;
