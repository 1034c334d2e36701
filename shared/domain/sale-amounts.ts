import { parseRoubles } from './money.ts';
import { joinDigitGroups } from './typed-number.ts';

/** Of a price and of a payment, in kopecks: ten million roubles. More is a slip of the finger. */
export const MAX_SALE_KOPECKS = 1_000_000_000;
/** Characters of what is noted with a payment. */
export const MAX_NOTE = 500;
/** Of the markup. */
export const MAX_PERCENT = 1_000;

const ROUBLE = 100;

/** A cost with so many whole per cent on top, rounded up to whole roubles: never below the markup. */
export const markedUp = (costKopecks: number, percent: number): number =>
  Math.ceil((costKopecks * (100 + percent)) / (100 * ROUBLE)) * ROUBLE;

/** What so many GB cost, halves of a kopeck rounded up. Amounts of traffic are whole thousandths of a GB. */
export const priceOfTraffic = (perGbKopecks: number, gb: number): number =>
  Number((BigInt(perGbKopecks) * BigInt(Math.round(gb * 1_000)) + 500n) / 1_000n);

/** Without a sign. Where both marks stand, the last one is before the decimals; one that repeats is between thousands. */
const AMOUNT =
  /^(?:\d+(?:[.,]\d{0,2})?|\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:,\d{3})+\.\d{1,2}|(?:\.\d{3}){2,}|(?:,\d{3}){2,}))$/;
const LAST_MARK = /[.,](?=\d{0,2}$)/;
const ROUBLES_BEFORE = /^(?:₽|руб\.?|р\.?|rub)/i;
const ROUBLES_BEHIND = /(?:₽|руб\.?|р\.?|rub)$/i;
/** Hyphen, the minus of print, and the dash that stands for it. */
const MINUS_BEFORE = /^[-\u2212\u2013]/;
const MINUS_BEHIND = /[-\u2212]$/;
/** As accountants write what is below zero. */
const IN_BRACKETS = /^\(([^()]*)\)$/;

const withoutCurrency = (text: string): string =>
  text.replace(ROUBLES_BEHIND, '').trimEnd().replace(ROUBLES_BEFORE, '').trimStart();

/** `−500 ₽`, `500-`, `(500)` as its digits and its sign. */
const splitSign = (typed: string): { readonly isNegative: boolean; readonly digits: string } => {
  const text = withoutCurrency(typed.trim());
  const inside = IN_BRACKETS.exec(text)?.[1];
  if (inside !== undefined) return { isNegative: true, digits: withoutCurrency(inside.trim()) };
  if (MINUS_BEFORE.test(text)) return { isNegative: true, digits: withoutCurrency(text.slice(1).trimStart()) };
  if (MINUS_BEHIND.test(text)) return { isNegative: true, digits: text.slice(0, -1).trimEnd() };
  return { isNegative: false, digits: text.startsWith('+') ? text.slice(1).trimStart() : text };
};

/**
 * An amount of roubles as it was typed or stands in a file, in kopecks; more than two decimals are none, and so is `1,234`,
 * which has two readings. `null` also for what is too large.
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

/** What was typed into a field of a form. `isPrice`: it may not be below zero. */
export const readTypedAmount = (typed: string, isPrice: boolean): TypedAmount => {
  const kopecks = parseAmount(typed);
  if (typed.trim() === '') return { ok: false, code: 'amount-empty' };
  if (kopecks === null) return { ok: false, code: 'amount-not-readable' };
  return isPrice && kopecks < 0 ? { ok: false, code: 'amount-negative' } : { ok: true, kopecks };
};

/** A sale that counts. */
export interface OwedSale {
  readonly kopecks: number;
  /** What was received for just this one. */
  readonly earmarkedKopecks: number;
}

interface Cover {
  /** What of each sale is paid, in their order. */
  readonly paid: readonly number[];
  /** What is owed from before the first sale. */
  readonly openingKopecks: number;
}

/**
 * What a client's money pays for: first each sale that it was given for, then, with what is left over, the others in the
 * order they were made. `sales`: the oldest first. `money`: all that was received for no sale of its own, less what was
 * owed at first.
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
