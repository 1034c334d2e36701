import { parseRoubles, ROUBLE } from './money.ts';
import { joinDigitGroups } from './typed-number.ts';

/** The largest price or payment in kopecks: ten million roubles. A larger one is a typing error. */
export const MAX_SALE_KOPECKS = 1_000_000_000;
/** The most characters of a payment's note. */
export const MAX_NOTE = 500;
/** The largest markup, in per cent. */
export const MAX_PERCENT = 1_000;

/** Returns a cost plus a markup in whole per cent, rounded up to whole roubles so that the markup is never reduced. */
export const markedUp = (costKopecks: number, percent: number): number =>
  Math.ceil((costKopecks * (100 + percent)) / (100 * ROUBLE)) * ROUBLE;

/**
 * Returns the price of an amount of traffic, with halves of a kopeck rounded up. Amounts are whole thousandths of a GB.
 */
export const priceOfTraffic = (perGbKopecks: number, gb: number): number =>
  Number((BigInt(perGbKopecks) * BigInt(Math.round(gb * 1_000)) + 500n) / 1_000n);

/**
 * Matches an amount without a sign. If it has both a comma and a point, the last one precedes the decimals; a repeated
 * one separates thousands.
 */
const AMOUNT =
  /^(?:\d+(?:[.,]\d{0,2})?|\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:,\d{3})+\.\d{1,2}|(?:\.\d{3}){2,}|(?:,\d{3}){2,}))$/;
const LAST_MARK = /[.,](?=\d{0,2}$)/;
const ROUBLES_BEFORE = /^(?:₽|руб\.?|р\.?|rub)/i;
const ROUBLES_BEHIND = /(?:₽|руб\.?|р\.?|rub)$/i;
/** A hyphen, the typographic minus, and the dash that replaces it. */
const MINUS_BEFORE = /^[-\u2212\u2013]/;
const MINUS_BEHIND = /[-\u2212]$/;
/** The accountants' notation of a negative amount. */
const IN_BRACKETS = /^\(([^()]*)\)$/;

const withoutCurrency = (text: string): string =>
  text.replace(ROUBLES_BEHIND, '').trimEnd().replace(ROUBLES_BEFORE, '').trimStart();

/** Splits `−500 ₽`, `500-` or `(500)` into its sign and its digits. */
const splitSign = (typed: string): { readonly isNegative: boolean; readonly digits: string } => {
  const text = withoutCurrency(typed.trim());
  const inside = IN_BRACKETS.exec(text)?.[1];
  if (inside !== undefined) return { isNegative: true, digits: withoutCurrency(inside.trim()) };
  if (MINUS_BEFORE.test(text)) return { isNegative: true, digits: withoutCurrency(text.slice(1).trimStart()) };
  if (MINUS_BEHIND.test(text)) return { isNegative: true, digits: text.slice(0, -1).trimEnd() };
  return { isNegative: false, digits: text.startsWith('+') ? text.slice(1).trimStart() : text };
};

/**
 * Parses an amount of roubles, typed or from a file, into kopecks. Returns `null` for more than two decimals, for
 * `1,234`, which can be read in two ways, and for an amount that is too large.
 */
export const parseAmount = (typed: string): number | null => {
  const { isNegative, digits } = splitSign(typed);
  const text = joinDigitGroups(digits);
  if (!AMOUNT.test(text)) return null;
  const decimals = LAST_MARK.exec(text)?.index ?? text.length;
  const plain = `${text.slice(0, decimals).replace(/[.,]/g, '')}.${text.slice(decimals + 1)}`;
  const kopecks = parseRoubles(plain);
  if (kopecks === null || kopecks > MAX_SALE_KOPECKS) return null;
  return isNegative && kopecks !== 0 ? -kopecks : kopecks;
};

type TypedAmount =
  | { readonly ok: true; readonly kopecks: number }
  | { readonly ok: false; readonly code: 'amount-empty' | 'amount-not-readable' | 'amount-negative' };

/** Reads an amount typed into a form. `isPrice`: it must not be negative. */
export const readTypedAmount = (typed: string, isPrice: boolean): TypedAmount => {
  const kopecks = parseAmount(typed);
  if (typed.trim() === '') return { ok: false, code: 'amount-empty' };
  if (kopecks === null) return { ok: false, code: 'amount-not-readable' };
  return isPrice && kopecks < 0 ? { ok: false, code: 'amount-negative' } : { ok: true, kopecks };
};

/** A sale that counts towards the debt. */
export interface OwedSale {
  readonly kopecks: number;
  /** The amount received specifically for this sale. */
  readonly earmarkedKopecks: number;
}

interface Cover {
  /** The paid amount of each sale, in the order of the sales. */
  readonly paid: readonly number[];
  /** The debt that remains from before the first sale. */
  readonly openingKopecks: number;
}

/**
 * Distributes a client's money: first to the sales that it was given for, then the rest to the others in the order in
 * which they were made. `sales` are ordered from the oldest. `money` is everything received without naming a sale, less
 * the initial debt.
 */
export const coverSales = (sales: readonly OwedSale[], money: number): Cover => {
  const own = sales.map(({ kopecks, earmarkedKopecks }) => Math.min(Math.max(earmarkedKopecks, 0), kopecks));
  let left = sales.reduce((sum, { earmarkedKopecks }, index) => sum + earmarkedKopecks - (own[index] ?? 0), money);
  const openingKopecks = Math.max(-left, 0);
  const paid = sales.map(({ kopecks }, index) => {
    const mine = own[index] ?? 0;
    const more = Math.min(Math.max(left, 0), kopecks - mine);
    left -= more;
    return mine + more;
  });
  return { paid, openingKopecks };
};
