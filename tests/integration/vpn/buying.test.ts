import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { VPN_PERIODS } from '#shared/contract/vpn.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { BUY, createVpnActions, RENEW, uuidOf } from './vpn-desk.ts';

let desk: TestDesk;
let actions: ReturnType<typeof createVpnActions>;
let clientId: number;
let clock: SkippingClock;

/** Waits until the service lists its sales, which takes it some minutes. */
const listed = () => clock.skip(16 * 60_000);
/** Returns the service's own books: charges, and their sum in kopecks. */
const books = async () => {
  const { entries } = await desk.control.books();
  return { count: entries.length, kopecks: entries.reduce((sum, entry) => sum + entry.kopecks, 0) };
};
const evidenceOf = (purchaseId: number) => desk.call('purchases.get', { purchaseId });
const pause = (path: typeof BUY | typeof RENEW, fault: Fault) => desk.control.addFaults({ match: path, fault });

beforeEach(async () => {
  clock = createSkippingClock();
  desk = await startTestDesk({ clock });
  actions = createVpnActions(desk);
  clientId = await actions.addClient(5_000_000_007, 'vpn-buyer');
});
afterEach(() => desk.close());

describe('buying a subscription', () => {
  it('charges once for each period on sale, and hands over a link that the list has, too', async () => {
    for (const months of VPN_PERIODS) {
      const { priceKopecks } = await desk.call('vpn.quote', { periodMonths: months });
      const purchase = await actions.buy(clientId, months);
      expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', priceKopecks, goods: { kind: 'vpn-buy' } });
      const kept = (await actions.state(clientId)).subscriptions.find((one) => one.uuid === uuidOf(purchase));
      expect(kept).toMatchObject({ link: 'https', boughtHere: true });
      const { url } = await desk.call('vpn.revealLink', { clientId, uuid: uuidOf(purchase) });
      expect(url).toMatch(/^https:/);
      expect(JSON.stringify([purchase, await actions.ledger(), desk.events, desk.log])).not.toContain(url);
    }
    const read = await actions.refresh(clientId);
    expect(read.subscriptions.map((one) => one.status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(read.subscriptions.every((one) => one.boughtHere)).toBe(true);
    expect(await desk.call('clients.get', { clientId })).toMatchObject({ vpnActive: 4, vpnTotal: 4 });
    const { totalSpentKopecks } = await actions.ledger();
    expect(await books()).toEqual({ count: 4, kopecks: totalSpentKopecks });
  });

  it('brings status and limit automatically soon after, from the list', async () => {
    await actions.buy(clientId, 1);
    await desk.waitForEvent('vpn.changed');
    await desk.control.waitForRequests(2, { method: 'GET', path: '/vpn/info' });
    await expect.poll(async () => (await actions.state(clientId)).subscriptions[0]?.status).toBe('ACTIVE');
  });

  it.each([0, 2, 4, 13, -1, 1.5, '3'])('does not send a period of %s months', async (periodMonths) => {
    await desk.control.clearRequests();
    const order = { kind: 'vpn-buy', clientId, periodMonths };
    for (const [name, input] of [
      ['purchases.offer', { order }],
      ['purchases.offer', { order: { ...order, kind: 'vpn-renew', uuid: 'a' } }],
      ['vpn.quote', { periodMonths }],
    ] as const) {
      expect(await desk.callRaw(name, input)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    }
    expect(await desk.control.requests()).toEqual([]);
  });

  it('asks again when the price has changed, and sends nothing when the balance is short', async () => {
    const offer = await actions.offer({ kind: 'vpn-buy', clientId, periodMonths: 3 });
    await desk.control.setPriceMultiplier(1.1);
    const error = await desk.callError('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(error).toMatchObject({ kind: 'price-changed', details: { params: { agreedKopecks: offer.priceKopecks } } });
    await desk.control.setBalance(5);
    const next = await actions.offer({ kind: 'vpn-buy', clientId, periodMonths: 3 });
    expect(
      (await desk.callError('purchases.confirm', { offerId: next.offerId, priceKopecks: next.priceKopecks })).kind,
    ).toBe('insufficient-balance');
    expect(await desk.control.requests(BUY)).toEqual([]);
  });

  it('keeps the goods when an older list arrives after it', async () => {
    await desk.control.addFaults({
      match: { method: 'GET', path: '/vpn/info' },
      fault: { kind: 'hold', when: 'after-commit' },
      times: 1,
    });
    const stale = desk.call('vpn.refresh', { clientId });
    await desk.control.waitForHeld(1);
    const uuid = uuidOf(await actions.buy(clientId, 1));
    await desk.control.release();
    await stale;
    expect((await actions.state(clientId)).subscriptions.map((one) => one.uuid)).toEqual([uuid]);
  });

  it.each<[string, Fault, string, boolean]>([
    ['cut before it is carried out', { kind: 'drop', when: 'before-commit' }, 'timeout', false],
    ['cut after it was carried out', { kind: 'drop', when: 'after-commit' }, 'timeout', true],
    ['answered by half', { kind: 'drop', when: 'mid-answer' }, 'timeout', true],
    ['answered with 500', { kind: 'respond', status: 500, commit: true }, 'server', true],
    ['answered with a page', { kind: 'html-page' }, 'server', false],
    ['answered without the uuid', { kind: 'missing-key', key: 'uuid' }, 'unreadable', true],
  ])('is unknown, and never sent again, when it is %s', async (_, fault, reason, charged) => {
    await pause(BUY, fault);
    const purchase = await actions.buy(clientId, 1);
    expect(purchase).toMatchObject({ outcome: 'open', reason, goods: null });
    await desk.restart();
    expect(await desk.control.requests(BUY)).toHaveLength(1);
    expect(await books()).toEqual({ count: charged ? 1 : 0, kopecks: charged ? purchase.priceKopecks : 0 });
    await desk.call('purchases.resolve', {});
    const standing = charged ? { outcome: 'charged', basis: 'evidence' } : { outcome: 'open', basis: null };
    expect(await evidenceOf(purchase.id)).toMatchObject(standing);
  });

  it.each<[string, Fault]>([
    ['without a link', { kind: 'missing-key', key: 'subscriptionUrl' }],
    ['without an end', { kind: 'missing-key', key: 'expireAt' }],
    ['with keys nobody knows', { kind: 'extra-keys' }],
  ])('succeeds on an answer %s, and the list fills in the rest', async (_, fault) => {
    await pause(BUY, fault);
    const purchase = await actions.buy(clientId, 1);
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer' });
    const [one] = (await actions.refresh(clientId)).subscriptions;
    expect(one).toMatchObject({ uuid: uuidOf(purchase), link: 'https', status: 'ACTIVE' });
    expect(one?.expiresAt).not.toBeNull();
  });

  it("is refused with the service's message", async () => {
    await pause(BUY, { kind: 'not-ok', shape: 'error-text', message: 'Продажа закрыта' });
    const purchase = await actions.buy(clientId, 1);
    expect(purchase).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'refused' });
    expect(purchase.note).toContain('Продажа закрыта');
    expect((await actions.state(clientId)).subscriptions).toEqual([]);
  });
});

describe('renewing a subscription', () => {
  it('moves the end of the chosen one and of no other', async () => {
    const chosen = uuidOf(await actions.buy(clientId, 1));
    await actions.buy(clientId, 1);
    const before = await actions.refresh(clientId);
    const purchase = await actions.renew(clientId, chosen, 12);
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', goods: { kind: 'vpn-renew', uuid: chosen } });
    const after = await actions.refresh(clientId);
    const endOf = (state: typeof before, uuid: string) =>
      state.subscriptions.find((one) => one.uuid === uuid)?.expiresAt ?? 0;
    expect(endOf(after, chosen)).toBeGreaterThan(endOf(before, chosen) + 300 * 86_400_000);
    const [other] = before.subscriptions.filter((one) => one.uuid !== chosen);
    expect(endOf(after, other?.uuid ?? '')).toBe(other?.expiresAt);
    expect(after.subscriptions).toHaveLength(2);
  });

  it('remembers a subscription that it paid for when the service no longer names it', async () => {
    const anna = await actions.addClient(100_200_301, 'anna-shop');
    const [first, second] = (await actions.refresh(anna)).subscriptions;
    await actions.renew(anna, first?.uuid ?? '', 1);
    listed();
    await desk.control.addFaults({
      match: { method: 'GET', path: '/vpn/info' },
      fault: { kind: 'replace-data', data: { exists: false, count: 0, items: [] } },
    });
    const emptied = await actions.refresh(anna);
    expect(emptied.subscriptions).toEqual([]);
    expect(emptied.gone).toMatchObject([{ uuid: first?.uuid, reason: 'vanished', link: 'https' }]);
    expect(await desk.call('clients.get', { clientId: anna })).toMatchObject({ vpnTotal: 0, nextExpiry: null });

    await desk.control.clearFaults();
    const back = await actions.refresh(anna);
    expect(back.gone).toEqual([]);
    expect(back.subscriptions.map((one) => one.uuid).toSorted()).toEqual([first?.uuid, second?.uuid].toSorted());

    const deleted = await desk.call('vpn.delete', { clientId: anna, uuid: first?.uuid ?? '' });
    expect(deleted.gone).toMatchObject([{ uuid: first?.uuid, reason: 'deleted', link: 'none' }]);
  });

  it('sends nothing when the service no longer has it', async () => {
    const uuid = uuidOf(await actions.buy(clientId, 1));
    listed();
    const offer = await actions.offer({ kind: 'vpn-renew', clientId, uuid, periodMonths: 1 });
    await desk.control.addFaults({
      match: { method: 'GET', path: '/vpn/info' },
      fault: { kind: 'replace-data', data: { exists: false, count: 0 } },
    });
    const error = await desk.callError('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(error).toMatchObject({ kind: 'not-found', details: { code: 'subscription-not-there' } });
    expect(await desk.control.requests(RENEW)).toEqual([]);
  });

  it('is unknown when no answer arrives, and is counted once by the service', async () => {
    const uuid = uuidOf(await actions.buy(clientId, 1));
    await pause(RENEW, { kind: 'drop', when: 'after-commit' });
    expect(await actions.renew(clientId, uuid, 1)).toMatchObject({ outcome: 'open', reason: 'timeout' });
    await desk.restart();
    expect(await desk.control.requests(RENEW)).toHaveLength(1);
    expect((await books()).count).toBe(2);
  });
});

describe('an app that ended between the answer and its reading', () => {
  it('hands over the subscription from the stored answer, without the service', async () => {
    const bought = await actions.buy(clientId, 1);
    const before = (await actions.state(clientId)).subscriptions;
    const { url } = await desk.call('vpn.revealLink', { clientId, uuid: uuidOf(bought) });
    await desk.core.close();
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    db.run(
      "UPDATE purchases SET outcome = 'pending', basis = NULL, goods = 'none', goods_json = NULL, finished_at = NULL",
    );
    db.run('DELETE FROM vpn_subscriptions');
    db.close();
    await desk.control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });

    await desk.restart();
    expect(await desk.call('purchases.get', { purchaseId: bought.id })).toMatchObject({
      outcome: 'charged',
      basis: 'answer',
      goods: bought.goods,
    });
    const [kept] = (await actions.state(clientId)).subscriptions;
    expect(kept).toMatchObject({ uuid: uuidOf(bought), expiresAt: before[0]?.expiresAt, boughtHere: true });
    expect(await desk.call('vpn.revealLink', { clientId, uuid: uuidOf(bought) })).toEqual({ url });
  });
});

describe('the ledger', () => {
  it('finds VPN purchases by product and by the uuid that was renewed', async () => {
    const bought = await actions.buy(clientId, 3);
    const renewed = await actions.renew(clientId, uuidOf(bought), 6);
    const found = async (search: string) =>
      (await desk.call('purchases.list', { filter: { search }, offset: 0, limit: 10 })).rows.map((row) => row.id);
    expect(await found('vpn')).toEqual([renewed.id, bought.id]);
    expect(await found(uuidOf(bought))).toEqual([renewed.id]);
  });
});
