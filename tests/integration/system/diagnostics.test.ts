import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

const copied = async (): Promise<string> => {
  const { text } = await desk.call('system.copyDiagnostics', {});
  expect(desk.desktop.copied.at(-1)).toEqual({ text, secret: false });
  return text;
};

const buy = async (order: Order): Promise<Purchase> => {
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  return desk.call('purchases.confirm', { offerId, priceKopecks });
};

describe('the diagnostics for the support', () => {
  it('contain versions, states, counts and sizes', async () => {
    const text = await copied();
    expect(text).toMatch(/^Reseller Desk 0\.0\.0-test, \d{4}-\d\d-\d\dT/);
    expect(text).toMatch(/SQLite 3\.\d+\.\d+, schema \d+/);
    expect(text).toContain(`Node ${process.versions.node}`);
    expect(text).toMatch(/Accounts: service \(token: \w+\); keychain \w/);
    expect(text).toMatch(/Rows: clients 0, .*purchases 0/);
    expect(text).toMatch(/Database \d+\.\d MB .*free/);
    expect(text).toContain('Updates off (development)');
    expect(text).toContain('No errors since the start');
    expect(text).toMatch(/No slow statements since the start|Slowest statements since the start:/);
  });

  it('name the kinds of errors, with the endpoint and the time', async () => {
    await desk.control.addFaults({ match: { path: '/balance' }, fault: { kind: 'drop', when: 'before-commit' } });
    await desk.callError('account.refreshBalance', {});
    expect(await copied()).toMatch(/ {2}\d{4}-\d\d-\d\dT[\d:.]+Z api call · \/balance · timeout · reset/);
  });

  it('contain no token, no client, no goods, no address and no folder', async () => {
    const client = {
      messengerId: 5_123_456_789,
      clientKey: 'key-of-anna',
      name: 'Anna Petrova',
      note: 'pays on Fridays',
    };
    const { id: clientId } = await desk.call('clients.add', { ...client, tags: ['vip-tag'] });
    const vpn = await buy({ kind: 'vpn-buy', clientId, periodMonths: 1 });
    await buy({ kind: 'traffic', clientId, poolType: 'mobile', gb: 1 });
    await desk.call('premium.refreshPassword', { clientId });
    const { password } = await desk.call('premium.revealPassword', { clientId });
    expect(password).not.toBe('');
    // Errors must not quote their subjects either.
    await desk.control.addFaults({ match: { path: '/vpn/info' }, fault: { kind: 'html-page', status: 404 } });
    await desk.callRaw('vpn.refresh', { clientId });
    await desk.callRaw('clients.get', { clientId: 'key-of-anna' });
    const text = await copied();

    expect(vpn).toMatchObject({ outcome: 'charged', basis: 'answer' });
    const uuid = vpn.goods?.kind === 'vpn-buy' ? vpn.goods.uuid : 'no goods';
    const { host } = new URL(desk.sandbox.baseUrl);
    const secrets = [desk.sandbox.token, ...Object.values(client).map(String), 'vip-tag', uuid, password, host, 'Test'];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(desk.paths.data);
    expect(text).toContain('/vpn/info · 404');
    expect(text).toMatch(/Rows: clients 1, vpn_subscriptions 1/);
    expect(text).toContain('Purchases: charged by answer 2');
  });
});
