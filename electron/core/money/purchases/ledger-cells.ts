import { kindOf } from '#core/money/products/index.ts';
import type { ReceivedPayment } from '#core/money/sales/received-payments.ts';
import type { CsvRow } from '#core/platform/files/csv-file.ts';
import { type CoreTexts, textsIn } from '#core/platform/text/texts.ts';
import type { Purchase, PurchaseTotals } from '#shared/contract/purchases.ts';
import type { Debt } from '#shared/contract/sales.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import type { CsvCell } from '#shared/domain/csv-writer.ts';
import { statusLabel } from '#shared/domain/journal.ts';
import type { Language } from '#shared/domain/language.ts';
import type { TotalsGroup } from '#shared/domain/ledger-tables.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { PURCHASE_KINDS } from '#shared/products/index.ts';

/** The columns of the ledger's file for Excel. */
const COLUMNS = [
  'number',
  'time',
  'client',
  'messengerId',
  'clientKey',
  'product',
  'order',
  'state',
  'agreedRub',
  'chargedRub',
  'basis',
  'goods',
  'remark',
] as const;
/** Columns for a shared desk. */
const SHARED = ['boughtBy'] as const;
/** Columns for a desk with prices. */
const SOLD = ['soldRub', 'paidRub', 'profitRub', 'dueDay'] as const;
const TOTALS = ['purchases', 'spentRub', 'openRub'] as const;
const PAYMENTS = ['time', 'client', 'messengerId', 'clientKey', 'paidRub', 'product', 'order', 'remark'] as const;
const DEBTS = ['client', 'messengerId', 'clientKey', 'owesRub', 'since', 'dueDay'] as const;

type Column = (typeof COLUMNS | typeof SHARED | typeof SOLD | typeof TOTALS | typeof DEBTS | typeof PAYMENTS)[number];

const headers = (language: Language, columns: readonly Column[]): readonly string[] =>
  columns.map((column) => textsIn(language)(`files:columns.${column}`));

interface LedgerExtent {
  readonly isShared: boolean;
  readonly hasSales: boolean;
}

/** Returns the titles of the columns of exported purchases. */
export const ledgerHeaders = (language: Language, { isShared, hasSales }: LedgerExtent): readonly string[] =>
  headers(language, [...COLUMNS, ...(isShared ? SHARED : []), ...(hasSales ? SOLD : [])]);

const pad = (value: number): string => String(value).padStart(2, '0');

/** Returns the local time of this machine in a format that Excel recognises: `2026-03-01 14:05:09`. */
const localTime = (at: number): string => {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
};

/** Returns the cell of a day (YYYY-MM-DD), empty if it is unknown. */
const dayCell = (day: string | null): CsvCell => (day === null ? '' : { value: day });

/** Returns the service's message and the user's reason. */
const noteText = ({ note, settlements }: Purchase): string =>
  [note, settlements.at(-1)?.reason ?? ''].filter((part) => part !== '').join(' / ');

/** Returns the state in words that claim no more than is known. */
const stateText = (purchase: Purchase, t: CoreTexts): string => {
  const name = statusLabel(purchase, purchase.reason);
  return t(`files:standings.${name === 'goods-missing' && purchase.basis === 'user' ? 'goods-missing-by-user' : name}`);
};

/** Returns the row of a purchase. */
export const ledgerCells = (purchase: Purchase, language: Language, { isShared, hasSales }: LedgerExtent): CsvRow => {
  const t = textsIn(language);
  const { order, goods } = purchase;
  const kind = kindOf(order);
  return [
    purchase.id,
    { value: localTime(purchase.createdAt) },
    purchase.clientName,
    purchase.messengerId ?? '',
    purchase.clientKey ?? '',
    t(`files:products.${order.kind}`),
    kind.orderCell(order, t, language),
    stateText(purchase, t),
    roublesCell(purchase.priceKopecks, language),
    roublesCell(purchase.chargedKopecks, language),
    purchase.basis === null ? '' : t(`files:bases.${purchase.basis}`),
    goods === null ? '' : kindOf(goods).goodsCell(goods),
    noteText(purchase),
    ...(isShared ? [purchase.computerName] : []),
    ...(hasSales ? soldCells(purchase, language) : []),
  ];
};

/** Returns the cells of the sale. The profit stays empty until the charged amount is known. */
const soldCells = ({ sale, chargedKopecks }: Purchase, language: Language): CsvRow => {
  const profit = sale === null || chargedKopecks === null ? null : sale.priceKopecks - chargedKopecks;
  return [
    roublesCell(sale?.priceKopecks ?? null, language),
    roublesCell(sale?.paidKopecks ?? null, language),
    roublesCell(profit, language),
    dayCell(sale?.dueDay ?? null),
  ];
};

/** Returns the titles of the columns of exported totals. */
export const totalsHeaders = (groupBy: TotalsGroup, language: Language, hasSales: boolean): readonly string[] => [
  textsIn(language)(`files:groups.${groupBy}`),
  ...headers(language, [...TOTALS, ...(hasSales ? (['soldRub', 'profitRub'] as const) : [])]),
];

/** Returns the row of a group's totals. */
export const totalsCells = (
  row: PurchaseTotals['rows'][number],
  groupBy: TotalsGroup,
  language: Language,
  hasSales: boolean,
): CsvRow => {
  const kind = PURCHASE_KINDS.find((one) => groupBy === 'product' && one === row.key);
  const name = kind === undefined ? row.label || row.key : textsIn(language)(`files:products.${kind}`);
  return [
    groupBy === 'day' ? dayCell(row.key) : name,
    row.purchases,
    roublesCell(row.spentKopecks, language),
    roublesCell(row.unknownKopecks, language),
    ...(hasSales ? [roublesCell(row.soldKopecks, language), roublesCell(row.profitKopecks, language)] : []),
  ];
};

/** Returns the titles of the columns of exported debts. */
export const debtHeaders = (language: Language): readonly string[] => headers(language, DEBTS);

/** Returns the row of a debt. Days are those of this computer's calendar. */
export const debtCells = (
  { name, messengerId, clientKey, owedKopecks, since, dueDay }: Debt,
  language: Language,
): CsvRow => [
  name,
  messengerId,
  clientKey,
  roublesCell(owedKopecks, language),
  dayCell(since === null ? null : localDate(since)),
  dayCell(dueDay),
];

/** Returns the titles of the columns of exported payments. */
export const paymentHeaders = (language: Language): readonly string[] => headers(language, PAYMENTS);

/** Returns the row of a payment. The order is empty if the payment is for any debt. */
export const paymentCells = (
  { at, name, messengerId, clientKey, amountKopecks, note, order }: ReceivedPayment,
  language: Language,
): CsvRow => {
  const t = textsIn(language);
  return [
    { value: localTime(at) },
    name,
    messengerId,
    clientKey,
    roublesCell(amountKopecks, language),
    order === null ? '' : t(`files:products.${order.kind}`),
    order === null ? '' : kindOf(order).orderCell(order, t, language),
    note,
  ];
};
