import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

it.each(['account.signOut', 'account.remove'] as const)(
  '%s is refused from the click until the purchase has ended, even before it is sent',
  async (leave) => {
    const { id } = await desk.call('clients.add', { messengerId: 5, clientKey: 'k', name: '', note: '', tags: [] });
    const order = { kind: 'traffic', clientId: id, poolType: 'mobile', gb: 1 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    const evidence = { method: 'GET', path: '/premium/traffic/balance' } as const;
    await desk.control.addFaults({ match: evidence, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = desk.call('purchases.confirm', { offerId, priceKopecks });
    await desk.control.waitForHeld(1);
    const accountId = (await desk.call('account.state', {})).activeId ?? '';
    expect(await desk.callError(leave, { accountId })).toMatchObject({
      kind: 'conflict',
      details: { code: 'charge-in-flight' },
    });
    expect(await desk.control.requests({ method: 'POST', path: '/premium/traffic/buy' })).toEqual([]);
    await desk.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged', basis: 'answer' });
    await desk.call(leave, { accountId });
    expect(await desk.callError('purchases.offer', { order })).toMatchObject({ kind: 'signed-out' });
  },
);
