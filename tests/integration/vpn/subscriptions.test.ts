import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { qrPng } from '#core/catalogue/vpn/qr-png.ts';
import type { VpnState } from '#shared/contract/vpn.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

const INFO = { method: 'GET', path: '/vpn/info' } as const;
const DELETE = { method: 'POST', path: '/vpn/delete' } as const;
const DAY = 86_400_000;

let desk: TestDesk;

const addClient = async (messengerId: number, clientKey: string): Promise<number> =>
  (await desk.call('clients.add', { messengerId, clientKey, name: '', note: '', tags: [] })).id;
const anna = () => addClient(100_200_301, 'anna-shop');
const refresh = (clientId: number) => desk.call('vpn.refresh', { clientId });
const rowOf = (clientId: number) => desk.call('clients.get', { clientId });
const firstOf = ({ subscriptions }: VpnState) => {
  const [first] = subscriptions;
  if (first === undefined) throw new Error('there is no subscription');
  return first;
};
/** Replaces the service's list from now on. */
const listInstead = (items: readonly object[]) =>
  desk.control.addFaults({
    match: INFO,
    fault: { kind: 'replace-data', data: { exists: items.length > 0, count: items.length, items } },
  });
const item = (uuid: string, rest: object) => ({
  uuid,
  status: 'ACTIVE',
  expireAt: '2031-05-01T10:00:00.000Z',
  expireAt_date: '01.05.2031',
  subscriptionUrl: `https://sub.example/${uuid}`,
  trafficLimitBytes: 0,
  ...rest,
});

beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

describe('the subscriptions of a client', () => {
  it('are unknown until they are read, and then are stored with their age', async () => {
    const clientId = await anna();
    expect(await desk.call('vpn.state', { clientId })).toEqual({ clientId, subscriptions: [], gone: [], asOf: null });
    expect(await rowOf(clientId)).toMatchObject({ vpnActive: null, vpnTotal: null, nextExpiry: null, vpnAsOf: null });

    const read = await refresh(clientId);
    expect(read.subscriptions.map(({ status, link, boughtHere }) => ({ status, link, boughtHere }))).toEqual([
      { status: 'ACTIVE', link: 'https', boughtHere: false },
      { status: 'ACTIVE', link: 'https', boughtHere: false },
    ]);
    const [soon, later] = read.subscriptions;
    expect((later?.expiresAt ?? 0) - (soon?.expiresAt ?? 0)).toBe(42.5 * DAY);
    expect([soon?.trafficLimitBytes, later?.trafficLimitBytes]).toEqual([200 * 1024 ** 3, 0]);
    expect(await rowOf(clientId)).toMatchObject({
      vpnActive: 2,
      vpnTotal: 2,
      nextExpiry: soon?.expiresAt,
      vpnAsOf: read.asOf,
    });

    await desk.control.addFaults({ match: INFO, fault: { kind: 'drop', when: 'before-commit' } });
    await desk.restart();
    expect(await desk.call('vpn.state', { clientId })).toEqual(read);
  });

  it('may be none at all', async () => {
    const clientId = await addClient(1, 'nobody-knows');
    const read = await refresh(clientId);
    expect(read).toMatchObject({ subscriptions: [], gone: [] });
    expect(read.asOf).not.toBeNull();
    expect(await rowOf(clientId)).toMatchObject({ vpnActive: 0, vpnTotal: 0, nextExpiry: null });
  });

  it('are published to the window and to the grid', async () => {
    const clientId = await anna();
    desk.clearEvents();
    await refresh(clientId);
    await desk.waitForEvent('vpn.changed', (changed: { clientId: number }) => changed.clientId === clientId);
    await desk.waitForEvent('clients.changed', (changed: { clientIds: number[] }) => changed.clientIds[0] === clientId);
  });

  it('keep unknown words of the service, and gaps in its answer', async () => {
    const clientId = await anna();
    await listInstead([
      item('a', { status: 'PAUSED_BY_ADMIN' }),
      { uuid: 'b' },
      item('c', { status: 'EXPIRED', expireAt: '2020-01-01T00:00:00.000Z' }),
      item('d', { status: 'active', expireAt: 'soon', subscriptionUrl: 'vless://id@host:443' }),
    ]);
    const { subscriptions } = await refresh(clientId);
    expect(subscriptions).toEqual([
      {
        uuid: 'a',
        status: 'PAUSED_BY_ADMIN',
        expiresAt: Date.UTC(2031, 4, 1, 10),
        trafficLimitBytes: 0,
        link: 'https',
        boughtHere: false,
      },
      { uuid: 'b', status: null, expiresAt: null, trafficLimitBytes: null, link: 'none', boughtHere: false },
      { uuid: 'd', status: 'active', expiresAt: null, trafficLimitBytes: 0, link: 'other', boughtHere: false },
      {
        uuid: 'c',
        status: 'EXPIRED',
        expiresAt: Date.UTC(2020, 0, 1),
        trafficLimitBytes: 0,
        link: 'https',
        boughtHere: false,
      },
    ]);
    expect(await rowOf(clientId)).toMatchObject({ vpnActive: 1, vpnTotal: 4, nextExpiry: Date.UTC(2031, 4, 1, 10) });
  });

  it('take the expiry from the UTC timestamp alone, whatever the written date says', async () => {
    const clientId = await anna();
    await listInstead([item('a', { expireAt: '2031-05-01T22:30:00.123Z', expireAt_date: '02.06.2099' })]);
    expect(firstOf(await refresh(clientId)).expiresAt).toBe(Date.UTC(2031, 4, 1, 22, 30, 0, 123));
  });

  it('show a client without a running one by the last that ended', async () => {
    const clientId = await anna();
    await listInstead([
      item('old', { status: 'EXPIRED', expireAt: '2020-01-01T00:00:00.000Z' }),
      item('late', { status: 'EXPIRED', expireAt: '2024-01-01T00:00:00.000Z' }),
    ]);
    await refresh(clientId);
    expect(await rowOf(clientId)).toMatchObject({ vpnActive: 0, vpnTotal: 2, nextExpiry: Date.UTC(2024, 0, 1) });
  });

  it('stay as they were, with their age, when the service does not answer', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const faults: readonly Fault[] = [
      { kind: 'respond', status: 401 },
      { kind: 'respond', status: 404, body: { detail: 'no' } },
      { kind: 'not-ok', shape: 'bare' },
      { kind: 'truncated-json' },
      { kind: 'html-page', status: 200 },
      { kind: 'empty-body' },
      { kind: 'replace-data', data: {} },
      { kind: 'replace-data', data: { exists: true, items: [{ status: 'ACTIVE' }] } },
    ];
    for (const fault of faults) {
      await desk.control.addFaults({ match: INFO, fault });
      expect((await desk.callError('vpn.refresh', { clientId })).kind, JSON.stringify(fault)).not.toBe('internal');
      expect(await desk.call('vpn.state', { clientId })).toEqual(before);
      await desk.control.clearFaults();
    }
  });

  it('belong to the pair: the same key under another id is another client', async () => {
    const other = await addClient(1, 'anna-shop');
    expect((await refresh(other)).subscriptions).toEqual([]);
    expect((await refresh(await anna())).subscriptions).toHaveLength(2);
  });

  it('are forgotten when the client gets another pair, because they are another client’s then', async () => {
    const clientId = await anna();
    await refresh(clientId);
    await desk.call('premium.refreshBalance', { clientId });
    await desk.call('clients.update', {
      clientId,
      messengerId: 77,
      clientKey: 'anna-shop',
      name: '',
      note: '',
      tags: [],
    });
    expect(await desk.call('vpn.state', { clientId })).toMatchObject({ subscriptions: [], asOf: null });
    expect(await desk.call('premium.state', { clientId })).toMatchObject({ balance: null });
    expect(await rowOf(clientId)).toMatchObject({ vpnTotal: null, nextExpiry: null, trafficGb: null });
  });

  it('sort the grid by the nearest expiry, clients without one last either way', async () => {
    const ids = [await anna(), await addClient(100_200_302, 'boris-studio'), await addClient(1, 'none')];
    for (const id of ids) await refresh(id);
    const sorted = async (direction: 'asc' | 'desc') =>
      (await desk.call('clients.ids', { filter: {}, sort: { by: 'nextExpiry', direction } })).ids;
    expect(await sorted('asc')).toEqual([ids[0], ids[1], ids[2]]);
    expect(await sorted('desc')).toEqual([ids[1], ids[0], ids[2]]);
    const { ids: byActive } = await desk.call('clients.ids', {
      filter: {},
      sort: { by: 'vpnActive', direction: 'desc' },
    });
    expect(byActive).toEqual(ids);
  });
});

describe('the link of a subscription', () => {
  it('is in no state, and is given only on request', async () => {
    const clientId = await anna();
    const read = await refresh(clientId);
    expect(JSON.stringify([read, desk.events, desk.log])).not.toContain('sub.sandbox.test');
    const { uuid } = firstOf(read);
    const { url } = await desk.call('vpn.revealLink', { clientId, uuid });
    expect(url).toMatch(/^https:\/\/sub\.sandbox\.test\/s\/\w+$/);

    await desk.call('vpn.copyLink', { clientId, uuid });
    expect(desk.desktop.copied).toEqual([{ text: url, secret: true }]);
    await desk.call('vpn.openLink', { clientId, uuid });
    expect(desk.desktop.opened).toEqual([url]);
    expect(JSON.stringify([desk.events, desk.log])).not.toContain(url);
  });

  it.each(['http://sub.example/a', 'javascript:alert(1)', 'file:///etc/passwd', 'vless://x@h:1', 'not a link'])(
    'is never opened when it is %s',
    async (subscriptionUrl) => {
      const clientId = await anna();
      await listInstead([item('a', { subscriptionUrl })]);
      expect(firstOf(await refresh(clientId)).link).toBe('other');
      expect(await desk.callError('vpn.openLink', { clientId, uuid: 'a' })).toMatchObject({
        kind: 'invalid-input',
        details: { code: 'link-not-https' },
      });
      expect(desk.desktop.opened).toEqual([]);
      expect(await desk.call('vpn.revealLink', { clientId, uuid: 'a' })).toEqual({ url: subscriptionUrl });
    },
  );

  it('is reported as missing if there is none, or if the subscription is missing', async () => {
    const clientId = await anna();
    await listInstead([item('a', { subscriptionUrl: null })]);
    await refresh(clientId);
    for (const name of ['vpn.revealLink', 'vpn.copyLink', 'vpn.openLink', 'vpn.qr', 'vpn.copyQr'] as const) {
      expect((await desk.callError(name, { clientId, uuid: 'a' })).details?.code).toBe('no-link');
      expect((await desk.callError(name, { clientId, uuid: 'zz' })).details?.code).toBe('subscription');
    }
  });

  it('becomes a QR code without the network', async () => {
    const clientId = await anna();
    const { uuid } = firstOf(await refresh(clientId));
    await desk.control.clearRequests();
    const code = await desk.call('vpn.qr', { clientId, uuid });
    expect(code.size).toBeGreaterThanOrEqual(21);
    expect(await desk.control.requests()).toEqual([]);

    // The same code is copied as a picture, which contains the secret as well.
    await desk.call('vpn.copyQr', { clientId, uuid });
    const { url } = await desk.call('vpn.revealLink', { clientId, uuid });
    expect(desk.desktop.pictures.map((png) => Buffer.from(png).equals(qrPng(url)))).toEqual([true]);
    expect(JSON.stringify([desk.events, desk.log])).not.toContain(url);
    expect(await desk.control.requests()).toEqual([]);
  });
});

describe('deleting a subscription', () => {
  it('removes it from the service and from the list', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const { uuid } = firstOf(before);
    const after = await desk.call('vpn.delete', { clientId, uuid });
    expect(after.subscriptions).toEqual(before.subscriptions.slice(1));
    expect(await rowOf(clientId)).toMatchObject({ vpnActive: 1, vpnTotal: 1 });
    expect((await refresh(clientId)).subscriptions).toEqual(before.subscriptions.slice(1));
  });

  it('is sent once, and the list settles a lost answer', async () => {
    const clientId = await anna();
    const { uuid } = firstOf(await refresh(clientId));
    await desk.control.addFaults({ match: DELETE, fault: { kind: 'drop', when: 'after-commit' } });
    expect((await desk.call('vpn.delete', { clientId, uuid })).subscriptions).toHaveLength(1);
    expect(await desk.control.requests(DELETE)).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ['the request never arrived', { kind: 'drop', when: 'before-commit' }],
    ['the service had a fault', { kind: 'respond', status: 500 }],
    ['the service said no', { kind: 'not-ok', shape: 'message', message: 'Подписка занята' }],
  ])('reports the problem and keeps it when %s', async (_, fault) => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const { uuid } = firstOf(before);
    await desk.control.addFaults({ match: DELETE, fault });
    await desk.callError('vpn.delete', { clientId, uuid });
    expect((await desk.call('vpn.state', { clientId })).subscriptions).toEqual(before.subscriptions);
  });

  it('believes the service when it reports that nothing was deleted, and reads when it reports nothing', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const { uuid } = firstOf(before);
    for (const data of [{ uuid, deleted: false }, { uuid }]) {
      await desk.control.addFaults({
        match: DELETE,
        fault: { kind: 'respond', status: 200, body: { ok: true, data } },
      });
      expect(await desk.callError('vpn.delete', { clientId, uuid })).toMatchObject({
        kind: 'rejected',
        details: { code: 'vpn-not-deleted' },
      });
      expect((await desk.call('vpn.state', { clientId })).subscriptions).toEqual(before.subscriptions);
      await desk.control.clearFaults();
    }
  });

  it('claims nothing when the service reports nothing and the list cannot be read', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const { uuid } = firstOf(before);
    await desk.control.addFaults(
      { match: DELETE, fault: { kind: 'respond', status: 200, body: '' } },
      { match: { method: 'GET', path: '/vpn/info' }, fault: { kind: 'html-page' } },
    );
    expect(await desk.callError('vpn.delete', { clientId, uuid })).toMatchObject({
      kind: 'malformed',
      details: { code: 'vpn-delete-unknown' },
    });
    expect((await desk.call('vpn.state', { clientId })).subscriptions).toEqual(before.subscriptions);
  });

  it('keeps a subscription when the answer names another one and the list still has it', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    const { uuid } = firstOf(before);
    const other = { uuid: '11111111-2222-4333-8444-555555555555', deleted: true };
    await desk.control.addFaults({
      match: DELETE,
      fault: { kind: 'respond', status: 200, body: { ok: true, data: other } },
    });
    expect(await desk.callError('vpn.delete', { clientId, uuid })).toMatchObject({
      details: { code: 'vpn-not-deleted' },
    });
    expect((await desk.call('vpn.state', { clientId })).subscriptions).toEqual(before.subscriptions);
    await desk.control.clearFaults();
    // The same subscription in another spelling is the one that was meant.
    const data = { uuid: uuid.toUpperCase(), deleted: true };
    await desk.control.addFaults({ match: DELETE, fault: { kind: 'replace-data', data } });
    const after = await desk.call('vpn.delete', { clientId, uuid });
    expect(after.subscriptions.map((one) => one.uuid)).not.toContain(uuid);
  });

  it('accepts that another workstation has deleted it already', async () => {
    const clientId = await anna();
    const before = await refresh(clientId);
    await listInstead([item('ghost', {})]);
    await refresh(clientId);
    await desk.control.clearFaults();
    expect((await desk.call('vpn.delete', { clientId, uuid: 'ghost' })).subscriptions).toEqual(before.subscriptions);
  });
});
