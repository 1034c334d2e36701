import { type Sql, sql } from '#core/platform/sqlite/sql.ts';

/*
 * What every reader of the table of purchases has to agree about: which of them were charged, and what they cost. Only the
 * journal of purchases (money/purchases) writes it.
 */

/** What was taken, or would be: the service's own word where there is one. */
export const KOPECKS = sql`coalesce(charged_kopecks, price_kopecks)`;
/**
 * The most that quote, answer and the rise of the service's sum speak for: every limit counts by it. `of`: the alias of the
 * purchase, with its dot.
 */
export const atMostKopecks = (of = sql``): Sql =>
  sql`max(${of}price_kopecks, coalesce(${of}charged_kopecks, 0), coalesce(${of}risen_kopecks, 0))`;
export const IS_CHARGED = sql`outcome = 'charged'`;
