import { z } from 'zod';
import { EXPIRIES, PROXY_SORTS } from '../domain/dedicated-limits.ts';
import { IPV_VALUES, PORT_TYPES } from '../domain/limits.ts';
import {
  event,
  forecastPrice,
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
import { importProxiesProcedures } from './import-proxies.ts';
import { checkHistory, proxyCheck } from './last-check.ts';
import { exportRecord } from './lists.ts';
import { formatId } from './recipe.ts';
import { standingTargets } from './standing-targets.ts';
import { storedError } from './stored-error.ts';
import { undoable } from './undo.ts';

export const ipv = z.literal(IPV_VALUES);
const portType = z.enum(PORT_TYPES);
const countryCode = text(100);
const proxyIds = z.array(id).min(1).max(200_000);

/** An order of proxies of one country (docs/api.md#dedicated-proxies). The handler checks the limits field by field. */
export const dedicatedOrder = z.strictObject({
  kind: z.literal('dedicated'),
  /** The client that the proxies are bought for; `null` for none yet. */
  clientId: id.nullable(),
  ipv,
  countryCode,
  /** In days. */
  period: z.number(),
  count: z.number(),
});

/** An order of more days for existing proxies. */
export const prolongOrder = z.strictObject({
  kind: z.literal('dedicated-prolong'),
  /** The client, if all proxies belong to the same one. */
  clientId: id.nullable(),
  /** The service's ids of the proxies. */
  serviceIds: z.array(z.int()).max(100_000),
  /** In days. */
  period: z.number(),
});

/** The goods without their credentials, which are in the list of proxies and shown on request. */
export const dedicatedGoods = z.object({
  kind: z.literal('dedicated'),
  /** The number of proxies in the answer, readable or not. */
  received: z.int(),
  /** The number of these that lack data needed to use or prolong them. The raw answer is kept. */
  incomplete: z.int(),
  orderId: z.string().nullable(),
  checkId: z.string().nullable(),
  /** The charge according to the answer; the purchase has the quoted price. */
  chargedKopecks: kopecks.nullable(),
});

export const prolongGoods = z.object({
  kind: z.literal('dedicated-prolong'),
  /** `dateEnd` as the service wrote it; `null` if it did not, and the app computed the date. */
  items: z.array(z.object({ serviceId: z.int(), dateEnd: z.string().nullable() })),
  chargedKopecks: kopecks.nullable(),
});

/** In days. */
const prolongTerms = { period: z.number() };
export const prolongParams = kindOfUnion('dedicated-prolong', prolongTerms);
export const prolongInput = kindOfUnion('dedicated-prolong', { ...prolongTerms, proxyIds: manyIds });
export const prolongSubject = z.object({ what: z.literal('dedicated-prolong'), days: z.int(), proxies: z.int() });
export const prolongAction = kindOfUnion('dedicated-prolong', { ...prolongTerms, daysBefore: z.number() });
/** The price depends on the proxies. */
export const prolongPriced = kindOfUnion('dedicated-prolong', { ...prolongTerms, targets: standingTargets });

export const proxyForecastPrice = forecastPrice('dedicated', {
  ipv: z.int(),
  countryCode: z.string(),
  days: z.int(),
});

/** The price of one proxy within a quote; `null` if the service does not state it. */
export const proxyPrice = z.object({ serviceId: z.int(), priceKopecks: kopecks.nullable() });

/**
 * `service`: an answer stated the date. `computed`: the app added the days, because the answer stated none. `typed`: the
 * user imported the proxy with this date.
 */
export const DATE_SOURCES = ['service', 'computed', 'typed'] as const;

const dedicatedProxy = z.object({
  id,
  /** The service's id, for prolonging and switching; `null` if it could not be read. */
  serviceId: z.int().nullable(),
  ip: z.string().nullable(),
  port: z.string().nullable(),
  username: z.string().nullable(),
  /** The password itself has a request of its own. */
  hasPassword: z.boolean(),
  ipv,
  countryCode: z.string(),
  /** The service's name of the country; the code if no name is known. */
  countryTitle: z.string(),
  /** As the service wrote it, without a zone. */
  dateEnd: z.string().nullable(),
  dateSource: z.enum(DATE_SOURCES),
  /** `dateEnd` read in the assumed zone; `null` if it cannot be read. */
  expiresAt: timestamp.nullable(),
  clientId: id.nullable(),
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  note: z.string(),
  /** The protocol last set by this app; `null` if it never was. The service does not report it. */
  portType: portType.nullable(),
  /** False if the service accepted the switch without mentioning this proxy. */
  portTypeSure: z.boolean(),
  archived: z.boolean(),
  purchaseId: id.nullable(),
  orderId: z.string().nullable(),
  checkId: z.string().nullable(),
  /** The time of the purchase or of the import. */
  boughtAt: timestamp,
  /** The proxy was not bought through this app: its user imported it. */
  imported: z.boolean(),
  /** Whether all fields needed to use and prolong the proxy were readable. */
  complete: z.boolean(),
  lastCheck: proxyCheck.nullable(),
  /**
   * A field contains a line break or another control character, so the proxy is left out of lists, files and messages.
   */
  unlistable: z.boolean(),
});

const proxyFilter = z.strictObject({
  /** Searches address, login, id, order, note and the client's texts; every word must be found. */
  search: text(500).default(''),
  countries: z.array(countryCode).max(500).default([]),
  ipvs: z.array(ipv).max(3).default([]),
  clientId: id.optional(),
  /** Only proxies that are assigned to no client. */
  unassigned: z.boolean().default(false),
  expiry: z.enum(EXPIRIES).default('any'),
  purchaseId: id.optional(),
  /** Only proxies that have not ended, worked at a check, and did not work at all checks since. */
  stopped: z.boolean().default(false),
  archived: z.boolean().default(false),
});

const sort = sortBy(PROXY_SORTS);

const country = z.object({ code: z.string(), title: z.string() });
const availability = z.object({ count: z.int(), asOf: timestamp });

const counted = z.object({ code: z.string(), title: z.string(), count: z.int() });

/** `skipped`: proxies that lack a part of the layout; `unlistable`: proxies that would take more than one line. */
const leftOut = { skipped: z.int(), unlistable: z.int() };

export const dedicatedProcedures = {
  ...importProxiesProcedures,
  /**
   * Returns the countries with proxies of one kind, by title, with the numbers as last read. They are read from the
   * service if older than an hour; without an answer the stored list is used, however old it is.
   */
  'dedicated.countries': procedure(
    z.strictObject({ ipv, refresh: z.boolean().default(false) }),
    z.object({ rows: z.array(country.extend({ available: availability.nullable() })), asOf: timestamp }),
  ),
  /** Returns how many can be bought now, cached for a few minutes. */
  'dedicated.availability': procedure(
    z.strictObject({ ipv, countryCode, refresh: z.boolean().default(false) }),
    availability,
  ),
  /** Returns the present price, without agreeing to it. `lines` has the price of each proxy of a prolongation. */
  'dedicated.quote': procedure(
    z.strictObject({ order: z.discriminatedUnion('kind', [dedicatedOrder, prolongOrder]) }),
    z.object({ priceKopecks: kopecks, lines: z.array(proxyPrice), asOf: timestamp }),
  ),
  'dedicated.list': procedure(z.strictObject({ filter: proxyFilter, sort, ...page }), rowsOf(dedicatedProxy)),
  /** Returns all ids under the filter in the grid's order, as a fixed list for an action. */
  'dedicated.ids': procedure(z.strictObject({ filter: proxyFilter, sort }), z.object({ ids: z.array(id) })),
  'dedicated.get': procedure(z.strictObject({ proxyId: id }), dedicatedProxy),
  'dedicated.checks': procedure(z.strictObject({ proxyId: id }), checkHistory),
  /** Returns these proxies in this order; missing ones are left out. */
  'dedicated.rows': procedure(z.strictObject({ proxyIds: z.array(id).max(500) }), z.array(dedicatedProxy)),
  /** Returns the values to filter by; archived proxies are counted separately. */
  'dedicated.summary': procedure(
    nothing,
    z.object({
      held: z.int(),
      archived: z.int(),
      unassigned: z.int(),
      expired: z.int(),
      /** The number of proxies that have not expired and will within 7 days. */
      expiring: z.int(),
      incomplete: z.int(),
      /** The number of proxies that have not ended and that worked at a check, but not at the last one. */
      stopped: z.int(),
      countries: z.array(counted),
      ipvs: z.array(z.object({ ipv, count: z.int() })),
      assumedZone: z.string(),
    }),
  ),
  'dedicated.password': procedure(z.strictObject({ proxyId: id }), z.object({ password: z.string() })),
  'dedicated.copyPassword': procedure(z.strictObject({ proxyId: id }), nothing),
  'dedicated.copy': procedure(z.strictObject({ proxyIds, formatId }), z.object({ lines: z.int(), ...leftOut })),
  /** Asks the OS for a path, writes the file, reads it back and records it. `null` if the dialog was closed. */
  'dedicated.save': procedure(
    z.strictObject({ proxyIds, formatId }),
    z.object({ export: exportRecord, ...leftOut }).nullable(),
  ),
  /**
   * Switches many proxies, in requests of some hundreds. It ends at the first failed request, and throws only if none
   * succeeded before. Proxies known to have the protocol already are not sent unless `sendAll` is set, because the
   * service may refuse all of a request for one of them.
   */
  'dedicated.setProtocol': procedure(
    z.strictObject({ proxyIds, portType, sendAll: z.boolean().default(false) }),
    z.object({
      /** The service confirmed the switch of these. */
      switched: z.int(),
      /** The request was accepted, but the answer does not say which proxies were switched. */
      unconfirmed: z.int(),
      /** The service confirmed other proxies of the same request, so these were not switched. */
      unchanged: z.int(),
      /** These had the protocol already, as far as is known. */
      already: z.int(),
      /** These have no readable id. */
      withoutId: z.int(),
      /** These were not sent, because an earlier request failed. */
      left: z.int(),
      error: storedError.nullable(),
      /** An answer of unknown shape, as text. */
      raw: z.string().nullable(),
    }),
  ),
  /** For many proxies this is a job of Activity; if it is stopped there, the answer counts what was done. */
  'dedicated.assign': procedure(z.strictObject({ proxyIds, clientId: id.nullable() }), undoable),
  /** `seen` is the note when the user started to edit; a text written meanwhile is kept. */
  'dedicated.setNote': procedure(
    z.strictObject({ proxyId: id, note: text(10_000), seen: text(10_000).optional() }),
    dedicatedProxy,
  ),
  /** Moves proxies to the archive or back; nothing is deleted. */
  'dedicated.archive': procedure(z.strictObject({ proxyIds, archived: z.boolean() }), undoable),
};

export const dedicatedEvents = {
  /** Proxies were bought, prolonged or changed, and must be read again. */
  'dedicated.changed': event(nothing),
};

export type DedicatedOrder = z.output<typeof dedicatedOrder>;
export type ProlongOrder = z.output<typeof prolongOrder>;
export type DedicatedProxy = z.output<typeof dedicatedProxy>;
export type ProxyFilter = z.output<typeof proxyFilter>;
export type ProxySort = z.output<typeof sort>;
export type DedicatedSummary = z.output<(typeof dedicatedProcedures)['dedicated.summary']['output']>;
export type ProtocolOutcome = z.output<(typeof dedicatedProcedures)['dedicated.setProtocol']['output']>;
