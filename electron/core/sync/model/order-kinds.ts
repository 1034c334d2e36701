import { z } from 'zod';
import { actionProblems } from '#core/automation/standing/check-draft.ts';
import { markStartedBeforeCopy } from '#core/automation/standing/due-item-repository.ts';
import { NO_LIMIT } from '#core/automation/standing/stored-order.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import {
  FORMER_BLOCKED_REASONS,
  FORMER_DUE_ITEM_STATES,
  presentWord,
  wordIn,
} from '#core/platform/sqlite/earlier/former-words.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { standingBlockedReason, standingTerms } from '#shared/contract/standing.ts';
import { storedError } from '#shared/contract/stored-error.ts';
import { CLIENT_LIMITS } from '#shared/domain/client-fields.ts';
import { STORED_DUE_ITEM_STATES } from '#shared/domain/due-item-states.ts';
import { areHours } from '#shared/domain/schedule-time.ts';
import { MAX_TIMES_EACH, REQUIRED_PAYMENTS, STANDING_MODES } from '#shared/domain/standing-rules.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';
import type { DocKind, Field } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import { anyTime, boundedText, count, flag, jsonText, money, time } from './values.ts';

const BLOCKED_REASON_CODE = wordIn('blocked_reason_json', 'code');
/** A limit of an order. It is never 0, which means no limit in a value that lost (`NO_LIMIT`). */
const limit = z.int().min(1).max(1e12);
/** A zone that only a newer app knows is set aside. */
const zoneName = boundedText(60).refine(isZone);
const lostLimit = z.int().min(NO_LIMIT).max(1e12);

/** Links purchases to their standing order by its uid, whichever of the two arrived first. */
export const linkOrder = (db: Database, by: 'id' | 'standing_uid', value: number | string): void => {
  db.run(sql`UPDATE purchases SET standing_order_id = (SELECT id FROM standing_orders o
      WHERE o.account_id = purchases.account_id AND o.uid = standing_uid)
    WHERE ${plain(by)} = ${value}`);
};

/**
 * Gives this computer's zone to an order without one. Such an order comes from an app that does not know zones, and any
 * computer may carry it out.
 */
const giveZone = (db: Database, localId: number): void => {
  const { changes } = db.run(sql`UPDATE standing_orders SET zone = ${localZone()} WHERE id = ${localId} AND zone = ''`);
  if (changes === 0) return;
  db.run(sql`INSERT INTO shared_changed_fields (account_id, kind, local_id, field)
    SELECT account_id, 'order', id, 'zone' FROM standing_orders WHERE id = ${localId} ON CONFLICT DO NOTHING`);
};

/**
 * A shared desk contains changes in the former words, from computers whose desks were not converted yet. A due item
 * that the user gave up must not look due to a computer that reads such a change.
 */
const writePresentState = (db: Database, localId: number): void => {
  const present = presentWord('state', FORMER_DUE_ITEM_STATES);
  db.run(sql`UPDATE due_items SET state = ${present} WHERE id = ${localId} AND state <> ${present}`);
};
const writePresentBlockedReason = (db: Database, localId: number): void => {
  const present = presentWord(BLOCKED_REASON_CODE, FORMER_BLOCKED_REASONS);
  db.run(sql`UPDATE standing_orders SET blocked_reason_json = json_set(blocked_reason_json, '$.code', ${present})
    WHERE id = ${localId} AND ${plain(BLOCKED_REASON_CODE)} <> ${present}`);
};
const toPresentCode = (published: unknown): unknown => {
  const { code } = z.looseObject({ code: z.string() }).safeParse(published).data ?? {};
  const present = Object.entries(FORMER_BLOCKED_REASONS).find(([former]) => former === code);
  return present === undefined ? published : { ...(published as object), code: present[1] };
};

/** Returns whether a published action is valid, by the same rules as one that a user types. */
const isAction: Exclude<Extract<Field, { is: 'columns' }>['agrees'], undefined> = ([published]) =>
  actionProblems(standingTerms.shape.action.parse(JSON.parse(String(published)))).length === 0;

const arePublishedHours = ([from, to]: readonly FieldValue[]): boolean =>
  from === null || to === null ? from === to : areHours({ from: String(from), to: String(to) });

/**
 * Returns a function that merges two values that were set independently: the more careful value, and beside it the one
 * that lost.
 */
const careful =
  (isCareful: (one: FieldValue, other: FieldValue) => boolean, lostAs: (value: FieldValue) => FieldValue) =>
  ([published = null]: readonly FieldValue[], [here = null]: readonly FieldValue[]): readonly FieldValue[] | null => {
    if (published === here) return null;
    return isCareful(published, here) ? [published, lostAs(here)] : [here, lostAs(published)];
  };

const asLimit = (limit: FieldValue): number => (typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY);
const lowerHolds = careful(
  (one, other) => asLimit(one) < asLimit(other),
  (limit) => limit ?? NO_LIMIT,
);
const strictness = (payment: FieldValue): number => (REQUIRED_PAYMENTS as readonly FieldValue[]).indexOf(payment);
const stricterHolds = careful(
  (one, other) => strictness(one) > strictness(other),
  (payment) => payment,
);
const askingHolds = careful(
  (one) => one === 'ask',
  (mode) => mode,
);

/**
 * A standing order. Each of its terms is a field of its own, so two people who change two different terms both succeed.
 */
const order: DocKind = {
  name: 'order',
  table: 'standing_orders',
  id: 'id',
  key: ['uid'],
  hasFixedKey: true,
  removed: 'removed',
  // This is 0 for orders of a computer that joins (`switchOffAllOrders`), so the version of the shared
  // desk wins.
  writtenAt: 'on_since',
  fields: {
    made: { is: 'columns', columns: ['uid'] },
    name: { is: 'columns', columns: ['name'] },
    action: { is: 'columns', columns: ['action_json'], agrees: isAction },
    whom: { is: 'columns', columns: ['targets_of', 'tag'] },
    targets: {
      is: 'tables',
      tables: [
        { table: 'standing_clients', of: 'order_id', columns: ['client_id'] },
        { table: 'standing_proxies', of: 'order_id', columns: ['proxy_id'] },
      ],
    },
    mode: { is: 'columns', columns: ['mode', 'mode_lost'], merge: askingHolds },
    ceiling: { is: 'columns', columns: ['ceiling_kopecks', 'ceiling_lost'], merge: lowerHolds },
    cap: { is: 'columns', columns: ['month_cap_kopecks', 'month_cap_lost'], merge: lowerHolds },
    payment: { is: 'columns', columns: ['payment', 'payment_lost'], merge: stricterHolds },
    times: { is: 'columns', columns: ['times_each', 'times_each_lost'], merge: lowerHolds },
    hours: { is: 'columns', columns: ['hours_from', 'hours_to'], agrees: arePublishedHours },
    zone: { is: 'columns', columns: ['zone'] },
    on: { is: 'columns', columns: ['is_on'] },
    since: { is: 'columns', columns: ['on_since'] },
    hindrance: { is: 'columns', columns: ['blocked_reason_json', 'blocking_purchase_id'], isReading: true },
  },
  together: [['whom', 'targets']],
  former: {
    terms: {
      columns: 8,
      became: { action: [0], whom: [1, 2], mode: [3, null], ceiling: [4, null], cap: [5, null], hours: [6, 7] },
    },
  },
  values: {
    uid: boundedText(200).min(1),
    name: boundedText(100),
    action_json: jsonText(standingTerms.shape.action),
    targets_of: z.enum(['clients', 'tag', 'proxies']),
    tag: boundedText(CLIENT_LIMITS.tag),
    mode: z.enum(STANDING_MODES),
    mode_lost: z.enum(STANDING_MODES).nullable(),
    ceiling_kopecks: limit.nullable(),
    ceiling_lost: lostLimit.nullable(),
    month_cap_kopecks: limit.nullable(),
    month_cap_lost: lostLimit.nullable(),
    payment: z.enum(REQUIRED_PAYMENTS),
    payment_lost: z.enum(REQUIRED_PAYMENTS).nullable(),
    times_each: z.int().min(1).max(MAX_TIMES_EACH).nullable(),
    times_each_lost: z.int().min(NO_LIMIT).max(MAX_TIMES_EACH).nullable(),
    hours_from: boundedText(5).nullable(),
    hours_to: boundedText(5).nullable(),
    zone: zoneName,
    is_on: flag,
    on_since: time,
    blocked_reason_json: jsonText(z.preprocess(toPresentCode, standingBlockedReason), {
      purchaseId: null,
      runId: null,
    }).nullable(),
  },
  byHand: [
    'made',
    'name',
    'action',
    'whom',
    'targets',
    'mode',
    'ceiling',
    'cap',
    'payment',
    'times',
    'hours',
    'zone',
    'on',
  ],
  refs: { client_id: 'client', proxy_id: 'proxy', blocking_purchase_id: 'purchase' },
  derive: (db, localId, before) => {
    writePresentBlockedReason(db, localId);
    const uid = db.value<string>(sql`SELECT uid FROM standing_orders WHERE id = ${localId}`);
    if (uid === null || before !== undefined) return;
    linkOrder(db, 'standing_uid', uid);
    giveZone(db, localId);
  },
  changed: ({ onOrders }, localIds) => onOrders(localIds),
};

/**
 * A due item. One computer writes its progress. The computer that began it is a field of its own, which later checks do
 * not change.
 */
const occasion: DocKind = {
  name: 'occasion',
  table: 'due_items',
  id: 'id',
  key: ['order_id', 'target', 'version'],
  hasFixedKey: true,
  writtenAt: 'at',
  fields: {
    made: { is: 'columns', columns: ['order_id', 'target', 'version', 'due_at', 'missed'] },
    about: { is: 'columns', columns: ['client_id', 'proxy_id'] },
    state: { is: 'columns', columns: ['state', 'error_json', 'at'] },
    price: { is: 'columns', columns: ['price_kopecks'] },
    begun: {
      is: 'computer',
      here: 'started_here',
      other: 'started_elsewhere_by',
      beforeCopy: 'started_before_copy',
    },
    purchase: { is: 'columns', columns: ['purchase_id'] },
    seen: { is: 'columns', columns: ['has_shown'] },
    tries: { is: 'columns', columns: ['tries', 'tried_at'] },
  },
  values: {
    target: boundedText(),
    version: z.int(),
    due_at: anyTime,
    missed: flag,
    state: z.enum([...STORED_DUE_ITEM_STATES, ...Object.keys(FORMER_DUE_ITEM_STATES)]),
    error_json: jsonText(storedError).nullable(),
    at: time,
    price_kopecks: money.nullable(),
    has_shown: flag,
    tries: count,
    tried_at: time.nullable(),
  },
  byHand: [],
  refs: {
    order_id: 'order',
    client_id: 'client',
    proxy_id: 'proxy',
    purchase_id: 'purchase',
  },
  owners: ['order_id'],
  derive: (db, localId) => {
    writePresentState(db, localId);
    // An item that comes back to the computer that began it has no charge there.
    markStartedBeforeCopy(db, sql`id = ${localId} AND charge IS NULL`);
  },
  changed: ({ onOrders }) => onOrders([]),
};

/** The kinds of standing orders and their due items. */
export const ORDER_KINDS: readonly DocKind[] = [order, occasion];
