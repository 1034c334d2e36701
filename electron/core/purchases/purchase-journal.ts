import type { Order, Resolution, Settlement } from '#shared/contract/purchases.ts';
import { sortKey } from '#shared/domain/client-search.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { type JournalEvent, nextState, type PurchaseState } from '#shared/domain/journal.ts';
import type { RawAnswer } from '../api/call.ts';
import type { ClientPair } from '../clients/client-pair.ts';
import type { Database } from '../storage/database.ts';
import { kindOf } from './kinds/index.ts';
import type { Handover, Stores } from './kinds/purchase-kind.ts';
import type { Outcome } from './outcome.ts';

/** What is bought, for whom, at which price, and what was so before. */
export interface Intent {
  readonly accountId: string;
  readonly order: Order;
  /** `null`: for nobody yet. */
  readonly client: ClientPair | null;
  readonly priceKopecks: number;
  /** JSON-safe; `balance` holds the account's `balanceKopecks` and `spentKopecks`. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Runs in the transaction that writes it: what belongs to the purchase is on the disk with it, or neither is. */
  readonly withIntent?: (purchaseId: number) => void;
}

/** What the resolver found out. Without an event it does not settle anything. */
export interface Finding {
  readonly resolution: Resolution;
  readonly event: Extract<JournalEvent, 'found-charged' | 'found-not-charged' | 'found-goods-missing'> | null;
  readonly chargedKopecks: number | null;
  readonly handover: Handover | null;
}

export interface OpenPurchase {
  readonly id: number;
  readonly state: PurchaseState;
  readonly order: Order;
  readonly raw: RawAnswer | null;
}

/** The writes of the journal (DESIGN 6), each on the disk when it returns, and none that the states do not allow. */
export interface PurchaseJournal {
  /** The intent, not sent yet. Returns its id. */
  prepare(intent: Intent, at: number): number;
  /** Must return before the request leaves. */
  send(id: number, at: number): void;
  /** The answer as it came, before anybody has tried to read it. */
  keepAnswer(id: number, raw: RawAnswer): void;
  /** The end, with the goods, in one transaction; and the answer, where it could not be kept before. */
  settle(id: number, outcome: Outcome, at: number, raw: RawAnswer | null): void;
  /** What evidence says of an `unknown` one: settles it, or keeps what was found. Any other one is left as it is. */
  resolve(id: number, finding: Finding, at: number): void;
  /**
   * The word of the user on one that is `unknown`, or was settled so before; see `settleProblem`. Any other one throws.
   * The service's time and the goods are the caller's to look after.
   */
  settleByHand(id: number, settlement: Settlement): void;
  /** What was really taken for one that succeeded, where the service's sum of spending says so. */
  setCharged(id: number, kopecks: number): void;
  /** Everything of every account that has not ended, oldest first. */
  open(): readonly OpenPurchase[];
}

interface Row {
  readonly id: number;
  readonly accountId: string;
  readonly state: PurchaseState;
  /** `null` also when the client has another pair by now: what was bought is not that client's of the service. */
  readonly clientId: number | null;
  readonly orderJson: string;
  readonly sentAt: number | null;
}

interface OpenRow {
  readonly id: number;
  readonly state: PurchaseState;
  readonly orderJson: string;
  readonly rawStatus: number | null;
  readonly rawAnswer: string | null;
  readonly rawComplete: number | null;
}

/** `uptime`: see Clock. */
export const createPurchaseJournal = (db: Database, stores: Stores, uptime: () => number): PurchaseJournal => {
  const rowOf = (id: number): Row => {
    const row = db.get<Row>(
      `SELECT p.id, p.account_id AS accountId, p.state, c.id AS clientId, p.order_json AS orderJson, p.sent_at AS sentAt
       FROM purchases p LEFT JOIN clients c
         ON c.id = p.client_id AND c.messenger_id = p.messenger_id AND c.client_key = p.client_key
       WHERE p.id = ?`,
      id,
    );
    if (row === undefined) throw new Error(`purchase ${id} is not in the journal`);
    return row;
  };

  const stateAfter = (state: PurchaseState, event: JournalEvent): PurchaseState => {
    const next = nextState(state, event);
    if (next === null) throw new Error(`a purchase that is ${state} cannot be ${event}`);
    return next;
  };

  const putAnswer = (id: number, raw: RawAnswer): void => {
    db.run(
      'UPDATE purchases SET raw_status = ?, raw_answer = ?, raw_complete = ? WHERE id = ?',
      raw.status,
      raw.text,
      raw.complete ? 1 : 0,
      id,
    );
  };

  const putCharged = (id: number, kopecks: number): void => {
    db.run('UPDATE purchases SET charged_kopecks = ? WHERE id = ?', kopecks, id);
  };

  const deliver = ({ id, accountId, clientId, orderJson }: Row, handover: Handover, at: number): void => {
    const { goods } = handover;
    db.run('UPDATE purchases SET goods_json = ? WHERE id = ?', JSON.stringify(goods), id);
    if ('chargedKopecks' in goods && goods.chargedKopecks !== null) putCharged(id, goods.chargedKopecks);
    const order = JSON.parse(orderJson) as Order;
    kindOf(order).deliver(stores, { accountId, purchaseId: id, order, clientId, handover, at });
    if (clientId === null) return;
    db.run('UPDATE clients SET last_purchase_at = max(coalesce(last_purchase_at, 0), ?) WHERE id = ?', at, clientId);
  };

  return {
    prepare: (intent, at) =>
      db.durably(() => {
        const { order, client } = intent;
        const who = client === null ? [] : [client.name, client.clientKey, String(client.messengerId)];
        const words = [...who, ...kindOf(order).searchWords(order)];
        const { lastId } = db.run(
          `INSERT INTO purchases (account_id, kind, client_id, messenger_id, client_key, client_name, order_json, state,
             price_kopecks, evidence_before, search_text, client_sort, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, 'prepared', ?, ?, ?, ?, ?)`,
          intent.accountId,
          order.kind,
          client?.clientId ?? null,
          client?.messengerId ?? null,
          client?.clientKey ?? null,
          client?.name ?? '',
          JSON.stringify(order),
          intent.priceKopecks,
          JSON.stringify(intent.evidence),
          foldText(words.join('\n')),
          sortKey(client?.name ?? ''),
          at,
        );
        intent.withIntent?.(lastId);
        return lastId;
      }),
    send: (id, at) =>
      db.durably(() => {
        const state = stateAfter(rowOf(id).state, 'sending');
        db.run('UPDATE purchases SET state = ?, sent_at = ?, sent_uptime = ? WHERE id = ?', state, at, uptime(), id);
      }),
    keepAnswer: (id, raw) => db.durably(() => putAnswer(id, raw)),
    settle: (id, outcome, at, raw) =>
      db.durably(() => {
        const row = rowOf(id);
        // A commit can reach the disk and report an error all the same; then it is written, and nothing is left to do.
        if (row.state !== 'sent' && row.state === nextState('sent', outcome.event)) return;
        const state = stateAfter(row.state, outcome.event);
        if (raw !== null) putAnswer(id, raw);
        if (outcome.event === 'delivered') {
          deliver(row, outcome, at);
          db.run(
            "UPDATE purchases SET state = ?, reason = NULL, note = '', finished_at = ? WHERE id = ?",
            state,
            at,
            id,
          );
        } else {
          const { reason, note } = outcome;
          db.run(
            'UPDATE purchases SET state = ?, reason = ?, note = ?, finished_at = ?, lost_uptime = ? WHERE id = ?',
            state,
            reason,
            note,
            at,
            uptime(),
            id,
          );
        }
      }),
    resolve: (id, { resolution, event, chargedKopecks, handover }, at) =>
      db.durably(() => {
        const row = rowOf(id);
        if (row.state !== 'unknown') return;
        db.run('UPDATE purchases SET evidence_after = ? WHERE id = ?', JSON.stringify(resolution), id);
        if (event === null) return;
        const state = stateAfter(row.state, event);
        if (event === 'found-charged' && handover !== null) deliver(row, handover, row.sentAt ?? at);
        if (chargedKopecks !== null) putCharged(id, chargedKopecks);
        db.run('UPDATE purchases SET state = ?, finished_at = ? WHERE id = ?', state, at, id);
      }),
    settleByHand: (id, settlement) =>
      db.durably(() => {
        const state = stateAfter(
          rowOf(id).state,
          settlement.verdict === 'charged' ? 'called-charged' : 'called-not-charged',
        );
        db.run(
          `UPDATE purchases SET state = ?,
             settlements_json = json_insert(coalesce(settlements_json, '[]'), '$[#]', json(?))
           WHERE id = ?`,
          state,
          JSON.stringify(settlement),
          id,
        );
      }),
    setCharged: (id, kopecks) => db.transaction(() => putCharged(id, kopecks)),
    open: () =>
      db
        .all<OpenRow>(
          `SELECT id, state, order_json AS orderJson, raw_status AS rawStatus, raw_answer AS rawAnswer,
             raw_complete AS rawComplete
           FROM purchases WHERE state IN ('prepared', 'sent', 'unknown') ORDER BY id`,
        )
        .map(({ id, state, orderJson, rawStatus, rawAnswer, rawComplete }) => ({
          id,
          state,
          order: JSON.parse(orderJson) as Order,
          raw:
            rawStatus === null || rawAnswer === null
              ? null
              : { status: rawStatus, text: rawAnswer, complete: rawComplete === 1 },
        })),
  };
};
