import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PURCHASE_KINDS } from '#shared/products/index.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The folders in which products describe themselves. A new one is added there alone (docs/new-product.md). */
const OF_PRODUCTS = [
  'electron/core/money/products/',
  'electron/sandbox/',
  'renderer/parts/products/',
  'shared/domain/products/',
  'shared/products/',
] as const;

/**
 * The files that choose by a kind although they are not part of a product, and how often. They treat the goods of one
 * product, or an alert or a need with the same name, so a new product leaves them alone. Never add a file, and lower the
 * numbers where they fell.
 */
const ELSEWHERE: Readonly<Record<string, number>> = {
  'electron/core/catalogue/clients/client-needs.ts': 1,
  'electron/core/catalogue/dedicated/import-proxies.ts': 1,
  'electron/core/catalogue/dedicated/overruled-dates.ts': 3,
  'electron/core/catalogue/dedicated/proxy-list.ts': 1,
  'electron/core/catalogue/vpn/recent-purchases.ts': 4,
  'electron/core/catalogue/vpn/vpn-repository.ts': 3,
  'electron/core/platform/sqlite/schema/money-tables.ts': 1,
  'electron/core/views/alerts/pools.ts': 3,
  'electron/core/views/handover/sold-goods.ts': 3,
  'electron/core/views/practice/practice.ts': 3,
  'renderer/features/dedicated/buy-proxies.tsx': 2,
  'renderer/features/overview/need-row.tsx': 1,
  'renderer/features/purchases/support-request.tsx': 1,
  'renderer/features/vpn/delete-subscription.tsx': 2,
  'shared/domain/alert-texts.ts': 1,
};

const NAMES = PURCHASE_KINDS.join('|');
/** A case, a comparison of a kind, and a condition of SQL. */
const CHOICE = new RegExp(
  `\\bcase '(?:${NAMES})'|\\bkind (?:===|!==) '(?:${NAMES})'|\\bkind (?:=|<>|IN \\() ?'(?:${NAMES})'`,
  'g',
);

describe('the products', () => {
  const found = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !path.includes('/sqlite/earlier/'))
    .map((path) => ({ path, count: [...readFileSync(join(ROOT, path), 'utf8').matchAll(CHOICE)].length }))
    .filter(({ count }) => count > 0);

  it('are told apart in their own folders', () => {
    const isOwn = (path: string): boolean => OF_PRODUCTS.some((folder) => path.startsWith(folder));
    expect(found.some(({ path }) => isOwn(path))).toBe(true);
    const elsewhere = found.filter(({ path }) => !isOwn(path)).map(({ path, count }) => [path, count]);
    expect(Object.fromEntries(elsewhere)).toEqual(ELSEWHERE);
  });
});
