import { z } from 'zod';
import { keptError } from '#shared/contract/kept-error.ts';
import { standingHindrance, standingTerms } from '#shared/contract/standing.ts';
import { CLIENT_LIMITS } from '#shared/domain/client-fields.ts';
import { OCCASION_STATES, STANDING_MODES } from '#shared/domain/standing-rules.ts';
import { checkTerms } from '../../standing/check-draft.ts';
import { BEFORE_COPY } from '../../standing/occasion-repository.ts';
import type { Database } from '../../storage/database.ts';
import { plain, sql } from '../../storage/sql.ts';
import { COMPUTER, type DocKind } from './doc-kind.ts';
import { anyTime, count, flag, json, money, text, time } from './values.ts';

/** Purchases know their standing order by its uid, whichever of the two came first. */
export const linkOrder = (db: Database, by: 'id' | 'standing_uid', value: number | string): void => {
  db.run(sql`UPDATE purchases SET standing_order_id = (SELECT id FROM standing_orders o
      WHERE o.account_id = purchases.account_id AND o.uid = standing_uid)
    WHERE ${plain(by)} = ${value}`);
};

interface OrderRow {
  readonly uid: string;
  readonly name: string;
  readonly mode: string;
  readonly actionJson: string;
  readonly ceilingKopecks: number | null;
  readonly monthCapKopecks: number | null;
  readonly hoursFrom: string | null;
  readonly hoursTo: string | null;
}

/** Terms of a colleague are read as strictly as those that are typed. Throws. */
const assertTerms = ({ actionJson, hoursFrom, hoursTo, ...terms }: OrderRow): void => {
  const hours = hoursFrom === null || hoursTo === null ? null : { from: hoursFrom, to: hoursTo };
  checkTerms(standingTerms.parse({ ...terms, action: JSON.parse(actionJson), hours }));
};

/** Its terms are one field: nobody has agreed to a mixture of two. Whom it names is another, with them in one change. */
const order: DocKind = {
  name: 'order',
  table: 'standing_orders',
  id: 'id',
  key: ['uid'],
  hasFixedKey: true,
  removed: 'removed',
  // 0 of one that joins (`StandingRepository.switchOff`): what the shared desk has of it stays.
  writtenAt: 'on_since',
  fields: {
    made: { is: 'columns', columns: ['uid'] },
    name: { is: 'columns', columns: ['name'] },
    terms: {
      is: 'columns',
      columns: [
        ...['action_json', 'targets_of', 'tag', 'mode', 'ceiling_kopecks', 'month_cap_kopecks'],
        ...['hours_from', 'hours_to'],
      ],
    },
    targets: {
      is: 'tables',
      tables: [
        { table: 'standing_clients', of: 'order_id', columns: ['client_id'] },
        { table: 'standing_proxies', of: 'order_id', columns: ['proxy_id'] },
      ],
    },
    on: { is: 'columns', columns: ['is_on'] },
    since: { is: 'columns', columns: ['on_since'] },
    hindrance: { is: 'columns', columns: ['hindrance_json', 'held_purchase_id'], isReading: true },
  },
  values: {
    ...{ uid: text(200).min(1), name: text(100), action_json: json(standingTerms.shape.action) },
    ...{
      targets_of: z.enum(['clients', 'tag', 'proxies']),
      tag: text(CLIENT_LIMITS.tag),
      mode: z.enum(STANDING_MODES),
    },
    ...{ ceiling_kopecks: money.nullable(), month_cap_kopecks: money.nullable() },
    ...{ hours_from: text(5).nullable(), hours_to: text(5).nullable(), is_on: flag, on_since: time },
    hindrance_json: json(standingHindrance, { purchaseId: null, runId: null }).nullable(),
  },
  byHand: ['made', 'name', 'terms', 'targets', 'on'],
  refs: { client_id: 'client', proxy_id: 'proxy', held_purchase_id: 'purchase' },
  derive: (db, localId, before) => {
    const row = db.get<OrderRow>(sql`SELECT uid, name, mode, action_json, ceiling_kopecks, month_cap_kopecks,
      hours_from, hours_to
      FROM standing_orders WHERE id = ${localId}`);
    if (row === undefined) return;
    assertTerms(row);
    if (before === undefined) linkOrder(db, 'standing_uid', row.uid);
  },
  changed: ({ onOrders }, localIds) => onOrders(localIds),
};

/** Of all computers one writes what becomes of it; who has begun it is a field of its own, which later looks leave alone. */
const occasion: DocKind = {
  name: 'occasion',
  table: 'standing_occasions',
  id: 'id',
  key: ['order_id', 'target', 'edition'],
  hasFixedKey: true,
  writtenAt: 'at',
  fields: {
    made: { is: 'columns', columns: ['order_id', 'target', 'edition', 'due_at', 'missed'] },
    about: { is: 'columns', columns: ['client_id', 'proxy_id'] },
    state: { is: 'columns', columns: ['state', 'error_json', 'at'] },
    price: { is: 'columns', columns: ['price_kopecks'] },
    begun: { is: 'columns', columns: ['computer'] },
    purchase: { is: 'columns', columns: ['purchase_id'] },
    seen: { is: 'columns', columns: ['was_seen'] },
    tries: { is: 'columns', columns: ['tries', 'tried_at'] },
  },
  values: {
    ...{ target: text(), edition: z.int(), due_at: anyTime, missed: flag, state: z.enum(OCCASION_STATES) },
    ...{ error_json: json(keptError).nullable(), at: time, price_kopecks: money.nullable(), was_seen: flag },
    ...{ tries: count, tried_at: time.nullable() },
  },
  byHand: [],
  refs: {
    ...{ order_id: 'order', client_id: 'client', proxy_id: 'proxy', purchase_id: 'purchase' },
    computer: COMPUTER,
  },
  owners: ['order_id'],
  derive: (db, localId) => {
    // Begun here before this desk was brought back from a copy: nothing here says what came of it.
    db.run(sql`UPDATE standing_occasions SET computer = ${BEFORE_COPY}
      WHERE id = ${localId} AND computer IS NULL AND charge IS NULL`);
  },
  changed: ({ onOrders }) => onOrders([]),
};

/** Standing orders, and what fell due for them. */
export const ORDER_KINDS: readonly DocKind[] = [order, occasion];
