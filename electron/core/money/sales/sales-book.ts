import { IS_CHARGED } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { coverSales } from '#shared/domain/sale-amounts.ts';
import { suggestPrice } from './price-repository.ts';

interface SaleRow {
  readonly id: number;
  readonly kopecks: number;
  readonly paidKopecks: number;
  readonly dueDay: string | null;
  readonly at: number;
  readonly counts: boolean;
}

interface Money {
  readonly purchaseId: number | null;
  readonly kopecks: number;
  readonly openingSince: number | null;
}

const earliest = (days: readonly (string | null)[]): string | null =>
  days.reduce((first, day) => (day !== null && (first === null || day < first) ? day : first), null);

/**
 * Recalculates a client's debt and the paid state of its sales from sales, outcomes and payments. Only this function
 * writes them. Call it in the transaction that changed one of these.
 */
export const recountClient = (db: Database, clientId: number): void => {
  const rows = db.all<SaleRow>(sql`SELECT s.purchase_id AS id, s.price_kopecks AS kopecks, s.paid_kopecks, s.due_day,
    p.created_at AS at, p.${IS_CHARGED} AS "counts:flag"
    FROM sales s CROSS JOIN purchases p ON p.id = s.purchase_id
    WHERE s.client_id = ${clientId} ORDER BY p.created_at, s.purchase_id`);
  const money = db.all<Money>(sql`SELECT purchase_id, sum(amount_kopecks) AS kopecks,
    min(at) FILTER (WHERE kind = 'opening') AS openingSince
    FROM payments WHERE client_id = ${clientId} GROUP BY purchase_id`);
  const counted = rows.filter(({ counts }) => counts);
  const ids = new Set(counted.map(({ id }) => id));
  // Money received for a purchase that was not charged, or is no longer a sale, still belongs to the client.
  const own = new Map(
    money.flatMap(({ purchaseId: id, kopecks }) => (id !== null && ids.has(id) ? [[id, kopecks]] : [])),
  );
  const others = money.filter(({ purchaseId }) => purchaseId === null || !ids.has(purchaseId));
  const free = others.reduce((sum, { kopecks }) => sum + kopecks, 0);
  const { paid, openingKopecks } = coverSales(
    counted.map(({ id, kopecks }) => ({ kopecks, earmarkedKopecks: own.get(id) ?? 0 })),
    free,
  );
  const paidOf = new Map(counted.map(({ id }, index) => [id, paid[index] ?? 0]));
  for (const { id, paidKopecks } of rows) {
    const now = paidOf.get(id) ?? 0;
    if (now !== paidKopecks) db.run(sql`UPDATE sales SET paid_kopecks = ${now} WHERE purchase_id = ${id}`);
  }
  const unpaid = counted.filter(({ id, kopecks }) => (paidOf.get(id) ?? 0) < kopecks);
  const opening =
    openingKopecks > 0
      ? others.reduce((first, { openingSince }) => Math.min(first, openingSince ?? Infinity), Infinity)
      : Infinity;
  const since = Math.min(opening, ...unpaid.map(({ at }) => at).slice(0, 1));
  const sold = counted.reduce((sum, { kopecks }) => sum + kopecks, 0);
  const received = money.reduce((sum, { kopecks }) => sum + kopecks, 0);
  db.run(
    ofRow(
      'clients',
      clientId,
      sql`UPDATE clients SET owed_kopecks = ${counted.length === 0 && money.length === 0 ? null : sold - received},
    owed_since = ${Number.isFinite(since) ? since : null}, due_day = ${earliest(unpaid.map(({ dueDay }) => dueDay))}
    WHERE id = ${clientId}`,
    ),
  );
};

/** Recalculates the debt of the client who bought a purchase, after its outcome has changed. */
export const recountBuyer = (db: Database, purchaseId: number): void => {
  const clientId = db.value<number>(sql`SELECT client_id FROM sales WHERE purchase_id = ${purchaseId}`);
  if (clientId !== null) recountClient(db, clientId);
};

/**
 * Stores the sale of a purchase, or replaces it. `dueDay`: YYYY-MM-DD in the reseller's calendar, `null` if none was
 * agreed.
 */
export const putSale = (
  db: Database,
  {
    purchaseId,
    accountId,
    clientId,
    priceKopecks,
    dueDay,
  }: {
    readonly purchaseId: number;
    readonly accountId: string;
    readonly clientId: number;
    readonly priceKopecks: number;
    readonly dueDay: string | null;
  },
): void => {
  db.run(sql`INSERT INTO sales (purchase_id, account_id, client_id, price_kopecks, due_day)
    VALUES (${purchaseId}, ${accountId}, ${clientId}, ${priceKopecks}, ${dueDay})
    ON CONFLICT (purchase_id) DO UPDATE
    SET client_id = excluded.client_id, price_kopecks = excluded.price_kopecks, due_day = excluded.due_day`);
};

/**
 * Ignores errors: the figures of a desk from elsewhere may be inconsistent, which must not prevent a purchase or its
 * end.
 */
const withoutFailing = (work: () => void): void => {
  try {
    work();
  } catch {
    // The next sale or payment of the client recalculates them.
  }
};

/**
 * Records the sale of an order at the present prices. Without a price it is not a sale. The journal calls this in its
 * own transaction, so that a purchase and its sale are written together.
 */
export const sellOrder = (
  db: Database,
  {
    purchaseId,
    accountId,
    order,
    clientId,
  }: {
    readonly purchaseId: number;
    readonly accountId: string;
    readonly order: Order;
    readonly clientId: number | null;
  },
): void => {
  if (clientId === null) return;
  withoutFailing(() => {
    const priceKopecks = suggestPrice(db, accountId, order, clientId);
    if (priceKopecks !== null) putSale(db, { purchaseId, accountId, clientId, priceKopecks, dueDay: null });
  });
};

/** Updates the client's debt after a purchase became charged or not charged, in the journal's transaction. */
export const noteSaleOutcome = (db: Database, purchaseId: number): void =>
  withoutFailing(() => recountBuyer(db, purchaseId));
