import { z } from 'zod';
import { STANDING_TOPICS } from '../domain/alert-texts.ts';
import { RECURRING_KINDS } from '../domain/products/index.ts';
import { event, id, kopecks, nothing, page, procedure, timestamp } from './define.ts';

/** How far the balance goes for what falls due in 7 days; what has no known price is in none of the sums. */
const cover = z.object({
  due: z.int(),
  covered: z.int(),
  unpriced: z.int(),
  neededKopecks: kopecks,
  balanceKopecks: kopecks,
});

/** What a standing order tells: what it asks about, or what keeps it. */
const standing = z.object({
  orderId: id,
  name: z.string(),
  /** `null`: nobody can read what it buys. */
  kind: z.enum(RECURRING_KINDS).nullable(),
  topic: z.enum(STANDING_TOPICS),
  /** What it asks about, or what failed. */
  count: z.int(),
  missingKopecks: kopecks,
  purchaseId: id.nullable(),
  runId: id.nullable(),
  /** The service's own, secrets masked. */
  words: z.string(),
});

/** Something that needs the reseller before a client notices it. Each is told once. */
const alert = z.object({
  id,
  kind: z.enum(['vpn', 'proxy', 'traffic', 'balance', 'order', 'schedule']),
  /** Days before the end at which it was told, 0 when it is over; of a pool 1 is low, 0 is empty. */
  stage: z.int(),
  clientId: id.nullable(),
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string(),
  proxyId: id.nullable(),
  /** A list that could not be made by itself. */
  scheduleId: id.nullable(),
  scheduleName: z.string(),
  /** The uuid of a subscription, the address of a proxy, the type of a pool, why a list could not be made. */
  target: z.string(),
  /** Of a proxy in the assumed zone. */
  endsAt: timestamp.nullable(),
  trafficGb: z.number().nullable(),
  cover: cover.nullable(),
  standing: standing.nullable(),
  raisedAt: timestamp,
  readAt: timestamp.nullable(),
});

const counts = z.object({ total: z.int(), unread: z.int() });
/** Without it: all. */
const alertIds = z.array(id).min(1).max(1000).optional();

export const alertsProcedures = {
  /** The newest first. */
  'alerts.list': procedure(z.strictObject({ ...page }), counts.extend({ rows: z.array(alert) })),
  'alerts.counts': procedure(nothing, counts),
  'alerts.markRead': procedure(z.strictObject({ alertIds }), counts),
  /** They come back only when the next stage is reached. */
  'alerts.dismiss': procedure(z.strictObject({ alertIds }), counts.extend({ undoId: id })),
  /** Marks it as read and asks the window to show what it is about; `null`: the list of alerts. */
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
