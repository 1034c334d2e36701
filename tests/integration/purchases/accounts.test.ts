import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(() => desk.close());

const DAY = 86_400_000;
const ALL = { filter: {}, offset: 0, limit: 100 } as const;

const spendElsewhere = async (roubles: number) => {
  const { spentKopecks, balanceKopecks } = await desk.control.books();
  await desk.control.setBalance(balanceKopecks / 100 - roubles, spentKopecks / 100 + roubles);
};

const reconciliation = (onlyDifferences = true) =>
  desk.call('purchases.reconciliation', { onlyDifferences, offset: 0, limit: 100 });

describe('the ledger beside the spending that the service reports', () => {
  it('agrees to the kopeck, window by window, when only this app buys', async () => {
    const bought = [await desk.buy(await desk.order('vpn-buy')), await desk.buy(await desk.order('traffic'))];
    await desk.call('account.refreshBalance', {});
    const { sum, windows } = await reconciliation(false);
    const price = bought.reduce((total, one) => total + one.priceKopecks, 0);
    expect(sum).toMatchObject({ spentKopecks: price, explainedKopecks: price, differenceKopecks: 0 });
    expect(windows.reduce((total, window) => total + window.spentKopecks, 0)).toBe(price);
    expect((await reconciliation()).windows).toEqual([]);
  });

  it('shows unexplained spending, with its period', async () => {
    await desk.buy(await desk.order('traffic'));
    await desk.call('account.refreshBalance', {});
    const before = desk.clock.now();
    desk.clock.skip(DAY);
    await spendElsewhere(99.5);
    await desk.call('account.refreshBalance', {});
    desk.clock.skip(DAY);
    await desk.buy(await desk.order('vpn-buy'));
    await desk.call('account.refreshBalance', {});

    const { windows, sum } = await reconciliation();
    expect(windows).toMatchObject([{ spentKopecks: 9_950, explainedKopecks: 0, differenceKopecks: 9_950 }]);
    expect(windows[0]?.from).toBeLessThanOrEqual(before);
    expect((windows[0]?.to ?? 0) - before).toBeGreaterThanOrEqual(DAY);
    expect(sum?.differenceKopecks).toBe(9_950);
  });

  it('counts an open purchase separately until it is resolved', async () => {
    // Nobody can look for its goods yet; the earlier goods are read once.
    const blind = {
      match: { method: 'GET', path: '/vpn/info' },
      skip: 1,
      fault: { kind: 'respond', status: 403 },
    } as const;
    await desk.control.addFaults(blind);
    const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
    await desk.call('account.refreshBalance', {});
    expect((await reconciliation()).windows).toMatchObject([
      { differenceKopecks: lost.priceKopecks, unknownKopecks: lost.priceKopecks },
    ]);
    await desk.control.clearFaults();
    expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
    expect(await reconciliation()).toMatchObject({ windows: [], sum: { differenceKopecks: 0, unknownKopecks: 0 } });
  });

  it('is not confused by a clock that was set back', async () => {
    await desk.buy(await desk.order('traffic'));
    desk.clock.setBack(400 * DAY);
    await desk.buy(await desk.order('traffic'));
    desk.clock.setBack(-800 * DAY);
    await spendElsewhere(1);
    await desk.buy(await desk.order('vpn-buy'));
    await desk.call('account.refreshBalance', {});
    expect((await reconciliation()).sum?.differenceKopecks).toBe(100);
  });

  it('shows a price that rose between quote and purchase as it was charged', async () => {
    const order = await desk.order('traffic');
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.control.addFaults({
      match: { path: '/premium/traffic/buy' },
      fault: { kind: 'hold', when: 'before-commit' },
    });
    const buying = desk.call('purchases.confirm', { offerId, priceKopecks });
    await desk.control.waitForHeld(1);
    await desk.control.setPriceMultiplier(1.25);
    await desk.control.clearFaults();
    const { id } = await buying;
    await expect
      .poll(async () => (await desk.call('purchases.get', { purchaseId: id })).chargedKopecks)
      .toBe(Math.round(priceKopecks * 1.25));
    expect(await desk.compareBooks()).toMatchObject({ books: Math.round(priceKopecks * 1.25) });
    expect((await reconciliation()).windows).toEqual([]);
  });
});

describe('the totals of the ledger', () => {
  const BORIS = { messengerId: -5, clientKey: 'second', name: 'Борис', note: '', tags: [] };

  beforeEach(async () => {
    await desk.buy(await desk.order('vpn-buy'));
    desk.clock.skip(3 * DAY);
    await desk.buy(await desk.order('traffic'));
    await desk.buyThrough(await desk.order('traffic'), { kind: 'not-ok', shape: 'message', message: 'Нет' });
    const { id } = await desk.call('clients.add', BORIS);
    await desk.buy({ kind: 'traffic', clientId: id, poolType: 'datacenter', gb: 1 });
    await desk.buy({ kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 7, count: 1 });
  });

  it('add up charged purchases by day, product and client, and no refused ones', async () => {
    const { books } = await desk.compareBooks();
    for (const groupBy of ['day', 'product', 'client'] as const) {
      const { rows, spentKopecks, purchases, more } = await desk.call('purchases.totals', { groupBy, filter: {} });
      expect({ spentKopecks, purchases, more }).toEqual({ spentKopecks: books, purchases: 4, more: false });
      expect(rows.reduce((sum, row) => sum + row.spentKopecks, 0)).toBe(books);
      // There is one more day if midnight comes in between.
      expect(rows.length).toBeGreaterThanOrEqual(groupBy === 'day' ? 2 : 3);
    }
    const { rows } = await desk.call('purchases.totals', { groupBy: 'client', filter: {} });
    expect(rows.map((row) => row.label).sort()).toEqual(['', 'Анна · resolver', 'Борис · second']);
    expect(rows.find((row) => row.label === 'Анна · resolver')?.clientId).toBe(desk.clientId);
  });

  it('follow filters by kind, outcome and time, and count what each filter would show', async () => {
    const kinds = async (filter: object) =>
      (await desk.call('purchases.list', { ...ALL, filter })).rows.map((row) => row.order.kind);
    expect(await kinds({ kinds: ['dedicated', 'vpn-buy'] })).toEqual(['dedicated', 'vpn-buy']);
    expect(await kinds({ to: desk.clock.now() - DAY })).toEqual(['vpn-buy']);
    expect(await kinds({ from: desk.clock.now() - DAY, outcomes: ['not-charged'] })).toEqual(['traffic']);
    const facets = await desk.call('purchases.facets', { filter: { kinds: ['traffic'] } });
    expect(facets.standings).toEqual([
      { outcome: 'charged', goodsState: 'here', count: 2 },
      { outcome: 'not-charged', goodsState: 'none', count: 1 },
    ]);
    expect(facets.kinds).toEqual([
      { kind: 'dedicated', count: 1 },
      { kind: 'traffic', count: 3 },
      { kind: 'vpn-buy', count: 1 },
    ]);
  });

  it("show one client's history across all products", async () => {
    const { rows, total } = await desk.call('purchases.timeline', { clientId: desk.clientId, offset: 0, limit: 10 });
    expect(total).toBe(4);
    expect(rows.map((row) => row.kind)).toEqual(['purchase', 'purchase', 'purchase', 'client-added']);
    expect(rows[0]).toMatchObject({ purchase: { outcome: 'not-charged', basis: 'answer', note: 'Нет' } });
  });

  it('go into a file for Excel, line by line as filtered', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
    const path = join(folder, 'ledger.csv');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('purchases.exportCsv', { filter: { kinds: ['traffic'] }, language: 'ru' })).toEqual({
      exportId: 1,
      fileName: 'ledger.csv',
      rows: 3,
    });
    const [header, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\r\n');
    expect(header).toContain('Согласованная цена');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('отказ');
    expect(lines[2]).toContain('Борис');
    expect(lines[0]).toMatch(/;\d+,\d{2};/);
    await rm(folder, { recursive: true });
  });

  it('go into a file with every client and every day, though a screen shows a thousand: the newest days', async () => {
    const account = (await desk.call('account.state', {})).activeId;
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    db.run(
      `WITH RECURSIVE series (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM series WHERE value < 1500)
       INSERT INTO purchases (account_id, kind, messenger_id, client_key, client_name, order_json, outcome, basis, goods,
         price_kopecks, evidence_before, search_text, client_sort, created_at)
       SELECT ?, 'vpn-buy', 1, 'k' || value, '', '{"kind":"vpn-buy","clientId":null,"periodMonths":1}', 'charged', 'answer',
         'here', value, '{}', '', '', value * ${DAY} FROM series`,
      account,
    );
    db.close();
    const [newest] = (await desk.call('purchases.list', { ...ALL, limit: 1 })).rows;
    const folder = await mkdtemp(join(tmpdir(), 'ledger-'));
    for (const table of ['client', 'day'] as const) {
      const { rows, spentKopecks, more } = await desk.call('purchases.totals', { groupBy: table, filter: {} });
      expect([rows.length, more]).toEqual([1_000, true]);
      if (table === 'day') expect(rows.at(-1)?.key).toBe(localDate(newest?.createdAt ?? 0));
      const path = join(folder, `${table}.csv`);
      desk.dialogs.saveQueue.push(path);
      await desk.call('purchases.exportCsv', { filter: {}, table, language: 'en' });
      const [, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\r\n');
      const sum = lines.reduce((total, line) => total + Math.round(Number(line.split(';')[2]) * 100), 0);
      expect(sum).toBe(spentKopecks);
    }
    await rm(folder, { recursive: true });
  });
});
