import type { Order } from '#shared/contract/purchases.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { type JournalEvent, nextState, type PurchaseState } from '#shared/domain/journal.ts';
import type { RawAnswer } from '../api/call.ts';
import type { ClientPair } from '../premium/client-pair.ts';
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
  /** Everything of every account that has not ended, oldest first. */
  open(): readonly OpenPurchase[];
}

interface Row {
  readonly id: number;
  readonly accountId: string;
  readonly state: PurchaseState;
  readonly clientId: number | null;
  readonly orderJson: string;
}

interface OpenRow {
  readonly id: number;
  readonly state: PurchaseState;
  readonly orderJson: string;
  readonly rawStatus: number | null;
  readonly rawAnswer: string | null;
  readonly rawComplete: number | null;
}

export const createPurchaseJournal = (db: Database, stores: Stores): PurchaseJournal => {
  const rowOf = (id: number): Row => {
    const row = db.get<Row>(
      `SELECT id, account_id AS accountId, state, client_id AS clientId, order_json AS orderJson
       FROM purchases WHERE id = ?`,
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

  const deliver = ({ id, accountId, clientId, orderJson }: Row, handover: Handover, at: number): void => {
    db.run('UPDATE purchases SET goods_json = ? WHERE id = ?', JSON.stringify(handover.goods), id);
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
        return db.run(
          `INSERT INTO purchases (account_id, kind, client_id, messenger_id, client_key, client_name, order_json, state,
             price_kopecks, evidence_before, search_text, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, 'prepared', ?, ?, ?, ?)`,
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
          at,
        ).lastId;
      }),
    send: (id, at) =>
      db.durably(() => {
        const state = stateAfter(rowOf(id).state, 'sending');
        db.run('UPDATE purchases SET state = ?, sent_at = ? WHERE id = ?', state, at, id);
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
            'UPDATE purchases SET state = ?, reason = ?, note = ?, finished_at = ? WHERE id = ?',
            state,
            reason,
            note,
            at,
            id,
          );
        }
      }),
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
