import { afterEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addSeedClients } from '../run-purchases/purchases-desk.ts';

let desk: TestDesk;
let breaking: string | null;
afterEach(() => desk.close());

/** Carries the request out, and then loses the network in the way that looks most like "never sent". */
const losing: Fetch = async (url, init) => {
  const answer = await fetch(url, init);
  if (breaking === null || !url.includes(breaking)) return answer;
  breaking = null;
  await answer.arrayBuffer();
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('read ENETDOWN'), { code: 'ENETDOWN', syscall: 'read' }),
  });
};

const start = async (): Promise<number> => {
  breaking = null;
  desk = await startTestDesk({ fetch: losing });
  const fields = { messengerId: 71, clientKey: 'lost', name: 'Anna', note: '', tags: [] };
  return (await desk.call('clients.add', fields)).id;
};

describe('the network breaks while the answer is read', () => {
  it('after a password reset: the password is read again', async () => {
    const clientId = await start();
    const before = await desk.call('premium.revealPassword', { clientId });
    breaking = '/premium/password/reset';
    expect((await desk.callError('premium.resetPassword', { clientId })).kind).toBe('offline');
    expect((await desk.call('premium.revealPassword', { clientId })).password).not.toBe(before.password);
  });

  it('after an address was added: the list is read again', async () => {
    const clientId = await start();
    breaking = '/premium/whitelist/add';
    expect((await desk.callError('premium.addWhitelistIp', { clientId, ip: '203.0.113.9' })).kind).toBe('offline');
    const state = await desk.call('premium.state', { clientId });
    expect(state.whitelist?.ips).toEqual(['203.0.113.9']);
  });

  it('after a subscription was deleted: the list is read again, and it is gone', async () => {
    await start();
    const [clientId = 0] = await addSeedClients(desk);
    const { uuid } = (await desk.call('vpn.refresh', { clientId })).subscriptions[0] ?? { uuid: '' };
    breaking = '/vpn/delete';
    await desk.call('vpn.delete', { clientId, uuid });
    const { subscriptions } = await desk.call('vpn.state', { clientId });
    expect(subscriptions.map((one) => one.uuid)).not.toContain(uuid);
  });

  it('after a purchase: it is not called "never sent"', async () => {
    const clientId = await start();
    const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
    const offer = await desk.call('purchases.offer', { order });
    breaking = '/premium/traffic/buy';
    const { reason } = await desk.call('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(reason).not.toBe('not-sent');
    expect((await desk.control.books()).entries).toHaveLength(1);
  });
});
