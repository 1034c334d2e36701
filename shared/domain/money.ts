/** Amounts of money within the app. They are whole kopecks, so that sums and comparisons are exact. */

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Converts roubles as the service writes them (`12.5`, `"12.50"`, `"1 234,5"`) to whole kopecks, rounding halves away
 * from zero. It works on the decimal digits, never on a binary fraction. Returns `null` if the value is not an amount,
 * or is too large to be exact.
 */
export const parseRoubles = (roubles: number | string): number | null => {
  const text = typeof roubles === 'number' ? String(roubles) : normaliseDecimal(roubles);
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  if (digits === '') return null;
  const kopecks = roundedInteger(digits, whole.length + Number(exponent) + 2);
  if (!Number.isSafeInteger(kopecks)) return null;
  return sign === '-' && kopecks !== 0 ? -kopecks : kopecks;
};

/** Returns the first `keep` digits as an integer, rounded by the digit that follows; missing digits count as zeros. */
const roundedInteger = (digits: string, keep: number): number => {
  if (keep < 0) return 0;
  const kept = Number(digits.slice(0, keep).padEnd(keep, '0') || '0');
  return Number(digits[keep] ?? '0') >= 5 ? kept + 1 : kept;
};

const normaliseDecimal = (text: string): string => {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '');
  return compact.includes('.') ? compact : compact.replace(',', '.');
};

/** One rouble in kopecks. */
export const ROUBLE = 100;

/**
 * The highest price of a purchase in kopecks: ten billion roubles. A higher one is an error of the service, and so low a limit
 * lets thousands of prices add up to an exact number.
 */
export const MAX_PRICE_KOPECKS = 1_000_000_000_000;

/**
 * The highest balance of an account in kopecks, and the highest total of its spending. A service may name a balance without a
 * limit by any large number, and prices are still added to it exactly.
 */
export const MAX_BALANCE_KOPECKS = 1_000_000_000_000_000;

/** Converts kopecks to roubles as decimal text: `-1250` → `"-12.50"`, exact, without a currency, with a full stop. */
export const kopecksToDecimal = (kopecks: number): `${number}` => {
  const digits = String(Math.abs(kopecks)).padStart(3, '0');
  const text = `${kopecks < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return text as `${number}`;
};

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats kopecks as the user reads money, e.g. `1 234,50 ₽` in `ru`. It formats the decimal text, so large sums stay
 * exact.
 */
export const formatRoubles = (kopecks: number, locale: string): string => {
  let formatter = formatters.get(locale);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'RUB',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formatters.set(locale, formatter);
  }
  return formatter.format(kopecksToDecimal(kopecks));
};
