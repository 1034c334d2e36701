import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { AnsweredOrder, Arrival, Evidence, Handover, Stores } from '#core/money/products/product.ts';
import type { SalesBook } from '#core/money/sales/sales-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, sql } from '#core/platform/sqlite/sql.ts';
import type { RawAnswer } from '#core/service/api/call.ts';
import type { Difference, Order, Resolution, Settlement } from '#shared/contract/purchases.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';
import { canTransition, type PurchaseStatus, reopens } from '#shared/domain/journal.ts';
import { rulesOf } from '#shared/domain/products/index.ts';
import type { Ending } from './outcome.ts';
import { booksOf } from './purchase-filter.ts';

/** The order, its client and price, and the evidence that was read before. */
export interface Intent {
  readonly accountId: string;
  readonly order: Order;
  /** `null`: for nobody yet. */
  readonly client: ClientPair | null;
  readonly priceKopecks: number;
  /** JSON-safe; `balance` holds the account's `balanceKopecks` and `spentKopecks`. */
  readonly evidence: Evidence;
  /** Runs in the transaction that writes it: what belongs to the purchase is on the disk with it, or neither is. */
  readonly withIntent?: (purchaseId: number) => void;
}

/** A resolution as the resolver stores it; the window is shown only the `Resolution` of it. */
export interface StoredResolution extends Resolution {
  /** When it looked; see Clock.uptime. */
  readonly uptime: number;
  /** Milliseconds without any sign of the purchase, by the uptime of the machine. */
  readonly quietMs: number;
  /** The newest reading of the balance that it went by. */
  readonly reading: number;
  /** The verdict is final unless a later reading contradicts it: the reading was past the lag window of the service's total. */
  readonly isFirm: boolean;
}

/** The result of looking for evidence, and the status that follows from it. */
export interface Finding extends PurchaseStatus {
  readonly resolution: StoredResolution;
  readonly chargedKopecks: number | null;
  readonly handover: Handover | null;
}

export interface UnendedPurchase {
  readonly id: number;
  readonly order: Order;
  readonly isPending: boolean;
  /** It left this computer. */
  readonly wasSent: boolean;
  /** Its answer was read, and is not of what was ordered. */
  readonly isDoubted: boolean;
  readonly raw: RawAnswer | null;
}

interface Row extends PurchaseStatus {
  readonly id: number;
  readonly accountId: string;
  /** `null` also when the client has another pair by now: what was bought is not that client's of the service. */
  readonly clientId: number | null;
  readonly order: Order;
  readonly priceKopecks: number;
  readonly hasGoods: boolean;
  readonly before: Evidence;
  readonly sentAt: number | null;
  readonly computer: string | null;
}

interface UnendedRow extends Omit<UnendedPurchase, 'raw'> {
  readonly rawStatus: number | null;
  readonly rawAnswer: string | null;
  readonly complete: boolean;
}

const OPEN: PurchaseStatus = { outcome: 'open', basis: null, goodsState: 'none' };
const REFUSED: PurchaseStatus = { outcome: 'not-charged', basis: 'answer', goodsState: 'none' };

/** An answer of which nothing came that was ordered is evidence at most: docs/money.md#as-ordered. */
const ARRIVED: Readonly<Record<Arrival['goods'], PurchaseStatus>> = {
  here: { outcome: 'charged', basis: 'answer', goodsState: 'here' },
  missing: { outcome: 'charged', basis: 'evidence', goodsState: 'missing' },
  'not-new': OPEN,
};

/** Stores with the client when its newest charged purchase was made: the list of clients can be sorted by it. */
export const noteLastPurchase = (db: Database, clientId: number): void => {
  db.run(sql`UPDATE clients SET last_purchase_at = (
      SELECT max(iif(basis = 'answer', coalesce(finished_at, created_at), coalesce(sent_at, created_at)))
      FROM purchases WHERE client_id = ${clientId} AND outcome = 'charged')
    WHERE id = ${clientId}`);
};

/** The writes of the journal (docs/money.md), each on the disk when it returns, and none that the rules do not allow. */
export type PurchaseJournal = ReturnType<typeof createPurchaseJournal>;

/** `uptime`: see Clock. */
export const createPurchaseJournal = (db: Database, stores: Stores, sales: SalesBook, uptime: () => number) => {
  const rowOf = (id: number): Row => {
    const row = db.get<Row>(sql`SELECT p.id, p.account_id, p.outcome, p.basis, p.goods AS goodsState, c.id AS clientId,
      p.order_json AS "order:json", p.goods_json IS NOT NULL AS "hasGoods:flag", p.evidence_before AS "before:json",
      p.sent_at, p.computer, p.price_kopecks
      FROM purchases p LEFT JOIN clients c
        ON c.id = p.client_id AND c.messenger_id = p.messenger_id AND c.client_key = p.client_key
      WHERE p.id = ${id}`);
    if (row === undefined) throw new Error(`purchase ${id} is not in the journal`);
    return row;
  };

  const putStanding = (row: Row, to: PurchaseStatus): void => {
    if (row.computer !== null) throw new Error('what became of it is found out by the computer that made it');
    if (!canTransition(row, to)) throw new Error(`a purchase that is ${row.outcome} cannot become ${to.outcome}`);
    db.run(sql`UPDATE purchases SET outcome = ${to.outcome}, basis = ${to.basis}, goods = ${to.goodsState},
      reopened = reopened + ${reopens(row, to)} WHERE id = ${row.id}`);
    if (to.outcome !== row.outcome) sales.outcomeChanged(row.id);
  };

  const putAnswer = (id: number, raw: RawAnswer): void => {
    db.run(sql`UPDATE purchases SET raw_status = ${raw.status}, raw_answer = ${raw.text}, raw_complete = ${raw.complete}
      WHERE id = ${id}`);
  };

  const putCharged = (id: number, kopecks: number): void => {
    db.run(sql`UPDATE purchases SET charged_kopecks = ${kopecks} WHERE id = ${id}`);
  };

  const deliver = ({ id, accountId, clientId, order, priceKopecks }: Row, handover: Handover, at: number): void => {
    const { goods } = handover;
    db.run(sql`UPDATE purchases SET goods_json = ${JSON.stringify(goods)} WHERE id = ${id}`);
    // The most that quote and answer speak for, until the sum of spending says otherwise.
    if ('chargedKopecks' in goods && goods.chargedKopecks !== null) {
      putCharged(id, Math.max(priceKopecks, goods.chargedKopecks));
    }
    kindOf(order).deliver(stores, { accountId, purchaseId: id, order, clientId, handover, at });
  };

  /** Hands over what was found, or takes assumed dates back; what was delivered once is never deleted. */
  const follow = (row: Row, to: PurchaseStatus, handover: Handover | null, at: number): void => {
    const sentAt = row.sentAt ?? at;
    if (to.outcome === 'charged') {
      if (handover !== null && row.outcome !== 'charged') deliver(row, handover, sentAt);
      return;
    }
    if (row.outcome !== 'charged') return;
    const { id: purchaseId, accountId, clientId, order, before } = row;
    kindOf(order).withdraw(stores, { accountId, purchaseId, order, clientId, at: sentAt, before });
  };

  const arrivedOf = (row: Row, handover: AnsweredOrder, at: number): Arrival => {
    const { id: purchaseId, accountId, clientId, order, before } = row;
    const { goods, differences } = kindOf(order).arrived(stores, {
      accountId,
      purchaseId,
      order,
      clientId,
      before,
      handover,
      at,
    });
    return { goods, differences: [...handover.differences, ...differences] };
  };

  const putDifferences = (id: number, differences: readonly Difference[]): void => {
    db.run(sql`UPDATE purchases SET differences_json = ${JSON.stringify(differences)}, reason = 'not-as-ordered'
      WHERE id = ${id}`);
  };

  const noteLast = ({ clientId }: Row): void => {
    if (clientId !== null) noteLastPurchase(db, clientId);
  };

  return {
    /**
     * Must return before the request leaves, and nothing may come in between: but where it `waits`, until `leave`, it was not
     * sent. Returns its id.
     */
    send: (intent: Intent, at: number, waits = false): number =>
      db.durably(() => {
        const { accountId, order, client } = intent;
        const who = client === null ? [] : [client.name, client.clientKey, String(client.messengerId)];
        const words = [...who, ...rulesOf(order.kind).searchWords(order)];
        const { lastId } = db.run(sql`INSERT INTO purchases (account_id, books, kind, client_id, messenger_id,
          client_key, client_name, order_json, outcome, price_kopecks, evidence_before, search_text, client_sort,
          created_at, sent_at, sent_uptime)
          VALUES (${accountId}, ${booksOf(accountId)}, ${order.kind}, ${client?.clientId ?? null},
          ${client?.messengerId ?? null}, ${client?.clientKey ?? null}, ${client?.name ?? ''}, ${JSON.stringify(order)},
          'pending', ${intent.priceKopecks}, ${JSON.stringify(intent.evidence)}, ${foldText(words.join('\n'))},
          ${sortKey(client?.name ?? '')}, ${at}, ${waits ? null : at}, ${waits ? null : uptime()})`);
        sales.sell({ purchaseId: lastId, accountId, order, clientId: client?.clientId ?? null });
        intent.withIntent?.(lastId);
        return lastId;
      }),
    leave: (id: number, at: number): void =>
      db.durably(() => {
        db.run(sql`UPDATE purchases SET sent_at = ${at}, sent_uptime = ${uptime()} WHERE id = ${id}`);
      }),
    /** The answer as it came, before anybody has tried to read it. */
    keepAnswer: (id: number, raw: RawAnswer): void => db.durably(() => putAnswer(id, raw)),
    /** The end, with the goods, in one transaction; and the answer, where it could not be kept before. */
    end: (id: number, ending: Ending, at: number, raw: RawAnswer | null): void =>
      db.durably(() => {
        const row = rowOf(id);
        const isDelivered = ending.event === 'delivered';
        const arrived = isDelivered ? arrivedOf(row, ending, at) : null;
        const to = arrived === null ? (ending.event === 'not-sent' ? REFUSED : OPEN) : ARRIVED[arrived.goods];
        // A commit can reach the disk and report an error all the same; then it is written, and nothing is left to do.
        if (row.outcome !== 'pending' && row.outcome === to.outcome && row.basis === to.basis) return;
        putStanding(row, to);
        if (raw !== null) putAnswer(id, raw);
        if (isDelivered && to.outcome === 'charged') deliver(row, ending, at);
        db.run(sql`UPDATE purchases SET reason = ${isDelivered ? null : ending.reason},
          note = ${isDelivered ? '' : ending.note}, finished_at = ${at}, ended_uptime = ${uptime()} WHERE id = ${id}`);
        if (arrived !== null && arrived.differences.length > 0) putDifferences(id, arrived.differences);
        noteLast(row);
      }),
    /** The service refused it, and its sum of spending did not move. */
    confirmRefusal: (id: number, at: number): void =>
      db.durably(() => {
        putStanding(rowOf(id), REFUSED);
        db.run(sql`UPDATE purchases SET finished_at = ${at} WHERE id = ${id}`);
      }),
    /** Writes the verdict of evidence. A purchase whose status does not allow the transition stays as it is. */
    resolve: (id: number, { resolution, chargedKopecks, handover, ...to }: Finding, at: number): void =>
      db.durably(() => {
        const row = rowOf(id);
        const isNew = row.outcome !== to.outcome || row.basis !== to.basis;
        if (isNew && !canTransition(row, to)) return;
        db.run(sql`UPDATE purchases SET evidence_after = ${JSON.stringify(resolution)} WHERE id = ${id}`);
        if (!isNew) return;
        putStanding(row, to);
        db.run(sql`UPDATE purchases SET finished_at = ${at}, charged_kopecks = ${chargedKopecks} WHERE id = ${id}`);
        follow(row, to, handover, at);
        noteLast(row);
      }),
    /**
     * The word of the user; see `settleProblem`. Throws where the journal does not allow it. The service's time is the
     * caller's to look after.
     */
    settleByHand: (id: number, settlement: Settlement): void =>
      db.durably(() => {
        const row = rowOf(id);
        const kind = kindOf(row.order);
        const isCharged = settlement.verdict === 'charged';
        const goodsState = !isCharged ? 'none' : row.hasGoods ? 'here' : kind.goodsByWord;
        const to: PurchaseStatus = { outcome: settlement.verdict, basis: 'user', goodsState };
        putStanding(row, to);
        follow(row, to, isCharged ? kind.assumed(row.order) : null, settlement.at);
        db.run(sql`UPDATE purchases SET settlements_json = json_insert(coalesce(settlements_json, '[]'), '$[#]',
          json(${JSON.stringify(settlement)}))
          WHERE id = ${id}`);
        noteLast(row);
      }),
    /** Writes the amount that was really taken for a charged purchase, where the service's total shows it. */
    setCharged: (id: number, kopecks: number): void => db.transaction(() => putCharged(id, kopecks)),
    /** Writes by how much the service's total rose, where that is more than quote and answer named. */
    setRisen: (id: number, kopecks: number): void =>
      db.transaction(() => {
        db.run(sql`UPDATE purchases SET risen_kopecks = ${kopecks} WHERE id = ${id}`);
      }),
    /** This computer's purchases that are pending or open, of all accounts or only these, oldest first. */
    unended: (only?: ReadonlySet<number>): readonly UnendedPurchase[] =>
      db
        .all<UnendedRow>(sql`SELECT id, outcome = 'pending' AS "isPending:flag", sent_at IS NOT NULL AS "wasSent:flag",
            reason IS 'not-as-ordered' AS "isDoubted:flag",
            order_json AS "order:json", raw_status, raw_answer, raw_complete AS "complete:flag"
          FROM purchases WHERE outcome IN ('pending', 'open') AND computer IS NULL
            ${also(only === undefined ? null : sql`id IN ${among(only)}`)} ORDER BY id`)
        .map(({ rawStatus, rawAnswer, complete, ...purchase }) => ({
          ...purchase,
          raw: rawStatus === null || rawAnswer === null ? null : { status: rawStatus, text: rawAnswer, complete },
        })),
  };
};
