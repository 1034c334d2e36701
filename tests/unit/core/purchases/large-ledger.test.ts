import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPurchaseLedger, type PurchaseLedger } from '#core/money/purchases/purchase-ledger.ts';
import { readTotals } from '#core/money/purchases/totals.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createFreshAnswers, type FreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import type { GoodsState, Outcome } from '#shared/domain/journal.ts';
import type { PurchaseKind } from '#shared/products/index.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { setTimeZone } from '../../../support/time-zone.ts';

/** More than the app reads in one go, of two accounts that bought in turn. */
const COUNT = 12_500;
const HOUR = 3_600_000;
const STANDINGS: readonly (readonly [Outcome, GoodsState])[] = [
  ['charged', 'here'],
  ['not-charged', 'none'],
  ['open', 'none'],
  ['charged', 'missing'],
];
const KINDS: readonly PurchaseKind[] = ['traffic', 'vpn-buy', 'dedicated'];
const CLIENTS = ['anna', 'boris', 'clara', 'dora', 'eva'];
/** This computer, two known ones, and one that has left. */
const COMPUTERS = [null, 'aaaaaaaa', null, 'bbbbbbbb', 'cccccccc'];
const NO_FILTER: PurchaseFilter = { search: '', outcomes: [], goodsStates: [], kinds: [] };
const PAGE = { offset: 0, limit: 100 };

interface Made {
  readonly id: number;
  readonly outcome: Outcome;
  readonly goods: GoodsState;
  readonly kind: PurchaseKind;
  readonly client: string;
  readonly createdAt: number;
  readonly price: number;
  readonly charged: number | null;
  readonly computer: string | null;
}

const MADE: readonly (Made & { readonly account: string })[] = Array.from({ length: COUNT }, (_, at) => {
  const [outcome, goods] = STANDINGS[((at * 7) % 11) % STANDINGS.length] ?? ['charged', 'here'];
  return {
    id: at + 1,
    account: at % 3 === 0 ? 'other' : 'a',
    outcome,
    goods,
    kind: KINDS[((at * 5) % 13) % KINDS.length] ?? 'traffic',
    client: CLIENTS[((at * 3) % 17) % CLIENTS.length] ?? '',
    createdAt: ((at * 37) % COUNT) * HOUR,
    price: 100 + (at % 90),
    charged: at % 4 === 0 ? 50 + (at % 70) : null,
    computer: COMPUTERS[at % 5] ?? null,
  };
});
const OURS: readonly Made[] = MADE.filter(({ account }) => account === 'a');

let db: Database;
let ledger: PurchaseLedger;
beforeAll(() => {
  db = openDeskDatabase(['a', 'other']);
  db.transaction(() => {
    for (const { id, account, outcome, goods, kind, client, createdAt, price, charged, computer } of MADE) {
      db.run(
        `INSERT INTO purchases (id, account_id, kind, messenger_id, client_key, client_name, order_json, outcome, goods,
           price_kopecks, charged_kopecks, evidence_before, search_text, client_sort, created_at, computer)
         VALUES (?, ?, ?, 1, ?, ?, '{}', ?, ?, ?, ?, '{}', ?, ?, ?, ?)`,
        id,
        account,
        kind,
        client,
        `${client} ${id}`,
        outcome,
        goods,
        price,
        charged,
        `${client} ${id}\n${kind}`,
        client,
        createdAt,
        computer,
      );
    }
  });
  ledger = createPurchaseLedger(db);
});
afterAll(() => db.close());

const kopecks = ({ charged, price }: Made): number => charged ?? price;
const sum = (some: readonly Made[], value: (one: Made) => number): number =>
  some.reduce((total, one) => total + value(one), 0);
const matches = (one: Made, { search, outcomes, goodsStates, kinds, computer, from, to }: PurchaseFilter): boolean =>
  (outcomes.length === 0 || outcomes.includes(one.outcome)) &&
  (goodsStates.length === 0 || goodsStates.includes(one.goods)) &&
  (kinds.length === 0 || kinds.includes(one.kind)) &&
  (computer === undefined || computer === (one.computer ?? '')) &&
  (from === undefined || one.createdAt >= from) &&
  (to === undefined || one.createdAt < to) &&
  `${one.client} ${one.id}\n${one.kind}`.includes(search.toLowerCase());

const FILTERS: readonly (readonly [string, Partial<PurchaseFilter>])[] = [
  ['nothing', {}],
  ['an outcome', { outcomes: ['charged'] }],
  ['goods that are missing', { goodsStates: ['missing'] }],
  [
    'two outcomes, goods and a kind',
    { outcomes: ['open', 'charged'], goodsStates: ['here', 'none'], kinds: ['dedicated'] },
  ],
  ['a time', { from: 3_000 * HOUR, to: 9_000 * HOUR }],
  ['a word', { search: 'Boris' }],
  ['a word, a kind and a time', { search: 'a', kinds: ['traffic'], from: 100 * HOUR }],
  ['this computer', { computer: '' }],
  ['a colleague and an outcome', { computer: 'aaaaaaaa', outcomes: ['charged'] }],
  ['what nobody has', { search: 'zzz' }],
];

describe.each(FILTERS)('a ledger of thousands under %s', (_, some) => {
  const filter: PurchaseFilter = { ...NO_FILTER, ...some };
  const wanted = OURS.filter((one) => matches(one, filter));
  const charged = wanted.filter(({ outcome }) => outcome === 'charged');

  it('is counted, added up and paged to its end', async () => {
    const unknown = wanted.filter(({ outcome }) => outcome === 'open');
    const sort = { by: 'price', direction: 'asc' } as const;
    expect(await ledger.list('a', filter, sort, PAGE)).toMatchObject({
      total: wanted.length,
      totalSpentKopecks: sum(charged, kopecks),
      unknown: unknown.length,
      unknownKopecks: sum(unknown, ({ price }) => price),
    });
    const sorted = wanted.toSorted((a, b) => a.price - b.price || b.id - a.id).map(({ id }) => id);
    const { rows: first } = await ledger.list('a', filter, sort, PAGE);
    expect(first.map(({ id }) => id)).toEqual(sorted.slice(0, 100));
    const { rows: last } = await ledger.list('a', filter, sort, { offset: sorted.length - 7, limit: 100 });
    if (sorted.length > 7) expect(last.map(({ id }) => id)).toEqual(sorted.slice(-7));
  });

  it('counts outcomes with their goods, kinds and computers, each under the other filters', async () => {
    const { standings, kinds, computers } = await ledger.facets('a', filter);
    const underKinds = OURS.filter((one) => matches(one, { ...filter, outcomes: [], goodsStates: [] }));
    for (const { outcome, goodsState, count } of standings) {
      expect(count).toBe(underKinds.filter((one) => one.outcome === outcome && one.goods === goodsState).length);
    }
    expect(sum(underKinds, () => 1)).toBe(standings.reduce((total, { count }) => total + count, 0));
    const underStandings = OURS.filter((one) => matches(one, { ...filter, kinds: [] }));
    for (const { kind, count } of kinds) expect(count).toBe(underStandings.filter((one) => one.kind === kind).length);
    expect(sum(underStandings, () => 1)).toBe(kinds.reduce((total, { count }) => total + count, 0));
    const anybodys = OURS.filter((one) => matches(one, { ...filter, computer: undefined }));
    for (const { computer, count } of computers) {
      expect(count).toBe(anybodys.filter((one) => (one.computer ?? '') === computer).length);
    }
    expect(sum(anybodys, () => 1)).toBe(computers.reduce((total, { count }) => total + count, 0));
  });

  it('is written in the order of the purchases, each once', async () => {
    const ids: number[] = [];
    for await (const page of ledger.inOrder('a', filter, 500)) ids.push(...page.map(({ id }) => id));
    expect(ids).toEqual(wanted.map(({ id }) => id));
  });

  it.each(['day', 'product', 'client'] as const)('has the same totals when grouped by %s', async (groupBy) => {
    const totals = await readTotals({ db, fresh: createFreshAnswers(db) }, 'a', groupBy, filter);
    expect(totals).toMatchObject({ more: false, purchases: charged.length, spentKopecks: sum(charged, kopecks) });
    expect(totals.rows.reduce((total, row) => total + row.spentKopecks, 0)).toBe(totals.spentKopecks);
    if (groupBy !== 'client') return;
    for (const { key, label, spentKopecks } of totals.rows) {
      const theirs = wanted.filter(({ client }) => key === `1 ${client}`);
      expect(spentKopecks).toBe(
        sum(
          theirs.filter(({ outcome }) => outcome === 'charged'),
          kopecks,
        ),
      );
      // The label shows the name of the latest purchase.
      const told = theirs.filter(({ outcome }) => outcome === 'charged' || outcome === 'open');
      expect(theirs.map(({ client, id }) => `${client} ${id} · ${client}`)).toContain(label);
      expect(told.length).toBeGreaterThan(0);
    }
  });
});

it('shows a purchase that was made after the last read at once', async () => {
  const filter: PurchaseFilter = { ...NO_FILTER, search: 'newcomer' };
  const look = async () => (await ledger.list('a', filter, { by: 'time', direction: 'desc' }, PAGE)).total;
  expect(await look()).toBe(0);
  const { lastId } = db.run(
    `INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, price_kopecks, evidence_before,
       search_text, created_at) VALUES ('a', 'traffic', '', '{}', 'charged', 1, '{}', 'newcomer', 1)`,
  );
  expect(await look()).toBe(1);
  db.run('DELETE FROM purchases WHERE id = ?', lastId);
  expect(await look()).toBe(0);
});

it('shows purchases that were made while it was being read', async () => {
  const filter: PurchaseFilter = { ...NO_FILTER, search: 'meanwhile' };
  const keeps = createFreshAnswers(db);
  let bought: number | undefined;
  const interrupted: FreshAnswers = (key, work) =>
    keeps(key, () => {
      const found = work();
      if (key.includes('counts')) {
        bought ??= db.run(
          `INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, price_kopecks, evidence_before,
             search_text, created_at) VALUES ('a', 'traffic', '', '{}', 'charged', 1, '{}', 'meanwhile', 1)`,
        ).lastId;
      }
      return found;
    });
  const slow = createPurchaseLedger(db, interrupted);
  const look = () => slow.list('a', filter, { by: 'time', direction: 'desc' }, PAGE);
  await look();
  expect(await look()).toMatchObject({ total: 1, rows: [{ id: bought }], totalSpentKopecks: 1 });
  db.run('DELETE FROM purchases WHERE id = ?', bought ?? 0);
});

it('adds up the days of the zone that the computer has at the moment', async () => {
  const fresh = createFreshAnswers(db);
  const days = async (answers: FreshAnswers) =>
    (await readTotals({ db, fresh: answers }, 'a', 'day', NO_FILTER)).rows.map(({ key, purchases }) => [
      key,
      purchases,
    ]);
  onTestFinished(setTimeZone('UTC'));
  const before = await days(fresh);
  onTestFinished(setTimeZone('Pacific/Kiritimati'));
  const after = await days(fresh);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await days(createFreshAnswers(db)));
});
