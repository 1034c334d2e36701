import { createHash } from 'node:crypto';
import { kindOf } from '#core/money/products/index.ts';
import { findPayment } from '#core/money/sales/payment-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { RecordedOrder } from '#shared/contract/purchases.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import type { PaperDocument } from './document-page.ts';

interface Wanted {
  readonly language: Language;
  /** The details of the seller from the settings. */
  readonly seller: string;
}

/** More lines do not fit on a document that anybody reads; those before them are one sum with earlier debts. */
const MAX_LINES = 200;

/**
 * Returns the number of a document: its day, and six digits that follow from its content. So a document has the same number
 * on every computer and after a backup was restored, and different documents of a day practically never share one.
 */
const numberOf = (at: number, content: readonly unknown[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest();
  return `${localDate(at).replaceAll('-', '')}-${String(digest.readUInt32BE() % 1_000_000).padStart(6, '0')}`;
};

/** Returns the pair by which all computers know a client. */
const pairOf = (db: Database, clientId: number): readonly unknown[] =>
  Object.values(db.get<object>(sql`SELECT messenger_id, client_key FROM clients WHERE id = ${clientId}`) ?? {});

/** Returns how many earlier payments look exactly like this one, such as two equal ones that were noted for one day. */
const countAlike = (db: Database, paymentId: number): number =>
  db.value<number>(sql`SELECT count(*) FROM payments p JOIN payments o USING (client_id, kind, amount_kopecks, note, at)
    WHERE p.id = ${paymentId} AND o.id < p.id`) ?? 0;

const orderText = (order: RecordedOrder | null, language: Language): string => {
  const t = textsIn(language);
  if (order === null) return t('files:documents.anyDebt');
  const details = kindOf(order).orderCell(order, t, language);
  const product = t(`files:products.${order.kind}`);
  return details === '' ? product : `${product}, ${details}`;
};

/** Returns the client's name for a document, without the key that only the desk needs. */
const nameOf = (db: Database, clientId: number): string => {
  return db.value<string>(sql`SELECT coalesce(nullif(name, ''), client_key) FROM clients WHERE id = ${clientId}`) ?? '';
};

/** Returns the receipt for a payment. Throws `not-found`, and `conflict` (`no-receipt`) if nothing was received. */
export const readReceipt = (
  db: Database,
  accountId: string,
  paymentId: number,
  { language, seller }: Wanted,
): PaperDocument => {
  const payment = findPayment(db, accountId, paymentId);
  if (payment === undefined) throw new DeskError('not-found', 'There is no such payment.', { code: 'payment' });
  const { kind, amountKopecks, purchaseId, clientId, note, at } = payment;
  if (kind !== 'received' || amountKopecks <= 0) {
    throw new DeskError('conflict', 'Nothing was received.', { code: 'no-receipt' });
  }
  const order =
    purchaseId === null
      ? null
      : (db.get<{ order: RecordedOrder }>(sql`SELECT order_json AS "order:json" FROM purchases
          WHERE id = ${purchaseId} AND account_id = ${accountId}`)?.order ?? null);
  return {
    kind: 'receipt',
    language,
    number: numberOf(at, [...pairOf(db, clientId), at, amountKopecks, note, countAlike(db, paymentId)]),
    at,
    seller,
    client: nameOf(db, clientId),
    lines: [{ what: orderText(order, language), at, kopecks: amountKopecks }],
    totalKopecks: amountKopecks,
    dueDay: null,
    note,
  };
};

interface UnpaidSale {
  readonly at: number;
  readonly order: RecordedOrder | null;
  readonly leftKopecks: number;
}

/**
 * Returns the invoice for what a client owes: the unpaid sales of charged purchases, and in one line the rest, such as an
 * earlier debt. Throws `not-found`, and `conflict` (`nothing-owed`). `now` in ms since the epoch, UTC.
 */
export const readInvoice = (
  db: Database,
  accountId: string,
  clientId: number,
  now: number,
  { language, seller }: Wanted,
): PaperDocument => {
  const debt = db.get<{ owedKopecks: number | null; dueDay: string | null }>(sql`SELECT owed_kopecks, due_day
    FROM clients WHERE id = ${clientId} AND account_id = ${accountId} AND removed = 0`);
  if (debt === undefined) throw new DeskError('not-found', 'There is no such client.', { code: 'client' });
  const owed = debt.owedKopecks ?? 0;
  if (owed <= 0) throw new DeskError('conflict', 'The client owes nothing.', { code: 'nothing-owed' });
  const newestFirst = db.all<UnpaidSale>(sql`SELECT p.created_at AS at, p.order_json AS "order:json",
      s.price_kopecks - s.paid_kopecks AS leftKopecks
    FROM sales s JOIN purchases p ON p.id = s.purchase_id
    WHERE s.account_id = ${accountId} AND s.client_id = ${clientId} AND p.outcome = 'charged'
      AND s.price_kopecks > s.paid_kopecks
    ORDER BY p.id DESC LIMIT ${MAX_LINES}`);
  const unpaid = newestFirst.toReversed();
  const named = unpaid.reduce((sum, { leftKopecks }) => sum + leftKopecks, 0);
  const sales = unpaid.map(({ at, order, leftKopecks }) => ({
    what: orderText(order, language),
    at,
    kopecks: leftKopecks,
  }));
  const rest = { what: textsIn(language)('files:documents.otherDebt'), at: null, kopecks: owed - named };
  return {
    kind: 'invoice',
    language,
    number: numberOf(now, [...pairOf(db, clientId), owed, debt.dueDay, sales.map(({ at, kopecks }) => [at, kopecks])]),
    at: now,
    seller,
    client: nameOf(db, clientId),
    lines: rest.kopecks === 0 ? sales : [...sales, rest],
    totalKopecks: owed,
    dueDay: debt.dueDay,
    note: '',
  };
};
