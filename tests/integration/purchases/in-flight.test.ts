import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { deskFile } from '../backup/backup-desk.ts';
import { PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

/** A purchase counts as in flight from the click on, even while its price is requested. */
let desk: ResolverDesk;
beforeEach(async () => {
  desk = await startResolverDesk();
});
afterEach(async () => {
  await desk.control.clearFaults();
  await desk.close();
});

/** Clicks, and holds the purchase while its price is requested again. */
const click = async () => {
  const order: Order = { kind: 'traffic', clientId: desk.clientId, poolType: 'mobile', gb: 2 };
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.control.addFaults({
    match: { path: '/premium/traffic/quote' },
    times: 1,
    fault: { kind: 'hold', when: 'before-commit' },
  });
  const bought = desk.callRaw('purchases.confirm', { offerId, priceKopecks });
  await desk.control.waitForHeld(1);
  return { bought };
};

const charges = async () => (await desk.control.requests({ method: 'POST', path: PATHS.traffic })).length;

describe('before the intent is written', () => {
  it('the app does not close without a warning, and the desk is neither replaced nor left', async () => {
    expect(desk.core.hasChargeInFlight()).toBe(false);
    const { bought } = await click();
    expect(desk.core.hasChargeInFlight()).toBe(true);

    const underWay = { kind: 'conflict', details: { code: 'charge-in-flight' } };
    const { name } = await makeBackup(deskFile(desk), desk.paths.backups, Date.now());
    const { offerId } = await desk.call('backup.openCopy', { name });
    expect(await desk.callError('backup.restore', { offerId })).toMatchObject(underWay);
    const { accounts } = await desk.call('account.state', {});
    const accountId = accounts[0]?.id ?? '';
    for (const leaving of ['account.signOut', 'account.remove'] as const) {
      expect(await desk.callError(leaving, { accountId })).toMatchObject(underWay);
    }
    await desk.control.release();
    expect(await bought).toMatchObject({ ok: true, value: { outcome: 'charged' } });
    expect(desk.core.hasChargeInFlight()).toBe(false);
  });

  it('closing lets no request leave any more', async () => {
    const { bought } = await click();
    const closed = desk.core.close();
    await desk.control.release();
    await closed;
    expect(await bought).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    expect(await charges()).toBe(0);
  });
});

describe('the recorded time of sending', () => {
  it('is when the request leaves, not when it begins to wait for its turn', async () => {
    await desk.close();
    let readAt = 0;
    desk = await startResolverDesk({
      fetch: (url, init) => {
        if (url.includes('/premium/traffic/balance') && readAt === 0) readAt = Date.now();
        return fetch(url, init);
      },
    });
    const order = await desk.order('traffic');
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    // The balance is the last thing that is read before a charge, which then has to wait a second for its turn.
    await desk.call('settings.update', { requestsPerSecond: 1 });
    const { sentAt } = await desk.call('purchases.confirm', { offerId, priceKopecks });
    expect((sentAt ?? 0) - readAt).toBeGreaterThan(900);
  });
});
