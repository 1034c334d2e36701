import type { Problem } from '../result.ts';
import { beginningOfCell } from './beginning-of-cell.ts';
import { kopecksToDecimal } from './money.ts';
import { parseAmount } from './sale-amounts.ts';
import { parseProduct, productKey } from './sale-products.ts';

/** The cells of a file about a client's money. */
export interface ClientMoneyCells {
  /** The client's debt, negative if it has paid in advance; `null` if the file does not say. */
  readonly debtKopecks: number | null;
  /** The client's individual prices, by the keys of their products. */
  readonly prices: readonly { readonly product: string; readonly kopecks: number }[];
  /** The problems of unreadable parts. They are left out, and the client is imported anyway. */
  readonly problems: readonly Problem[];
}

/** The most individual prices of a client. */
const MAX_PRICES = 500;

/** Writes the client's individual prices as one cell: `vpn 3 = 450; traffic mobile = 120.50`. */
export const pricesCell = (prices: ClientMoneyCells['prices']): string =>
  prices.map(({ product, kopecks }) => `${product} = ${kopecksToDecimal(kopecks)}`).join('; ');

/** Reads both cells. Empty ones change nothing. */
export const readMoneyCells = (debt: string, prices: string): ClientMoneyCells => {
  const problems: Problem[] = [];
  const debtKopecks = parseAmount(debt);
  if (debtKopecks === null && debt.trim() !== '') {
    problems.push({ field: 'debt', code: 'debt-not-an-amount', params: { text: beginningOfCell(debt.trim()) } });
  }
  const found = new Map<string, number>();
  const parts = prices.split(/[;\n]/).filter((part) => part.trim() !== '');
  for (const part of parts.slice(0, MAX_PRICES)) {
    const at = Math.max(part.lastIndexOf('='), part.lastIndexOf(':'));
    const product = at < 0 ? null : parseProduct(part.slice(0, at));
    const kopecks = at < 0 ? null : parseAmount(part.slice(at + 1));
    if (product !== null && kopecks !== null && kopecks >= 0) found.set(productKey(product), kopecks);
    else problems.push({ field: 'prices', code: 'price-not-readable', params: { text: beginningOfCell(part.trim()) } });
  }
  if (parts.length > MAX_PRICES)
    problems.push({ field: 'prices', code: 'prices-too-many', params: { max: MAX_PRICES } });
  return { debtKopecks, prices: [...found].map(([product, kopecks]) => ({ product, kopecks })), problems };
};
