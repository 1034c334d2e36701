import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

const PAGE = { offset: 0, limit: 50 } as const;
const REASON = 'Seen in the cabinet of the service';

let desk: ResolverDesk;
/** From the next charge on the balance cannot be read, so that nobody looks for evidence before the user has decided. */
let blindfold: 'off' | 'ready' | 'on';

const fetchBlindly: Fetch = (url, init) => {
  if (url.endsWith('/balance') && blindfold === 'on') return Promise.resolve(new Response('no', { status: 403 }));
  if (url.endsWith(PATHS.dedicated) && blindfold === 'ready') blindfold = 'on';
  return fetch(url, init);
};

beforeEach(async () => {
  blindfold = 'off';
  desk = await startResolverDesk({ fetch: fetchBlindly });
});
afterEach(() => desk.close());

const settle = (purchaseId: number, verdict: 'charged' | 'not-charged', reason = REASON) =>
  desk.call('purchases.settle', { purchaseId, verdict, reason });

/** Makes a purchase that evidence can never decide, because something else was bought on the token at the same moment. */
const undecidable = async (): Promise<Purchase> => {
  const lost = await desk.buyThrough(await desk.order('dedicated'), { kind: 'drop', when: 'before-commit' });
  const { balanceKopecks, spentKopecks } = await desk.call('account.refreshBalance', {});
  await desk.control.setBalance(balanceKopecks / 100 - 100_000, spentKopecks / 100 + 100_000);
  desk.clock.skip(A_DAY_MS);
  const looked = await desk.resolved(lost);
  expect(looked).toMatchObject({ outcome: 'open', resolution: { verdict: 'open', reason: 'other-amount' } });
  return looked;
};

const sums = async () => {
  const { totalSpentKopecks, unknown } = await desk.call('purchases.list', { filter: {}, ...PAGE });
  const { sum } = await desk.call('purchases.reconciliation', PAGE);
  return { spent: totalSpentKopecks, unknown, difference: sum?.differenceKopecks ?? 0 };
};

it("the user's word settles what evidence cannot, and stays apart from every proof", async () => {
  const { id, priceKopecks, resolution } = await undecidable();
  const settled = await settle(id, 'charged');
  expect(settled).toMatchObject({
    outcome: 'charged',
    basis: 'user',
    chargedKopecks: priceKopecks,
    goods: null,
    goodsState: 'missing',
    settlements: [{ verdict: 'charged', reason: REASON, at: expect.any(Number) }],
  });
  // The resolution stays as evidence left it.
  expect(settled.resolution).toEqual(resolution);
  expect(await sums()).toEqual({ spent: priceKopecks, unknown: 0, difference: 10_000_000 - priceKopecks });
  expect(await desk.control.requests({ method: 'POST', path: PATHS.dedicated })).toHaveLength(1);
});

it('it changes by another word alone, keeps both, and survives a restart and every search for evidence', async () => {
  const { id } = await undecidable();
  await settle(id, 'charged');
  const other = await settle(id, 'not-charged', 'The support says no');
  expect(other).toMatchObject({ outcome: 'not-charged', basis: 'user', chargedKopecks: null });
  expect(other.settlements.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['charged', REASON],
    ['not-charged', 'The support says no'],
  ]);
  await desk.restart();
  await desk.call('purchases.resolve', {});
  expect(await desk.call('purchases.get', { purchaseId: id })).toEqual(other);
  expect(await sums()).toEqual({ spent: 0, unknown: 0, difference: 10_000_000 });
  expect(
    (await desk.callError('purchases.settle', { purchaseId: id, verdict: 'not-charged', reason: 'again' })).details,
  ).toMatchObject({ code: 'settle-same' });
  expect(await desk.control.requests({ method: 'POST', path: PATHS.dedicated })).toHaveLength(1);
});

it('a person may confirm that a purchase was not charged, which evidence alone does not prove', async () => {
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'before-commit' });
  await desk.resolved(lost);
  desk.clock.skip(A_DAY_MS);
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'not-charged', basis: 'evidence' });
  expect(await settle(lost.id, 'not-charged')).toMatchObject({ outcome: 'not-charged', basis: 'user' });
  // It is now the user's word, and saying it once more changes nothing.
  const { details } = await desk.callError('purchases.settle', {
    purchaseId: lost.id,
    verdict: 'not-charged',
    reason: REASON,
  });
  expect(details?.code).toBe('settle-same');

  const found = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  expect(await desk.resolved(found)).toMatchObject({ outcome: 'charged', basis: 'evidence' });
  const same = await desk.callError('purchases.settle', { purchaseId: found.id, verdict: 'charged', reason: REASON });
  expect(same.details?.code).toBe('settle-same');
});

it('it has to wait until the service has had its time', async () => {
  const lost = await desk.buyThrough(await desk.order('traffic'), { kind: 'drop', when: 'before-commit' });
  const { kind, details } = await desk.callError('purchases.settle', {
    purchaseId: lost.id,
    verdict: 'not-charged',
    reason: 'impatient',
  });
  expect([kind, details?.code]).toEqual(['conflict', 'settle-too-early']);
  expect(details?.params?.wait).toBeGreaterThan(0);
  desk.clock.skip((Number(details?.params?.wait) + 1) * 1_000);
  expect(await settle(lost.id, 'not-charged')).toMatchObject({ outcome: 'not-charged', basis: 'user' });
});

it('it may contradict evidence at any time, but never an answer of the service', async () => {
  const lost = await desk.buyThrough(await desk.order('vpn-buy'), { kind: 'drop', when: 'after-commit' });
  expect(await desk.resolved(lost)).toMatchObject({ outcome: 'charged', basis: 'evidence', settlements: [] });
  const settled = await settle(lost.id, 'not-charged');
  expect(settled).toMatchObject({ outcome: 'not-charged', basis: 'user', goodsState: 'none', chargedKopecks: null });
  // No look overrules the user's word.
  desk.clock.skip(A_DAY_MS);
  await desk.call('purchases.resolve', {});
  expect(await desk.call('purchases.get', { purchaseId: lost.id })).toEqual(settled);

  const refusal = { kind: 'not-ok', shape: 'message', message: 'No' } as const;
  const refused = await desk.buyThrough(await desk.order('dedicated'), refusal);
  const bought = await desk.buy(await desk.order('dedicated'));
  for (const [purchaseId, verdict] of [
    [refused.id, 'charged'],
    [bought.id, 'not-charged'],
  ] as const) {
    const late = await desk.callError('purchases.settle', { purchaseId, verdict, reason: 'stubborn' });
    expect(late.details?.code).toBe('settle-not-open');
  }
});

it.each([
  ['', 'required'],
  ['   ', 'required'],
  ['x'.repeat(501), 'too-long'],
])('a settlement is refused with the reason %j', async (reason, code) => {
  const { id } = await undecidable();
  const { kind, details } = await desk.callError('purchases.settle', { purchaseId: id, verdict: 'charged', reason });
  expect([kind, details?.problems?.[0]]).toEqual(['invalid-input', expect.objectContaining({ field: 'reason', code })]);
  expect((await desk.call('purchases.get', { purchaseId: id })).outcome).toBe('open');
});

it('it does not turn its consequences into proof', async () => {
  const order = await desk.order('dedicated');
  const first = await desk.buyThrough(order, { kind: 'drop', when: 'before-commit' });
  blindfold = 'ready';
  const second = await desk.buyThrough(order, { kind: 'drop', when: 'after-commit' });
  desk.clock.skip(A_DAY_MS);
  await settle(second.id, 'charged');
  blindfold = 'off';
  // The user explains the spending, so the other purchase has no sign of a charge, but no proof against it either.
  expect(await desk.resolved(first)).toMatchObject({
    outcome: 'not-charged',
    basis: 'evidence',
    resolution: { verdict: 'not-charged', reason: 'nothing-came' },
  });
});

it("the exported ledger marks it as the user's word", async () => {
  const { id } = await undecidable();
  await settle(id, 'charged');
  const path = join(desk.paths.data, 'ledger.csv');
  desk.dialogs.saveQueue.push(path);
  await desk.call('purchases.exportCsv', { filter: {}, language: 'en' });
  const [, line = ''] = (await readFile(path, 'utf8')).split('\r\n');
  expect(line).toContain(';charged, no goods (marked by hand);');
  expect(line).toContain(';by hand;');
  expect(line).toContain(REASON);
});
