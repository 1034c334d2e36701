import { z } from 'zod';
import { STANDING_TOPICS } from '../domain/alert-texts.ts';
import { RECURRING_KINDS } from '../products/index.ts';
import { event, id, kopecks, nothing, page, procedure, timestamp } from './define.ts';

/** How much of what falls due in 7 days the balance covers. No total includes things without a known price. */
const cover = z.object({
  due: z.int(),
  covered: z.int(),
  unpriced: z.int(),
  neededKopecks: kopecks,
  balanceKopecks: kopecks,
});

/** The part of an alert about a standing order: what it asks, or what blocks it. */
const standing = z.object({
  orderId: id,
  name: z.string(),
  /** `null` if the order's product cannot be read. */
  kind: z.enum(RECURRING_KINDS).nullable(),
  topic: z.enum(STANDING_TOPICS),
  /** The number of things that it asks about, or that failed. */
  count: z.int(),
  missingKopecks: kopecks,
  purchaseId: id.nullable(),
  runId: id.nullable(),
  /** The service's own message, secrets masked. */
  words: z.string(),
});

/** The dedicated proxies, or the proxies of a list, that worked and no longer work. */
const stopped = z.object({
  count: z.int(),
  /** The addresses of some of them, those that stopped last first; none for a list. */
  names: z.array(z.string()),
});

/** A list whose check on the schedule found proxies that stopped. */
const stoppedList = z.object({
  listId: id,
  title: z.string(),
  /** Its last check; `null` if this computer does not store it. */
  runId: id.nullable(),
});

/** The clients whose paid time has just ended, or ends within `days` days. */
const paid = z.object({ ended: z.int(), soon: z.int(), days: z.int() });

/** Something that the reseller should act on before a client notices. Each stage is announced once. */
const alert = z.object({
  id,
  kind: z.enum([
    'vpn',
    'proxy',
    'traffic',
    'balance',
    'order',
    'schedule',
    'report',
    'check',
    'list-check',
    'paid-until',
  ]),
  /**
   * The days before the end at which the alert was raised, 0 once it has passed. For a pool 1 is low and 0 is empty.
   */
  stage: z.int(),
  clientId: id.nullable(),
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string(),
  proxyId: id.nullable(),
  /** The schedule whose list could not be generated. */
  scheduleId: id.nullable(),
  scheduleName: z.string(),
  /**
   * The uuid of a subscription, the address of a proxy, the type of a pool, or the reason why a list could not be
   * generated.
   */
  target: z.string(),
  /** The end of a proxy is read in the assumed zone. */
  endsAt: timestamp.nullable(),
  trafficGb: z.number().nullable(),
  cover: cover.nullable(),
  standing: standing.nullable(),
  stopped: stopped.nullable(),
  list: stoppedList.nullable(),
  paid: paid.nullable(),
  raisedAt: timestamp,
  readAt: timestamp.nullable(),
});

const counts = z.object({ total: z.int(), unread: z.int() });
/** All alerts if it is missing. */
const alertIds = z.array(id).min(1).max(1000).optional();

export const alertsProcedures = {
  /** Returns the alerts: the newest local day first, within a day by kind, and within a kind the newest first. */
  'alerts.list': procedure(z.strictObject({ ...page }), counts.extend({ rows: z.array(alert) })),
  'alerts.counts': procedure(nothing, counts),
  'alerts.markRead': procedure(z.strictObject({ alertIds }), counts),
  /** Dismissed alerts return only at their next stage. */
  'alerts.dismiss': procedure(z.strictObject({ alertIds }), counts.extend({ undoId: id })),
  /** Marks an alert as read and asks the window to show its subject; `null` opens the list of alerts. */
  'alerts.open': procedure(z.strictObject({ alertId: id.nullable() }), nothing),
};

export const alertsEvents = {
  'alerts.changed': event(counts),
  'alerts.opened': event(z.object({ alert: alert.nullable() })),
};

export type Alert = z.output<typeof alert>;
export type StandingAlert = z.output<typeof standing>;
export type AlertCounts = z.output<typeof counts>;
export type RenewalCover = z.output<typeof cover>;
