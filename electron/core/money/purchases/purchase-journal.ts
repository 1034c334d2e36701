import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { AnsweredOrder, Arrival, Evidence, Handover, Stores } from '#core/money/products/product.ts';
import { noteSaleOutcome, sellOrder } from '#core/money/sales/sales-book.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { also, among, ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { RawAnswer } from '#core/service/api/call.ts';
import type { Difference, Order, RecordedOrder, Resolution, Settlement } from '#shared/contract/purchases.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';
import { canTransition, type PurchaseStatus, reopens } from '#shared/domain/journal.ts';
import { rulesOf } from '#shared/products/index.ts';
import type { Ending } from './outcome.ts';
import { booksOf } from './purchase-filter.ts';

/** The order with its client and price, and the evidence read before it. */
export interface Intent {
  readonly accountId: string;
  readonly order: Order;
  /** `null` if it is not for a client yet. */
  readonly client: ClientPair | null;
  readonly priceKopecks: number;
  /** JSON-safe. `balance` contains the account's `balanceKopecks` and `spentKopecks`. */
  readonly evidence: Evidence;
  /** Runs in the transaction that writes the intent, so that related data is stored with it or not at all. */
  readonly withIntent?: (purchaseId: number) => void;
}

/** A resolution as the resolver stores it; the window gets only the fields of `Resolution`. */
export interface StoredResolution extends Resolution {
  /** The uptime when the resolver looked; see `Clock.uptime`. */
  readonly uptime: number;
  /** Milliseconds without any sign of the purchase, by the machine's uptime. */
  readonly quietMs: number;
  /** The newest reading of the balance on which it is based. */
  readonly reading: number;
  /**
   * Whether the verdict is final unless a later reading contradicts it, because the reading was past the lag window of
   * the service's total.
   */
  readonly isFirm: boolean;
}

/** The result of looking for evidence, and the resulting status. */
export interface Finding extends PurchaseStatus {
  readonly resolution: StoredResolution;
  readonly chargedKopecks: number | null;
  readonly handover: Handover | null;
}

export interface UnendedPurchase {
  readonly id: number;
  readonly order: RecordedOrder;
  readonly isPending: boolean;
  /** Whether the request was sent. */
  readonly wasSent: boolean;
  /** Whether its answer was read and did not match the order. */
  readonly isDoubted: boolean;
  readonly raw: RawAnswer | null;
}

interface Row extends PurchaseStatus {
  readonly id: number;
  readonly accountId: string;
  /** `null` also if the client's pair has changed: the goods do not belong to the service's client of that pair. */
  readonly clientId: number | null;
  readonly order: RecordedOrder;
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

/**
 * The status after an answer. If nothing that was ordered came, the answer is only evidence: docs/money.md#as-ordered.
 */
const ARRIVED: Readonly<Record<Arrival['goods'], PurchaseStatus>> = {
  here: { outcome: 'charged', basis: 'answer', goodsState: 'here' },
  missing: { outcome: 'charged', basis: 'evidence', goodsState: 'missing' },
  'not-new': OPEN,
};

/**
 * Stores with the client when its newest charged purchase was made, so that the list of clients can be sorted by it.
 */
export const noteLastPurchase = (db: Database, clientId: number): void => {
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE clients SET last_purchase_at = (
      SELECT max(iif(basis = 'answer', coalesce(finished_at, created_at), coalesce(sent_at, created_at)))
      FROM purchases WHERE client_id = ${clientId} AND outcome = 'charged')
    WHERE id = ${clientId}`,
    ),
  );
};

/**
 * The parts of the open desk that the journal needs for its writes (docs/money.md). Each write is on the disk when it
 * returns, and the rules must allow it.
 */
export interface JournalContext extends CommonDeps<'db' | 'clock'> {
  readonly stores: Stores;
}

const rowOf = (db: Database, id: number): Row => {
  const row = db.get<Row>(sql`SELECT p.id, p.account_id, p.outcome, p.basis, p.goods AS goodsState, c.id AS clientId,
    p.order_json AS "order:json", p.goods_json IS NOT NULL AS "hasGoods:flag", p.evidence_before AS "before:json",
    p.sent_at, p.computer, p.price_kopecks
    FROM purchases p LEFT JOIN clients c
      ON c.id = p.client_id AND c.messenger_id = p.messenger_id AND c.client_key = p.client_key
    WHERE p.id = ${id}`);
  if (row === undefined) throw new Error(`purchase ${id} is not in the journal`);
  return row;
};

const putStatus = (db: Database, row: Row, to: PurchaseStatus): void => {
  if (row.computer !== null) throw new Error('only the computer that made a purchase determines its outcome');
  if (!canTransition(row, to)) throw new Error(`a purchase that is ${row.outcome} cannot become ${to.outcome}`);
  db.run(sql`UPDATE purchases SET outcome = ${to.outcome}, basis = ${to.basis}, goods = ${to.goodsState},
    reopened = reopened + ${reopens(row, to)} WHERE id = ${row.id}`);
  if (to.outcome !== row.outcome) noteSaleOutcome(db, row.id);
};

const putAnswer = (db: Database, id: number, raw: RawAnswer): void => {
  db.run(sql`UPDATE purchases SET raw_status = ${raw.status}, raw_answer = ${raw.text}, raw_complete = ${raw.complete}
    WHERE id = ${id}`);
};

const putCharged = (db: Database, id: number, kopecks: number): void => {
  db.run(sql`UPDATE purchases SET charged_kopecks = ${kopecks} WHERE id = ${id}`);
};

const deliver = (
  { db, stores }: JournalContext,
  { id, accountId, clientId, order, priceKopecks }: Row,
  handover: Handover,
  at: number,
): void => {
  const { goods } = handover;
  db.run(sql`UPDATE purchases SET goods_json = ${JSON.stringify(goods)} WHERE id = ${id}`);
  // The higher one of quote and answer counts until the total of spending shows the real amount.
  if ('chargedKopecks' in goods && goods.chargedKopecks !== null) {
    putCharged(db, id, Math.max(priceKopecks, goods.chargedKopecks));
  }
  kindOf(order).deliver(stores, { accountId, purchaseId: id, order, clientId, handover, at });
};

/** Delivers the goods that were found, or withdraws assumed dates. Goods that were delivered are never deleted. */
const followVerdict = (
  context: JournalContext,
  row: Row,
  to: PurchaseStatus,
  handover: Handover | null,
  at: number,
): void => {
  const sentAt = row.sentAt ?? at;
  if (to.outcome === 'charged') {
    if (handover !== null && row.outcome !== 'charged') deliver(context, row, handover, sentAt);
    return;
  }
  if (row.outcome !== 'charged') return;
  const { id: purchaseId, accountId, clientId, order, before } = row;
  kindOf(order).withdraw(context.stores, { accountId, purchaseId, order, clientId, at: sentAt, before });
};

const arrivedOf = (stores: Stores, row: Row, handover: AnsweredOrder, at: number): Arrival => {
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

const putDifferences = (db: Database, id: number, differences: readonly Difference[]): void => {
  db.run(sql`UPDATE purchases SET differences_json = ${JSON.stringify(differences)}, reason = 'not-as-ordered'
    WHERE id = ${id}`);
};

const noteLast = (db: Database, { clientId }: Row): void => {
  if (clientId !== null) noteLastPurchase(db, clientId);
};

/**
 * Writes the intent. It must return before the request is sent, with nothing in between. With `waits` the purchase
 * counts as not sent until `markAsSent`. Returns its id.
 */
export const writeIntent = ({ db, clock }: JournalContext, intent: Intent, at: number, waits = false): number =>
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
      ${sortKey(client?.name ?? '')}, ${at}, ${waits ? null : at}, ${waits ? null : uptimeOf(clock)})`);
    sellOrder(db, { purchaseId: lastId, accountId, order, clientId: client?.clientId ?? null });
    intent.withIntent?.(lastId);
    return lastId;
  });

/** Writes that a purchase leaves now whose intent waited. */
export const markAsSent = ({ db, clock }: JournalContext, id: number, at: number): void =>
  db.durably(() => {
    db.run(sql`UPDATE purchases SET sent_at = ${at}, sent_uptime = ${uptimeOf(clock)} WHERE id = ${id}`);
  });

/** Stores the answer as received, before it is parsed. */
export const keepAnswer = ({ db }: JournalContext, id: number, raw: RawAnswer): void =>
  db.durably(() => putAnswer(db, id, raw));

/** Writes the end and the goods in one transaction, and the answer if it could not be stored before. */
export const endPurchase = (
  context: JournalContext,
  id: number,
  ending: Ending,
  at: number,
  raw: RawAnswer | null,
): void => {
  const { db, clock, stores } = context;
  db.durably(() => {
    const row = rowOf(db, id);
    const isDelivered = ending.event === 'delivered';
    const arrived = isDelivered ? arrivedOf(stores, row, ending, at) : null;
    const to = arrived === null ? (ending.event === 'not-sent' ? REFUSED : OPEN) : ARRIVED[arrived.goods];
    // A commit can reach the disk and still report an error. Then everything is written already.
    if (row.outcome !== 'pending' && row.outcome === to.outcome && row.basis === to.basis) return;
    putStatus(db, row, to);
    if (raw !== null) putAnswer(db, id, raw);
    if (isDelivered && to.outcome === 'charged') deliver(context, row, ending, at);
    db.run(sql`UPDATE purchases SET reason = ${isDelivered ? null : ending.reason},
      note = ${isDelivered ? '' : ending.note}, finished_at = ${at}, ended_uptime = ${uptimeOf(clock)} WHERE id = ${id}`);
    if (arrived !== null && arrived.differences.length > 0) putDifferences(db, id, arrived.differences);
    noteLast(db, row);
  });
};

/** Confirms that a refused purchase was not charged, because the total of spending did not rise. */
export const confirmRefusal = ({ db }: JournalContext, id: number, at: number): void =>
  db.durably(() => {
    putStatus(db, rowOf(db, id), REFUSED);
    db.run(sql`UPDATE purchases SET finished_at = ${at} WHERE id = ${id}`);
  });

/** Writes a verdict based on evidence. If the transition is not allowed, the purchase keeps its status. */
export const writeFinding = (context: JournalContext, id: number, finding: Finding, at: number): void => {
  const { resolution, chargedKopecks, handover, ...to } = finding;
  const { db } = context;
  db.durably(() => {
    const row = rowOf(db, id);
    const isNew = row.outcome !== to.outcome || row.basis !== to.basis;
    if (isNew && !canTransition(row, to)) return;
    db.run(sql`UPDATE purchases SET evidence_after = ${JSON.stringify(resolution)} WHERE id = ${id}`);
    if (!isNew) return;
    putStatus(db, row, to);
    db.run(sql`UPDATE purchases SET finished_at = ${at}, charged_kopecks = ${chargedKopecks} WHERE id = ${id}`);
    followVerdict(context, row, to, handover, at);
    noteLast(db, row);
  });
};

/**
 * Writes the user's verdict; see `settleProblem`. Throws if the journal does not allow it. The caller must make sure
 * that the service can no longer carry the purchase out.
 */
export const settleByHand = (context: JournalContext, id: number, settlement: Settlement): void => {
  const { db } = context;
  db.durably(() => {
    const row = rowOf(db, id);
    const kind = kindOf(row.order);
    const isCharged = settlement.verdict === 'charged';
    const goodsState = !isCharged ? 'none' : row.hasGoods ? 'here' : kind.goodsByWord;
    const to: PurchaseStatus = { outcome: settlement.verdict, basis: 'user', goodsState };
    putStatus(db, row, to);
    followVerdict(context, row, to, isCharged ? kind.assumed(row.order) : null, settlement.at);
    db.run(sql`UPDATE purchases SET settlements_json = json_insert(coalesce(settlements_json, '[]'), '$[#]',
      json(${JSON.stringify(settlement)}))
      WHERE id = ${id}`);
    noteLast(db, row);
  });
};

/** Writes the amount that was really charged, if the service's total shows it. */
export const setCharged = ({ db }: JournalContext, id: number, kopecks: number): void =>
  db.transaction(() => putCharged(db, id, kopecks));

/** Writes how much the service's total rose, if that is more than quote and answer named. */
export const setRisen = ({ db }: JournalContext, id: number, kopecks: number): void =>
  db.transaction(() => {
    db.run(sql`UPDATE purchases SET risen_kopecks = ${kopecks} WHERE id = ${id}`);
  });

/** Returns this computer's pending or open purchases, of all accounts or only these, oldest first. */
export const unendedPurchases = (db: Database, only?: ReadonlySet<number>): readonly UnendedPurchase[] =>
  db
    .all<UnendedRow>(sql`SELECT id, outcome = 'pending' AS "isPending:flag", sent_at IS NOT NULL AS "wasSent:flag",
        reason IS 'not-as-ordered' AS "isDoubted:flag",
        order_json AS "order:json", raw_status, raw_answer, raw_complete AS "complete:flag"
      FROM purchases WHERE outcome IN ('pending', 'open') AND computer IS NULL
        ${also(only === undefined ? null : sql`id IN ${among(only)}`)} ORDER BY id`)
    .map(({ rawStatus, rawAnswer, complete, ...purchase }) => ({
      ...purchase,
      raw: rawStatus === null || rawAnswer === null ? null : { status: rawStatus, text: rawAnswer, complete },
    }));
