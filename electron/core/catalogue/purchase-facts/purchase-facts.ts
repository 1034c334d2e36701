import { type Sql, sql } from '#core/platform/sqlite/sql.ts';

/**
 * Facts on which all readers of the table of purchases must agree: which purchases were charged, and their cost. Only
 * the journal of purchases (money/purchases) writes them.
 */

/** The amount that was or would be charged: the service's own figure if there is one. */
export const KOPECKS = sql`coalesce(charged_kopecks, price_kopecks)`;
/**
 * The highest of the quote, the answer and the rise of the service's total. Every limit counts this amount. `of` is the
 * alias of the purchase with its dot.
 */
export const atMostKopecks = (of = sql``): Sql =>
  sql`max(${of}price_kopecks, coalesce(${of}charged_kopecks, 0), coalesce(${of}risen_kopecks, 0))`;
export const IS_CHARGED = sql`outcome = 'charged'`;
