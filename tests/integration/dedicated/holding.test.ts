import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { startStranger } from '../../support/stranger/service.ts';
import { addClient, buy, held, idsOf } from './dedicated-desk.ts';

const PROTOCOL = { method: 'POST', path: '/dedicated/protocol' } as const;

let desk: TestDesk;

beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

describe('the proxies on the desk', () => {
  it('are found by address, login, id, note and client, in any letter case', async () => {
    await buy(desk, { count: 3 });
    const clientId = await addClient(desk, -100_500, 'Ёжик в тумане');
    const [first, second] = await held(desk);
    if (first === undefined || second === undefined) throw new Error('no proxies');
    await desk.call('dedicated.assign', { proxyIds: [second.id], clientId });
    await desk.call('dedicated.setNote', { proxyId: first.id, note: '  Стойка В  ' });
    const find = async (search: string) => idsOf(await held(desk, { search }));
    expect(await find(first.ip ?? '')).toEqual([first.id]);
    expect(await find((first.username ?? '').toUpperCase())).toEqual([first.id]);
    expect(await find(String(second.serviceId))).toEqual([second.id]);
    expect(await find('стойка')).toEqual([first.id]);
    expect(await find('ежик')).toEqual([second.id]);
    expect(await find('-1')).toEqual([second.id]);
    expect(await find(`ёжик ${second.ip}`)).toEqual([second.id]);
    expect(await find(`ёжик ${first.ip}`)).toEqual([]);
    expect(await find('%')).toEqual([]);
    const password = (await desk.call('dedicated.password', { proxyId: first.id })).password;
    expect(await find(password)).toEqual([]);
  });

  it('return to exactly their previous clients when an assignment is undone', async () => {
    await buy(desk, { count: 3 });
    const anna = await addClient(desk, 21, 'Anna');
    const boris = await addClient(desk, 22, 'Boris');
    const proxyIds = idsOf(await held(desk)).toSorted((a, b) => a - b);
    await desk.call('dedicated.assign', { proxyIds: proxyIds.slice(0, 1), clientId: anna });
    await desk.call('dedicated.assign', { proxyIds: proxyIds.slice(1, 2), clientId: boris });
    const { count, undoId } = await desk.call('dedicated.assign', { proxyIds, clientId: boris });
    expect(count).toBe(2);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 2, left: 0 });
    const owners = (await held(desk)).toSorted((a, b) => a.id - b.id).map(({ clientId }) => clientId);
    expect(owners).toEqual([anna, boris, null]);
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 0, left: 0 });
  });

  it('still belong to the client when it was removed and is added again', async () => {
    await buy(desk, { count: 1 });
    const clientId = await addClient(desk, 12, 'Owner');
    const proxyIds = idsOf(await held(desk));
    await desk.call('dedicated.assign', { proxyIds, clientId });
    await desk.call('clients.remove', { clientIds: [clientId] });
    await desk.restart();
    // By the time the network has answered, the deferred work of the start is done.
    await desk.call('account.refreshBalance', {});
    await desk.call('account.refreshBalance', {});
    const again = await addClient(desk, 12, 'Owner');
    expect(idsOf(await held(desk, { clientId: again }))).toEqual(proxyIds);
  });

  it('are filtered and counted by country, kind, client and expiry', async () => {
    const clientId = await addClient(desk, 5, 'Client');
    await buy(desk, { ipv: 6, countryCode: 'nl', period: 3, count: 2, clientId });
    await buy(desk, { ipv: 4, countryCode: 'de', period: 30, count: 1 });
    expect(await held(desk, { countries: ['NL'] })).toHaveLength(2);
    expect(await held(desk, { ipvs: [4] })).toHaveLength(1);
    expect(await held(desk, { clientId })).toHaveLength(2);
    expect(await held(desk, { unassigned: true })).toHaveLength(1);
    expect(await held(desk, { expiry: 'within-1' })).toHaveLength(0);
    expect(await held(desk, { expiry: 'within-7' })).toHaveLength(2);
    expect(await held(desk, { expiry: 'within-30' })).toHaveLength(3);
    expect(await held(desk, { expiry: 'expired' })).toHaveLength(0);
    await desk.call('dedicated.countries', { ipv: 4 });
    expect(await desk.call('dedicated.summary', {})).toMatchObject({
      held: 3,
      expiring: 2,
      unassigned: 1,
      incomplete: 0,
      ipvs: [
        { ipv: 4, count: 1 },
        { ipv: 6, count: 2 },
      ],
    });
  });

  it('move their instants, not their dates, when another zone is assumed', async () => {
    await buy(desk, { count: 1 });
    const [before] = await held(desk);
    await desk.call('settings.update', { assumedZone: 'UTC' });
    const [after] = await held(desk);
    expect(after?.dateEnd).toBe(before?.dateEnd);
    expect((after?.expiresAt ?? 0) - (before?.expiresAt ?? 0)).toBe(3 * 3_600_000);
  });

  it('can be hidden and shown again, and are never deleted', async () => {
    await buy(desk, { count: 3 });
    const [first] = await held(desk);
    const proxyIds = [first?.id ?? 0];
    expect(await desk.call('dedicated.archive', { proxyIds, archived: true })).toMatchObject({ count: 1 });
    expect(await held(desk)).toHaveLength(2);
    expect(idsOf(await held(desk, { archived: true }))).toEqual(proxyIds);
    expect(await desk.call('dedicated.archive', { proxyIds, archived: false })).toMatchObject({ count: 1 });
    expect(await held(desk)).toHaveLength(3);
  });

  it('stay when their client is removed', async () => {
    const clientId = await addClient(desk, 5, 'Client');
    await buy(desk, { count: 1, clientId });
    await desk.call('clients.remove', { clientIds: [clientId] });
    expect(await held(desk)).toMatchObject([{ clientId: null, clientName: '' }]);
  });

  it('are invisible to other accounts', async () => {
    await buy(desk, { count: 1 });
    const proxyIds = idsOf(await held(desk));
    const other = await startStranger();
    try {
      await desk.call('account.signIn', { baseUrl: other.baseUrl, token: other.token, label: 'Second' });
      expect(await held(desk)).toEqual([]);
      expect((await desk.callError('dedicated.password', { proxyId: proxyIds[0] ?? 0 })).kind).toBe('not-found');
      expect((await desk.callError('dedicated.copy', { proxyIds, formatId: 1 })).kind).toBe('conflict');
      expect(await desk.call('dedicated.archive', { proxyIds, archived: true })).toMatchObject({ count: 0 });
    } finally {
      await other.close();
    }
  });
});

describe('switching the protocol', () => {
  it('changes many at once, and leaves out those that have it already', async () => {
    await buy(desk, { count: 3 });
    const proxyIds = idsOf(await held(desk));
    expect(
      await desk.call('dedicated.setProtocol', { proxyIds: proxyIds.slice(0, 1), portType: 'socks' }),
    ).toMatchObject({
      switched: 1,
      already: 0,
    });
    expect(await desk.call('dedicated.setProtocol', { proxyIds, portType: 'socks' })).toMatchObject({
      switched: 2,
      already: 1,
      error: null,
    });
    expect((await held(desk)).map(({ portType, portTypeSure }) => [portType, portTypeSure])).toEqual(
      Array.from({ length: 3 }, () => ['socks', true]),
    );
    const error = await desk.callError('dedicated.setProtocol', { proxyIds, portType: 'socks' });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'same-protocol' } });
  });

  it('explains the refusal of a service that changes all or none', async () => {
    await buy(desk, { count: 2 });
    const proxyIds = idsOf(await held(desk));
    const error = await desk.callError('dedicated.setProtocol', { proxyIds, portType: 'http' });
    expect(error).toMatchObject({ kind: 'rejected', details: { code: 'protocol-refused' } });
    expect(error.details?.serviceMessage).toMatch(/already/);
    expect((await held(desk))[0]?.portType).toBeNull();
  });

  it.each([
    ['bare', { switched: 2, unconfirmed: 0 }],
    ['map', { switched: 2, unconfirmed: 0 }],
    ['nested', { switched: 2, unconfirmed: 0 }],
    ['empty', { switched: 0, unconfirmed: 2, unchanged: 0 }],
  ] as const)('understands `updated` in the shape "%s"', async (shape, expected) => {
    await buy(desk, { count: 2 });
    await desk.control.addFaults({
      match: PROTOCOL,
      fault: { kind: 'replace-data', data: shapeOf(shape, await ids()) },
    });
    const proxyIds = idsOf(await held(desk));
    expect(await desk.call('dedicated.setProtocol', { proxyIds, portType: 'socks' })).toMatchObject(expected);
  });

  it('shows an answer that nobody understands unchanged, and marks the proxies that it may have changed', async () => {
    await buy(desk, { count: 2 });
    const data = { updated: { well: 'mostly' } };
    await desk.control.addFaults({ match: PROTOCOL, fault: { kind: 'replace-data', data } });
    const proxyIds = idsOf(await held(desk));
    const outcome = await desk.call('dedicated.setProtocol', { proxyIds, portType: 'socks' });
    expect(outcome).toMatchObject({ switched: 0, unconfirmed: 2 });
    expect(outcome.raw).toContain('mostly');
    expect((await held(desk)).map(({ portType, portTypeSure }) => [portType, portTypeSure])).toEqual([
      ['socks', false],
      ['socks', false],
    ]);
  });

  const ids = async (): Promise<number[]> => (await held(desk)).map(({ serviceId }) => serviceId ?? 0);
  const shapeOf = (shape: 'bare' | 'map' | 'nested' | 'empty', known: number[]): unknown => {
    switch (shape) {
      case 'bare':
        return known.map(String);
      case 'map':
        return { port_type: 'socks', updated: Object.fromEntries(known.map((one) => [one, true])) };
      case 'nested':
        return { result: { updated: known.map((one) => ({ proxy: { id: one } })) } };
      case 'empty':
        return { port_type: 'socks', updated: [] };
    }
  };
});

describe('a proxy whose data contain a line break', () => {
  const SIGNS = ['\n', '\r', '\r\n', '\u0001', '\t', '\u0085', '\u2028', '\u2029'];
  const FIELDS = ['ip', 'port', 'username', 'password'];
  const good = { ids: 9_000, ip: '198.51.100.1', port: '8000', username: 'good', password: 'pass' };
  const forged = SIGNS.flatMap((sign, s) =>
    FIELDS.map((field, f) => ({
      ...good,
      ids: 9_001 + s * FIELDS.length + f,
      [field]: `1${sign}6.6.6.6:66:evil:evil`,
      date_end: '2027-01-01 00:00:00',
    })),
  );

  it('is shown, counted, and left out of copies, files and messages', async () => {
    const proxies = [...forged, { ...good, date_end: '2027-01-01 00:00:00' }];
    await desk.control.addFaults({
      match: { method: 'POST', path: '/dedicated/buy' },
      fault: { kind: 'replace-data', data: { order_id: 1, price_rub: 1, proxies } },
    });
    const clientId = await addClient(desk, 77, 'Anna\u2028Bell');
    await buy(desk, { count: proxies.length, clientId });
    const all = await held(desk);
    expect(all.filter(({ unlistable }) => unlistable)).toHaveLength(forged.length);
    expect(all.filter(({ unlistable }) => !unlistable).map(({ serviceId }) => serviceId)).toEqual([good.ids]);

    const leftOut = { skipped: 0, unlistable: forged.length };
    for (const formatId of [1, 2, 3] as const) {
      expect(await desk.call('dedicated.copy', { proxyIds: idsOf(all), formatId })).toEqual({ lines: 1, ...leftOut });
      expect(desk.desktop.copied.at(-1)?.text).not.toContain('6.6.6.6');
      const path = join(desk.paths.data, `proxies-${formatId}.txt`);
      desk.dialogs.saveQueue.push(path);
      const saved = await desk.call('dedicated.save', { proxyIds: idsOf(all), formatId });
      expect(saved).toMatchObject(leftOut);
      expect((await readFile(path, 'utf8')).split('\n')).toEqual([expect.stringContaining('198.51.100.1'), '']);
    }

    const pack = { clientId, language: 'en' as const, uuids: [], listIds: [], dedicated: true };
    const preview = await desk.call('handover.preview', { ...pack, template: '{name}|\n{proxies}', reveal: true });
    expect(preview).toMatchObject({ text: 'Anna Bell|\n198.51.100.1:8000:good:pass', leftOut: forged.length });
  });

  it('or a NUL is marked as partly unreadable', async () => {
    const proxies = FIELDS.map((field, at) => ({ ...good, ids: 9_100 + at, [field]: 'cut\u0000off' }));
    await desk.control.addFaults({
      match: { method: 'POST', path: '/dedicated/buy' },
      fault: { kind: 'replace-data', data: { order_id: 1, price_rub: 1, proxies } },
    });
    await buy(desk, { count: proxies.length });
    const all = await held(desk);
    expect(all.map(({ complete }) => complete)).toEqual(FIELDS.map(() => false));
    const error = await desk.callError('dedicated.copy', { proxyIds: idsOf(all), formatId: 1 });
    expect(error.details?.code).toBe('no-proxy-lines');
  });

  it('makes no file on its own, and the app says why', async () => {
    await desk.control.addFaults({
      match: { method: 'POST', path: '/dedicated/buy' },
      fault: { kind: 'replace-data', data: { order_id: 1, price_rub: 1, proxies: forged.slice(0, 1) } },
    });
    await buy(desk, { count: 1 });
    const error = await desk.callError('dedicated.save', { proxyIds: idsOf(await held(desk)), formatId: 1 });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'proxies-unlistable' } });
  });
});

describe('exporting proxies', () => {
  it('writes the three layouts, IPv6 in brackets, and records the file with its hash', async () => {
    await buy(desk, { ipv: 6, countryCode: 'nl', count: 2 });
    const rows = await held(desk);
    const [first] = rows;
    const { password } = await desk.call('dedicated.password', { proxyId: first?.id ?? 0 });
    const host = `[${first?.ip}]:${first?.port}`;
    const expected = [`${host}:${first?.username}:${password}`, `${first?.username}:${password}@${host}`, host];
    for (const [index, formatId] of ([1, 2, 3] as const).entries()) {
      const path = join(desk.paths.data, `out-${formatId}.txt`);
      desk.dialogs.saveQueue.push(path);
      const saved = await desk.call('dedicated.save', { proxyIds: idsOf(rows), formatId });
      expect(saved).toMatchObject({ skipped: 0, export: { lineCount: 2, formatId, listId: null, exists: true } });
      const text = await readFile(path, 'utf8');
      expect(text.split('\n')[0]).toBe(expected[index]);
      expect(text.endsWith('\n')).toBe(true);
    }
    const history = await desk.call('lists.exports', { offset: 0, limit: 10 });
    expect(history.total).toBe(3);
    expect(await desk.call('lists.verifyExport', { exportId: history.rows[0]?.id ?? 0 })).toEqual({ status: 'same' });
  });

  it('copies them as a secret, except addresses alone', async () => {
    await buy(desk, { count: 2 });
    const proxyIds = idsOf(await held(desk));
    expect(await desk.call('dedicated.copy', { proxyIds, formatId: 1 })).toEqual({
      lines: 2,
      skipped: 0,
      unlistable: 0,
    });
    await desk.call('dedicated.copy', { proxyIds, formatId: 3 });
    expect(desk.desktop.copied.map(({ secret }) => secret)).toEqual([true, false]);
    expect(desk.desktop.copied[0]?.text.split('\n')).toHaveLength(2);
  });

  it('does nothing when the dialog is closed', async () => {
    await buy(desk, { count: 1 });
    desk.dialogs.saveQueue.push(null);
    expect(await desk.call('dedicated.save', { proxyIds: idsOf(await held(desk)), formatId: 1 })).toBeNull();
  });
});

describe('the dedicated proxies on offer', () => {
  it('are listed by country with the counts that were read, and stay available without a network', async () => {
    const { rows, asOf } = await desk.call('dedicated.countries', { ipv: 3 });
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every(({ code }) => code === code.toLowerCase())).toBe(true);
    const available = await desk.call('dedicated.availability', { ipv: 3, countryCode: 'DE' });
    expect(available.count).toBeGreaterThan(0);
    await desk.control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });
    const again = await desk.call('dedicated.countries', { ipv: 3 });
    expect(again.asOf).toBe(asOf);
    expect(again.rows.find(({ code }) => code === 'de')?.available).toEqual(available);
    expect((await desk.callError('dedicated.countries', { ipv: 3, refresh: true })).kind).toBe('timeout');
  });

  it('have their remaining count read after a purchase', async () => {
    const { count } = await desk.call('dedicated.availability', { ipv: 4, countryCode: 'de' });
    await buy(desk, { count: 3 });
    await desk.control.waitForRequests(2, { path: '/dedicated/count' });
    await desk.restart();
    expect((await desk.call('dedicated.availability', { ipv: 4, countryCode: 'de' })).count).toBe(count - 3);
  });
});
