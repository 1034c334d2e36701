import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { readTotals } from '#core/money/purchases/totals.ts';
import { putSale } from '#core/money/sales/sales-book.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { createFreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import type { Run } from '#shared/contract/runs.ts';
import { localDate, shiftDay } from '#shared/domain/local-date.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';
import { setTimeZone } from '../../support/time-zone.ts';
import { A_DAY_MS, type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';

const PAGE = { offset: 0, limit: 50 } as const;
const BY_DUE = { by: 'due', direction: 'asc' } as const;

let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(() => desk.close());

const setPrice = (product: string, priceKopecks: number | null, clientId: number | null = null) =>
  desk.call('sales.setPrice', { clientId, product, priceKopecks });
const money = (clientId = desk.clientId) => desk.call('sales.client', { clientId, ...PAGE });
const saleOf = async (purchaseId: number) => (await desk.call('purchases.get', { purchaseId })).sale;
const buyVpn = async () => desk.buy(await desk.order('vpn-buy'));
const today = () => localDate(desk.clock.now());
const receive = (amountKopecks: number, day = today(), note = '') =>
  desk.call('sales.receive', { clientId: desk.clientId, amountKopecks, day, note });
const undo = (undoId: number) => desk.call('undo.takeBack', { undoId });
const totals = (groupBy: 'day' | 'product' | 'client') => desk.call('purchases.totals', { groupBy, filter: {} });

it('sales are hidden until there is a first price, and hidden again when it is undone', async () => {
  expect(await desk.call('sales.state', {})).toEqual({ inUse: false });
  const before = await buyVpn();
  expect(before.sale).toBeNull();
  expect(await money()).toMatchObject({ owedKopecks: null, total: 0 });
  desk.clearEvents();
  const { undoId } = await setPrice('vpn 3', 90_000);
  expect(await desk.call('sales.state', {})).toEqual({ inUse: true });
  await undo(undoId);
  expect(await desk.call('sales.state', {})).toEqual({ inUse: false });
  expect(desk.events.filter(({ name }) => name === 'sales.changed').map(({ payload }) => payload)).toEqual([
    { inUse: true },
    { inUse: false },
  ]);
});

it('a purchase is sold at the price of its moment, the client’s own before the general one', async () => {
  await setPrice('vpn 3', 90_000);
  const first = await buyVpn();
  await setPrice('vpn 3', 100_000);
  await setPrice('VPN  3', 70_000, desk.clientId);
  const second = await buyVpn();
  expect(first.sale).toEqual({ clientId: desk.clientId, priceKopecks: 90_000, paidKopecks: 0, dueDay: null });
  expect((await saleOf(first.id))?.priceKopecks).toBe(90_000);
  expect(second.sale?.priceKopecks).toBe(70_000);
  expect(await money()).toMatchObject({ owedKopecks: 160_000, since: first.createdAt });
});

it("traffic is priced by the GB and proxies by the piece, a country's price before the general one", async () => {
  await setPrice('traffic mobile', 12_345);
  await setPrice('dedicated 4 any 30', 20_000);
  expect((await desk.buy(await desk.order('traffic'))).sale?.priceKopecks).toBe(24_690);
  expect((await desk.buy(await desk.order('dedicated'))).sale?.priceKopecks).toBe(40_000);
  await setPrice('dedicated 4 de 30', 25_000);
  expect((await desk.buy(await desk.order('dedicated'))).sale?.priceKopecks).toBe(50_000);
  await setPrice('dedicated 4 de 7', 8_000);
  expect((await desk.buy(await desk.order('dedicated-prolong'))).sale?.priceKopecks).toBe(16_000);
});

it('a purchase for nobody is not a sale until it is sold to somebody by hand', async () => {
  await setPrice('dedicated 4 de 30', 25_000);
  const { id: purchaseId, sale } = await desk.buy({
    kind: 'dedicated',
    clientId: null,
    ipv: 4,
    countryCode: 'de',
    period: 30,
    count: 1,
  });
  expect(sale).toBeNull();
  const { clientId } = desk;
  expect(await desk.call('sales.suggest', { purchaseId, clientId })).toEqual({ priceKopecks: 25_000 });
  const wanted = { purchaseId, priceKopecks: 30_000, dueDay: null };
  const { details } = await desk.callError('sales.set', { ...wanted, clientId: null });
  expect(details?.problems).toEqual([{ field: 'clientId', code: 'client-required' }]);
  await desk.call('sales.set', { ...wanted, clientId });
  expect(await money()).toMatchObject({ owedKopecks: 30_000 });
  expect((await totals('client')).rows).toMatchObject([{ clientId, label: 'Анна · resolver', soldKopecks: 30_000 }]);
});

it('a payment covers the oldest sale first, or the one it was given for, and each step can be undone', async () => {
  await setPrice('vpn 3', 50_000);
  const [first, second] = [await buyVpn(), await buyVpn()];
  const paidOf = async () => [(await saleOf(first.id))?.paidKopecks, (await saleOf(second.id))?.paidKopecks];
  const paid = await desk.call('sales.paid', { purchaseId: second.id });
  expect(await paidOf()).toEqual([0, 50_000]);
  expect((await desk.callError('sales.paid', { purchaseId: second.id })).details?.code).toBe('sale-paid');
  const some = await receive(20_000, shiftDay(today(), -3), ' наличными ');
  expect(await paidOf()).toEqual([20_000, 50_000]);
  expect(await money()).toMatchObject({
    owedKopecks: 30_000,
    since: first.createdAt,
    payments: [
      { kind: 'received', purchaseId: second.id, amountKopecks: 50_000 },
      { kind: 'received', purchaseId: null, amountKopecks: 20_000, note: 'наличными' },
    ],
  });
  const ahead = await receive(100_000);
  expect(await money()).toMatchObject({ owedKopecks: -70_000, since: null });
  await undo(ahead.undoId);
  await undo(some.undoId);
  await undo(paid.undoId);
  expect(await paidOf()).toEqual([0, 0]);
  expect(await money()).toMatchObject({ owedKopecks: 100_000, total: 0 });
});

it('a payment can be removed and restored', async () => {
  await receive(10_000);
  const { payments } = await money();
  const { undoId } = await desk.call('sales.removePayment', { paymentId: payments[0]?.id ?? 0 });
  expect(await money()).toMatchObject({ owedKopecks: null, payments: [] });
  await undo(undoId);
  expect((await money()).payments).toEqual(payments);
  expect((await desk.callError('sales.removePayment', { paymentId: 999 })).kind).toBe('not-found');
});

it('invalid amounts and days are refused', async () => {
  const codes = async (amountKopecks: number, day: string, note = '') => {
    const { details } = await desk.callError('sales.receive', { clientId: desk.clientId, amountKopecks, day, note });
    return details?.problems?.map(({ field, code }) => [field, code]);
  };
  expect(await codes(0, today())).toEqual([['amount', 'amount-zero']]);
  expect(await codes(100, '2026-02-30')).toEqual([['day', 'not-a-day']]);
  expect(await codes(100, shiftDay(today(), 1))).toEqual([['day', 'day-to-come']]);
  expect(await codes(100, today(), 'x'.repeat(501))).toEqual([['note', 'too-long']]);
  const { id: purchaseId } = await buyVpn();
  const sale = { purchaseId, clientId: null, priceKopecks: 1, dueDay: 'tomorrow' };
  expect((await desk.callError('sales.set', sale)).details?.problems).toEqual([{ field: 'dueDay', code: 'not-a-day' }]);
  const unknown = await desk.callError('sales.setPrice', { clientId: null, product: 'vpn 2', priceKopecks: 1 });
  expect(unknown.details?.problems).toEqual([{ field: 'product', code: 'product-unknown' }]);
});

it('a purchase that turns out as not charged was not sold, and its payment stays the client’s', async () => {
  await setPrice('vpn 3', 50_000);
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  const found = await desk.resolved(lost);
  expect(found).toMatchObject({ outcome: 'charged', basis: 'evidence', sale: { priceKopecks: 50_000 } });
  await desk.call('sales.paid', { purchaseId: lost.id });
  expect(await money()).toMatchObject({ owedKopecks: 0 });
  await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'not-charged', reason: 'no' });
  expect(await money()).toMatchObject({ owedKopecks: -50_000 });
  expect(await totals('day')).toMatchObject({ rows: [], soldKopecks: 0, profitKopecks: 0 });
  const again = { purchaseId: lost.id, clientId: null, priceKopecks: 1, dueDay: null };
  expect((await desk.callError('sales.set', again)).details?.code).toBe('sale-not-charged');
  expect((await desk.callError('sales.paid', { purchaseId: lost.id })).details?.code).toBe('sale-not-charged');
  await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'charged', reason: 'yes' });
  expect(await money()).toMatchObject({ owedKopecks: 0 });
});

it('a purchase with an unknown charge is neither sold nor owed, and is shown separately', async () => {
  await setPrice('traffic mobile', 10_000);
  const lost = await desk.buyThrough(await desk.order('traffic'), { kind: 'drop', when: 'before-commit' });
  expect(lost).toMatchObject({ outcome: 'open', sale: { priceKopecks: 20_000, paidKopecks: 0 } });
  expect(await money()).toMatchObject({ owedKopecks: null, uncertainKopecks: 20_000 });
  expect(await totals('product')).toMatchObject({ soldKopecks: 0, profitKopecks: 0, unknownSoldKopecks: 20_000 });
  expect((await desk.callError('sales.paid', { purchaseId: lost.id })).details?.code).toBe('sale-not-charged');
  desk.clock.skip(A_DAY_MS);
  await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'not-charged', reason: 'no' });
  expect(await money()).toMatchObject({ uncertainKopecks: 0 });
});

it('profit is the sales less their cost, and sales without a known cost are counted separately', async () => {
  await buyVpn();
  await setPrice('vpn 3', 150_000);
  const sold = await buyVpn();
  const profitKopecks = 150_000 - (sold.chargedKopecks ?? 0);
  for (const groupBy of ['day', 'product', 'client'] as const) {
    const { rows, ...sums } = await totals(groupBy);
    const expected = { purchases: 2, soldKopecks: 150_000, profitKopecks, unsold: 1, unknownSoldKopecks: 0 };
    expect(rows).toMatchObject([expected]);
    expect(sums).toMatchObject(expected);
  }
});

it('the holdings of clients are running subscriptions and debts, without the prepayments of others', async () => {
  await setPrice('vpn 3', 50_000);
  const add = (key: string) => desk.call('clients.add', { messengerId: 8, clientKey: key, name: key, tags: [] });
  const [boris, vera, gleb] = [await add('boris'), await add('vera'), await add('gleb')];
  const holdings = (clientIds: readonly number[]) => desk.call('clients.holdings', { clientIds: [...clientIds] });
  const none = { runningVpn: 0, debtors: 0, owedKopecks: 0 };
  expect(await holdings([boris.id, vera.id, gleb.id])).toEqual(none);
  await desk.buy({ kind: 'vpn-buy', clientId: boris.id, periodMonths: 3 });
  await desk.buy({ kind: 'vpn-buy', clientId: boris.id, periodMonths: 3 });
  await desk.call('sales.receive', { clientId: vera.id, amountKopecks: 70_000, day: today(), note: '' });
  const all = [boris.id, vera.id, gleb.id];
  expect(await holdings(all)).toEqual({ runningVpn: 2, debtors: 1, owedKopecks: 100_000 });
  expect(await holdings([vera.id, gleb.id])).toEqual(none);
  await desk.call('clients.remove', { clientIds: [boris.id] });
  expect(await holdings(all)).toEqual(none);
});

it('debts are listed by client, overdue ones first, and found by name', async () => {
  await setPrice('vpn 3', 50_000);
  const other = await desk.call('clients.add', { messengerId: 8, clientKey: 'boris', name: 'Борис', tags: [] });
  const mine = await buyVpn();
  const his = await desk.buy({ kind: 'vpn-buy', clientId: other.id, periodMonths: 3 });
  const due = shiftDay(today(), -2);
  const set = { purchaseId: his.id, clientId: null, priceKopecks: 60_000, dueDay: due };
  const { undoId } = await desk.call('sales.set', set);
  const list = (search = '') => desk.call('sales.debts', { filter: { search }, sort: BY_DUE, ...PAGE });
  expect(await list()).toMatchObject({
    total: 2,
    owedKopecks: 110_000,
    rows: [
      { id: other.id, name: 'Борис', owedKopecks: 60_000, since: his.createdAt, dueDay: due },
      { id: desk.clientId, owedKopecks: 50_000, since: mine.createdAt, dueDay: null },
    ],
  });
  expect(await list('анн')).toMatchObject({ total: 1, owedKopecks: 50_000 });
  await undo(undoId);
  expect((await list('борис')).rows).toMatchObject([{ owedKopecks: 50_000, dueDay: null }]);
  await desk.call('sales.paid', { purchaseId: his.id });
  expect(await list()).toMatchObject({ total: 1 });
});

it("a price list is filled from the service's prices, and gives prices to earlier purchases", async () => {
  const { clientId } = desk;
  const before = await buyVpn();
  await desk.call('sales.refreshCosts', {});
  await setPrice('vpn 1', 1);
  const { count, undoId } = await desk.call('sales.fillPrices', { percent: 50 });
  expect(count).toBe(7);
  const { rows } = await desk.call('sales.prices', { clientId: null });
  const three = rows.find(({ product }) => product === 'vpn 3');
  expect(three?.costKopecks).toBe(before.chargedKopecks);
  expect(three?.priceKopecks).toBe(Math.ceil(((before.chargedKopecks ?? 0) * 150) / 10_000) * 100);
  expect(rows.find(({ product }) => product === 'vpn 1')?.priceKopecks).toBe(1);
  expect((await desk.call('sales.prices', { clientId })).rows[1]).toMatchObject({
    product: 'vpn 3',
    priceKopecks: null,
    generalKopecks: three?.priceKopecks,
  });

  const earlier = await desk.call('sales.priceEarlier', { isPaid: true });
  expect(earlier.count).toBe(1);
  const sold = three?.priceKopecks ?? 0;
  expect(await saleOf(before.id)).toMatchObject({ priceKopecks: sold, paidKopecks: sold });
  expect(await money()).toMatchObject({ owedKopecks: 0 });
  await undo(earlier.undoId);
  expect(await saleOf(before.id)).toBeNull();
  expect(await money()).toMatchObject({ owedKopecks: null, total: 0 });
  await desk.call('sales.priceEarlier', { isPaid: false });
  expect(await money()).toMatchObject({ owedKopecks: sold });
  expect(await undo(undoId)).toEqual({ count: 7, left: 0 });
});

it('an undo leaves alone the prices, sales and payments that were changed since', async () => {
  const nothing = { count: 0, left: 0 };
  const first = await buyVpn();
  const second = await buyVpn();
  const older = await setPrice('vpn 3', 90_000);
  await setPrice('vpn 3', 100_000);
  expect(await undo(older.undoId)).toEqual(nothing);
  const { rows } = await desk.call('sales.prices', { clientId: null });
  expect(rows.find(({ product }) => product === 'vpn 3')?.priceKopecks).toBe(100_000);

  const earlier = await desk.call('sales.priceEarlier', { isPaid: true });
  const sell = (priceKopecks: number) =>
    desk.call('sales.set', { purchaseId: first.id, clientId: null, priceKopecks, dueDay: null });
  const sold = await sell(70_000);
  await sell(80_000);
  expect(await undo(sold.undoId)).toEqual(nothing);
  expect(await undo(earlier.undoId)).toEqual(nothing);
  expect([await saleOf(first.id), await saleOf(second.id)]).toMatchObject([
    { priceKopecks: 80_000, paidKopecks: 80_000 },
    { priceKopecks: 100_000, paidKopecks: 100_000 },
  ]);

  await receive(-100_000);
  await desk.call('sales.paid', { purchaseId: second.id });
  const paid = (await money()).payments.find(({ purchaseId }) => purchaseId === second.id);
  const removed = await desk.call('sales.removePayment', { paymentId: paid?.id ?? 0 });
  await desk.call('sales.paid', { purchaseId: second.id });
  const owed = (await money()).owedKopecks;
  expect(await undo(removed.undoId)).toEqual(nothing);
  expect((await money()).owedKopecks).toBe(owed);
});

/** Stores this many charged copies of a purchase, from before there were prices. */
const copyPurchase = (id: number, many: number): void => {
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO purchases (account_id, kind, client_id, client_name, order_json, outcome, price_kopecks, evidence_before,
       search_text, created_at)
     SELECT account_id, kind, client_id, '', order_json, 'charged', price_kopecks, '{}', '', 0 FROM n, purchases p
     WHERE p.id = ?`,
    many,
    id,
  );
  db.close();
};

it('it stops giving prices to earlier purchases on request, and takes back those it gave', async () => {
  const many = 20_000;
  await setPrice('vpn 3', 90_000);
  const { id } = await buyVpn();
  copyPurchase(id, many);
  const giving = desk.call('sales.priceEarlier', { isPaid: false });
  const isRunning = ({ kind, state }: Run) => kind === 'changes' && state === 'running';
  const run = (await desk.waitForEvent('runs.changed', isRunning)) as Run;
  expect(run.subject).toEqual({ what: 'sales', purchases: many });
  expect(await desk.call('runs.cancel', { runId: run.id })).toMatchObject({ state: 'cancelled' });
  const { count, undoId } = await giving;
  expect(count).toBeLessThan(many);
  expect(await money()).toMatchObject({ owedKopecks: (count + 1) * 90_000 });
  await undo(undoId);
  expect(await money()).toMatchObject({ owedKopecks: 90_000 });
});

it('takes back all payments for the earlier purchases of one client, however many transactions made them', async () => {
  const many = 20_000;
  await setPrice('vpn 3', 90_000);
  copyPurchase((await buyVpn()).id, many);
  const { count, undoId } = await desk.call('sales.priceEarlier', { isPaid: true });
  expect(count).toBe(many);
  const paid = await money();
  expect(paid).toMatchObject({ owedKopecks: 90_000 });
  expect(paid.payments.length).toBeGreaterThan(1);
  expect(await undo(undoId)).toEqual({ count: many, left: 0 });
  expect(await money()).toMatchObject({ owedKopecks: 90_000, payments: [] });
});

it('nothing of it is sent to the service, and a removed client leaves no debt', async () => {
  await setPrice('vpn 3', 123_457);
  const { id: purchaseId } = await buyVpn();
  await desk.call('sales.set', { purchaseId, clientId: null, priceKopecks: 765_431, dueDay: '2031-07-08' });
  await receive(321_987, today(), 'наличными-secret');
  await desk.call('sales.refreshCosts', {});
  const sent = JSON.stringify(await desk.control.requests());
  expect(sent).toContain('/vpn/buy');
  for (const text of ['1234.57', '123457', '7654.31', '765431', '2031-07-08', '321987', '3219.87', 'secret']) {
    expect(sent).not.toContain(text);
  }
  await desk.call('clients.remove', { clientIds: [desk.clientId] });
  expect(await desk.call('sales.debts', { filter: {}, sort: BY_DUE, ...PAGE })).toMatchObject({ total: 0 });
});

it('it survives a restart, and is deleted with its account', async () => {
  await setPrice('vpn 3', 50_000);
  await buyVpn();
  await receive(20_000);
  const before = await money();
  await desk.restart();
  expect(await money()).toEqual(before);
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  const kept = () =>
    ['prices', 'sales', 'payments'].map((table) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n);
  expect(kept()).toEqual([1, 1, 1]);
  const { activeId } = await desk.call('account.state', {});
  await desk.call('account.remove', { accountId: activeId ?? '' });
  await expect.poll(kept).toEqual([0, 0, 0]);
  db.close();
});

it('the message to a client names the price and, once paid, until when', async () => {
  await setPrice('vpn 3', 90_000);
  const bought = await buyVpn();
  const uuid = bought.goods?.kind === 'vpn-buy' ? bought.goods.uuid : '';
  const expiresAt = bought.goods?.kind === 'vpn-buy' ? (bought.goods.expiresAt ?? 0) : 0;
  const message = async (uuids = [uuid]) =>
    desk.call('handover.preview', {
      clientId: desk.clientId,
      language: 'ru',
      uuids,
      listIds: [],
      dedicated: false,
      reveal: false,
      template: 'Привет\n\nЦена: {price}\n\nОплачено до {paid_until}',
    });
  expect(await message()).toMatchObject({ text: 'Привет\n\nЦена: 900,00\u00a0₽', empty: ['paid_until'] });
  await desk.call('sales.paid', { purchaseId: bought.id });
  const day = new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(expiresAt);
  expect((await message()).text).toBe(`Привет\n\nЦена: 900,00\u00a0₽\n\nОплачено до ${day}`);
  // One of the goods has no price, so the sum of the others would be wrong.
  const { undoId } = await setPrice('vpn 3', null);
  const other = await buyVpn();
  const second = other.goods?.kind === 'vpn-buy' ? other.goods.uuid : '';
  expect((await message([uuid, second])).text).toBe(`Привет\n\nОплачено до ${day}`);
  await undo(undoId);
});

it('days are those of this computer, also when its clocks change', async () => {
  onTestFinished(setTimeZone('Europe/Berlin'));
  const db = openDeskDatabase(['a']);
  const client =
    'INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)';
  db.run(`${client} VALUES ('a', 1, 'k', '', '', 'k', 0, 0)`);
  // Times before and after midnight, on the day that lacks an hour, and on the day that has an extra hour.
  const moments = [
    '2026-03-28T22:59Z',
    '2026-03-28T23:00Z',
    '2026-03-29T21:59Z',
    '2026-10-25T22:59Z',
    '2026-10-25T23:00Z',
  ];
  moments.forEach((moment, index) => {
    db.run(
      `INSERT INTO purchases (id, account_id, kind, client_id, client_name, order_json, outcome, price_kopecks,
         evidence_before, search_text, created_at)
       VALUES (?, 'a', 'vpn-buy', 1, '', '{}', 'charged', 100, '{}', '', ?)`,
      index + 1,
      Date.parse(moment),
    );
    putSale(db, {
      purchaseId: index + 1,
      accountId: 'a',
      clientId: 1,
      priceKopecks: 10 ** index * 1_000,
      dueDay: null,
    });
  });
  const filter = { search: '', outcomes: [], goodsStates: [], kinds: [] };
  const { rows } = await readTotals({ db, fresh: createFreshAnswers(db) }, 'a', 'day', filter);
  expect(rows.map(({ key, soldKopecks, profitKopecks }) => [key, soldKopecks, profitKopecks])).toEqual([
    ['2026-03-28', 1_000, 900],
    ['2026-03-29', 110_000, 109_800],
    ['2026-10-25', 1_000_000, 999_900],
    ['2026-10-26', 10_000_000, 9_999_900],
  ]);
  db.close();
});

it('impossible amounts from a foreign desk do not prevent a purchase', async () => {
  await setPrice('vpn 3', 50_000);
  await receive(100);
  const db = openDatabase(join(desk.paths.data, 'desk.db'));
  db.run('UPDATE payments SET amount_kopecks = 9223372036854775807');
  db.run('UPDATE prices SET price_kopecks = -5');
  db.close();
  expect(await buyVpn()).toMatchObject({ outcome: 'charged', goodsState: 'here', sale: null });
});
