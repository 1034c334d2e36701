import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
let clientId: number;

beforeEach(async () => {
  desk = await startTestDesk();
  const fields = { messengerId: -1001234567890, clientKey: 'premium', name: 'Anna', note: '', tags: [] };
  clientId = (await desk.call('clients.add', fields)).id;
});
afterEach(() => desk.close());

const cutTheNetwork = () => desk.control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });

describe('the four pools', () => {
  it('are stored with their time, and survive a failed refresh and a restart', async () => {
    expect((await desk.call('premium.state', { clientId })).balance).toBeNull();
    const read = await desk.call('premium.refreshBalance', { clientId });
    expect(read.balance?.pools.map((pool) => pool.poolType)).toEqual([
      'residential',
      'datacenter',
      'mobile',
      'residential_premium',
    ]);
    await cutTheNetwork();
    expect((await desk.callError('premium.refreshBalance', { clientId })).kind).toBe('timeout');
    await desk.restart();
    expect(await desk.call('premium.state', { clientId })).toEqual(read);
    const row = await desk.call('clients.get', { clientId });
    expect(row).toMatchObject({ trafficGb: 0, trafficAsOf: read.balance?.asOf });
  });

  it('are not stored when an amount is impossible, so that the client can still be shown', async () => {
    const pools = ['residential', 'datacenter'].map((pool_type) => ({ pool_type, traffic_gb: 1.7e308 }));
    await desk.control.addFaults({ fault: { kind: 'replace-data', data: { pools } } });
    expect((await desk.callError('premium.refreshBalance', { clientId })).kind).toBe('malformed');
    expect(await desk.call('clients.get', { clientId })).toMatchObject({ trafficGb: null });
  });

  it('are readable when the numbers are text and the service adds keys', async () => {
    await desk.control.addFaults({ fault: { kind: 'numbers-as-strings' } }, { fault: { kind: 'extra-keys' } });
    expect((await desk.call('premium.refreshBalance', { clientId })).balance?.pools).toHaveLength(4);
  });
});

describe('a reading that is answered after a later change', () => {
  const readWhile = async (path: string, read: () => Promise<unknown>, change: () => Promise<unknown>) => {
    const match = { method: 'GET', path } as const;
    await desk.control.addFaults({ match, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const reading = read();
    await desk.control.waitForHeld(1);
    await change();
    await desk.control.release();
    await reading;
  };
  const passwordOf = async () => (await desk.call('premium.revealPassword', { clientId })).password;

  it('does not bring the old password back', async () => {
    await readWhile(
      '/premium/password',
      () => desk.call('premium.refreshPassword', { clientId }),
      () => desk.call('premium.resetPassword', { clientId }),
    );
    const shown = await passwordOf();
    await desk.call('premium.refreshPassword', { clientId });
    expect(shown).toBe(await passwordOf());
  });

  it('does not bring an old password to the clipboard', async () => {
    await readWhile(
      '/premium/password',
      () => desk.call('premium.copyPassword', { clientId }),
      () => desk.call('premium.resetPassword', { clientId }),
    );
    await desk.call('premium.refreshPassword', { clientId });
    expect(desk.desktop.copied).toEqual([{ text: await passwordOf(), secret: true }]);
  });

  it.each([true, false])('does not bring the old whitelist back; the change was read again: %j', async (isRead) => {
    await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.1' });
    await readWhile(
      '/premium/whitelist',
      () => desk.call('premium.refreshWhitelist', { clientId }),
      async () => {
        const match = { method: 'GET', path: '/premium/whitelist' } as const;
        if (!isRead) await desk.control.addFaults({ match, times: 1, fault: { kind: 'respond', status: 400 } });
        await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.2' });
        await desk.call('premium.removeWhitelistIp', { clientId, ip: '203.0.113.1' });
      },
    );
    const { whitelist } = await desk.call('premium.state', { clientId });
    expect(whitelist?.ips).toEqual(['203.0.113.2']);
  });
});

describe('the quote', () => {
  it('is the price of the service in kopecks', async () => {
    const quote = await desk.call('premium.quote', { poolType: 'mobile', gb: 2 });
    expect(quote).toMatchObject({ poolType: 'mobile', gb: 2, pricePerGbKopecks: 44_900, priceKopecks: 89_800 });
  });

  it('is not requested for an amount that cannot be bought', async () => {
    const error = await desk.callError('premium.quote', { poolType: 'mobile', gb: -5 });
    expect(error).toMatchObject({ kind: 'invalid-input', details: { problems: [{ field: 'gb' }] } });
    expect(await desk.control.requests({ path: '/premium/traffic/quote' })).toEqual([]);
  });
});

describe('the whitelist', () => {
  const ipsOf = async () => (await desk.call('premium.state', { clientId })).whitelist?.ips;

  it("shows the service's set after each change, in one spelling", async () => {
    await desk.call('premium.addWhitelistIp', { clientId, ip: ' 203.0.113.7 ' });
    await desk.call('premium.addWhitelistIp', { clientId, ip: '2001:DB8:0:0::1' });
    expect(await ipsOf()).toEqual(['203.0.113.7', '2001:db8::1']);
    await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.7' });
    expect(await ipsOf()).toEqual(['203.0.113.7', '2001:db8::1']);
    await desk.call('premium.removeWhitelistIp', { clientId, ip: '2001:0db8::1' });
    expect(await ipsOf()).toEqual(['203.0.113.7']);
  });

  it('accepts private addresses and marks them', async () => {
    await desk.call('premium.addWhitelistIp', { clientId, ip: '8.8.8.8' });
    const state = await desk.call('premium.addWhitelistIp', { clientId, ip: '192.168.1.5' });
    expect(state.whitelist).toMatchObject({ ips: ['8.8.8.8', '192.168.1.5'], notPublic: ['192.168.1.5'] });
  });

  it('refuses anything but a single address, by its field, without asking the service', async () => {
    for (const [ip, code] of [
      ['203.0.113.0/24', 'ip-range'],
      ['203.0.113.7:80', 'ip-has-port'],
      ['example.com', 'ip-host-name'],
    ] as const) {
      const error = await desk.callError('premium.addWhitelistIp', { clientId, ip });
      expect(error).toMatchObject({ kind: 'invalid-input', details: { problems: [{ field: 'ip', code }] } });
    }
    expect(await desk.control.requests({ path: '/premium/whitelist/add' })).toEqual([]);
  });

  it.each(['bare', 'keyed', 'nested', 'top-level', 'objects', 'map'] as const)(
    'is read when the service sends it as %s',
    async (shape) => {
      await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.7' });
      await desk.control.addFaults({ match: { path: '/premium/whitelist' }, fault: { kind: 'reshape-data', shape } });
      const { whitelist } = await desk.call('premium.refreshWhitelist', { clientId });
      expect(whitelist).toMatchObject({ ips: ['203.0.113.7'], raw: null });
    },
  );

  it('is shown as it came when its shape is unknown', async () => {
    const data = { access: { mode: 'open', until: 'never' } };
    await desk.control.addFaults({ match: { path: '/premium/whitelist' }, fault: { kind: 'replace-data', data } });
    const { whitelist } = await desk.call('premium.refreshWhitelist', { clientId });
    expect(whitelist?.ips).toEqual([]);
    expect(whitelist?.raw).toContain('"mode"');
  });

  it('keeps a change even if the list cannot be read after it', async () => {
    await desk.call('premium.refreshWhitelist', { clientId });
    await desk.control.addFaults({ match: { path: '/premium/whitelist' }, fault: { kind: 'html-page' } });
    const { whitelist } = await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.9' });
    expect(whitelist?.ips).toEqual(['203.0.113.9']);
  });

  describe.each<[string, Fault]>([
    ['is empty', { kind: 'respond', status: 200, body: '', commit: true }],
    ['holds nothing', { kind: 'replace-data', data: {} }],
    ['cannot be read', { kind: 'replace-data', data: { queued: 'later' } }],
  ])('after a change whose answer %s', (_, fault) => {
    const changes = [
      ['premium.addWhitelistIp', '/premium/whitelist/add'],
      ['premium.removeWhitelistIp', '/premium/whitelist/remove'],
    ] as const;
    const address = { ip: '203.0.113.9' };
    const read = { method: 'GET', path: '/premium/whitelist' } as const;

    it('is believed, whatever it shows', async () => {
      for (const [name, path] of changes) {
        const match = { method: 'POST', path } as const;
        await desk.control.addFaults({ match, fault });
        await desk.call(name, { clientId, ...address });
      }
      expect(await ipsOf()).toEqual([]);
      await desk.control.clearFaults();
      await desk.control.addFaults(
        ...changes.map(([, path]) => ({
          match: { method: 'POST', path } as const,
          fault: { kind: 'respond', status: 200, body: '' } as const,
        })),
      );
      expect(await desk.callError('premium.addWhitelistIp', { clientId, ...address })).toMatchObject({
        details: { code: 'whitelist-not-added' },
      });
      expect(await ipsOf()).toEqual([]);
    });

    it.each<[string, Fault]>([
      ['cannot be read', { kind: 'html-page' }],
      ['has an unknown shape', { kind: 'replace-data', data: { mode: 'open' } }],
    ])('%s: neither is claimed, and nothing is noted', async (_what, unread) => {
      await desk.call('premium.refreshWhitelist', { clientId });
      for (const [name, path] of changes) {
        await desk.control.addFaults({ match: { method: 'POST', path }, fault }, { match: read, fault: unread });
        expect(await desk.callError(name, { clientId, ...address })).toMatchObject({
          kind: 'malformed',
          details: { code: 'whitelist-unknown' },
        });
        await desk.control.clearFaults();
      }
      const { rows } = await desk.call('purchases.timeline', { clientId, offset: 0, limit: 10 });
      expect(rows.filter(({ kind }) => kind === 'event')).toEqual([]);
    });
  });

  it('shows the result of a change whose answer was lost', async () => {
    const match = { method: 'POST', path: '/premium/whitelist/add' } as const;
    await desk.control.addFaults({ match, fault: { kind: 'drop', when: 'after-commit' } });
    await desk.callError('premium.addWhitelistIp', { clientId, ip: '203.0.113.9' });
    expect(await ipsOf()).toEqual(['203.0.113.9']);
    expect(await desk.control.requests(match)).toHaveLength(1);
  });
});

describe('the password of the sub-user', () => {
  it('is never in the state, is given on request, and is copied as a secret', async () => {
    const state = await desk.call('premium.refreshPassword', { clientId });
    const { password } = await desk.call('premium.revealPassword', { clientId });
    expect(password.length).toBeGreaterThan(5);
    expect(JSON.stringify(state)).not.toContain(password);
    await desk.call('premium.copyPassword', { clientId });
    expect(desk.desktop.copied.at(-1)).toMatchObject({ text: password, secret: true });
    expect(JSON.stringify(desk.log)).not.toContain(password);
    expect(JSON.stringify(desk.events)).not.toContain(password);
  });

  it('is the new one after a reset, also offline', async () => {
    const before = await desk.call('premium.revealPassword', { clientId });
    await desk.call('premium.resetPassword', { clientId });
    await cutTheNetwork();
    const after = await desk.call('premium.revealPassword', { clientId });
    expect(after.shape).toBe('known');
    expect(after.password).not.toBe(before.password);
  });

  it.each([
    ['was set', 'replace-data', null],
    ['was not set', 'respond', { kind: 'rejected', code: 'password-not-reset' }],
  ] as const)('is read after a reset whose answer says nothing, which shows that it %s', async (_, kind, refused) => {
    const before = await desk.call('premium.revealPassword', { clientId });
    const match = { path: '/premium/password/reset' } as const;
    const fault = kind === 'respond' ? { kind, status: 200, body: '' } : { kind, data: {} };
    await desk.control.addFaults({ match, fault });
    const answer = await desk.callRaw('premium.resetPassword', { clientId });
    if (refused === null) expect(answer).toMatchObject({ ok: true });
    else expect(answer).toMatchObject({ error: { kind: refused.kind, details: { code: refused.code } } });
    const after = await desk.call('premium.revealPassword', { clientId });
    expect(after.password === before.password).toBe(refused !== null);
  });

  it('is not called new if it was not known before a reset whose answer says nothing', async () => {
    const match = { path: '/premium/password/reset' } as const;
    await desk.control.addFaults({ match, fault: { kind: 'replace-data', data: {} } });
    expect(await desk.callError('premium.resetPassword', { clientId })).toMatchObject({
      details: { code: 'password-reset-unknown' },
    });
    expect((await desk.call('premium.revealPassword', { clientId })).shape).toBe('known');
  });

  it('is forgotten when the answer to the reset was lost and it cannot be read either', async () => {
    await desk.call('premium.refreshPassword', { clientId });
    await desk.control.addFaults(
      { match: { path: '/premium/password/reset' }, fault: { kind: 'drop', when: 'after-commit' } },
      { match: { path: '/premium/password' }, fault: { kind: 'respond', status: 400 } },
    );
    await desk.callError('premium.resetPassword', { clientId });
    expect((await desk.call('premium.state', { clientId })).password).toBeNull();
    await desk.control.clearFaults();
    const { password } = await desk.call('premium.revealPassword', { clientId });
    await desk.call('premium.refreshPassword', { clientId });
    expect(await desk.call('premium.revealPassword', { clientId })).toMatchObject({ password });
  });

  it('is read again when the answer to the reset was lost, so that the old one is not trusted', async () => {
    const before = await desk.call('premium.revealPassword', { clientId });
    await desk.control.addFaults({
      match: { path: '/premium/password/reset' },
      fault: { kind: 'drop', when: 'after-commit' },
    });
    await desk.callError('premium.resetPassword', { clientId });
    expect((await desk.call('premium.revealPassword', { clientId })).password).not.toBe(before.password);
  });

  it('may be missing, and may come in an unknown shape', async () => {
    const match = { path: '/premium/password' };
    await desk.control.addFaults({ match, times: 1, fault: { kind: 'reshape-data', shape: 'null' } });
    expect((await desk.call('premium.refreshPassword', { clientId })).password?.shape).toBe('none');
    expect((await desk.callError('premium.revealPassword', { clientId })).details?.code).toBe('no-password');
    const data = { credentials: [{ a: 'x1' }, { b: 'x2' }] };
    await desk.control.addFaults({ match, times: 1, fault: { kind: 'replace-data', data } });
    expect((await desk.call('premium.refreshPassword', { clientId })).password?.shape).toBe('raw');
    expect((await desk.call('premium.revealPassword', { clientId })).password).toContain('x2');
  });
});

describe('locations', () => {
  const ask = (input: object = {}) =>
    desk.call('premium.locations', { poolType: 'residential', kind: 'countries', offset: 0, limit: 50, ...input });
  const asked = async () => (await desk.control.requests({ path: '/premium/locations/countries' })).length;

  it('are read from the service once, however many windows read them at the same time', async () => {
    const pages = await Promise.all([ask(), ask({ offset: 10 }), ask({ search: 'a' }), ask({ limit: 5 })]);
    expect(pages[0]?.total).toBeGreaterThan(20);
    expect(pages[1]?.rows[0]).toEqual(pages[0]?.rows[10]);
    await ask({ offset: 20 });
    expect(await asked()).toBe(1);
  });

  it('are found by name and code in any letter case, those that begin with the search first', async () => {
    const { rows } = await ask({ search: 'UNITED' });
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every((row) => row.name.toLowerCase().includes('united'))).toBe(true);
    const code = rows[0]?.code ?? '';
    expect((await ask({ search: code.toUpperCase() })).rows[0]?.code).toBe(code);
    expect(await ask({ search: 'no such place' })).toMatchObject({ total: 0, rows: [] });
  });

  it('stay available without a network and after a restart, with their age', async () => {
    const before = await ask();
    await cutTheNetwork();
    await desk.restart();
    expect(await ask()).toEqual(before);
    expect(
      (
        await desk.callError('premium.locations', {
          poolType: 'residential',
          kind: 'countries',
          offset: 0,
          limit: 5,
          refresh: true,
        })
      ).kind,
    ).toBe('timeout');
    expect(await ask()).toEqual(before);
  });

  it('follow the selection above them, whatever its order and letter case', async () => {
    const { rows } = await ask();
    const [one = '', two = ''] = rows.map((row) => row.code);
    const first = await ask({ kind: 'states', countries: [one, two] });
    await desk.control.addFaults({ fault: { kind: 'html-page' } });
    expect(await ask({ kind: 'states', countries: [two.toUpperCase(), one] })).toEqual(first);
    const [request] = await desk.control.requests({ path: '/premium/locations/states' });
    expect(request?.body).toMatchObject({ countries: [one.toLowerCase(), two.toLowerCase()] });
  });

  it('are the same when the service spells codes in capitals', async () => {
    await desk.control.addFaults({ fault: { kind: 'upper-case-codes' } });
    const { rows } = await ask();
    const code = rows[0]?.code ?? '';
    expect(code).toBe(code.toUpperCase());
    expect((await ask({ kind: 'states', countries: [code] })).total).toBeGreaterThanOrEqual(0);
  });

  it('require a country for levels below it', async () => {
    const error = await desk.callError('premium.locations', {
      poolType: 'residential',
      kind: 'cities',
      offset: 0,
      limit: 5,
    });
    expect(error).toMatchObject({ details: { problems: [{ field: 'countries', code: 'countries-required' }] } });
  });
});
