import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProcedureName, procedures } from '#shared/contract/index.ts';
import { badInputsOf } from '../support/bad-input.ts';
import { startTestDesk, type TestDesk } from '../support/desk-core.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startTestDesk();
  // After the start the desk reads its balance once on its own; nothing else happens unasked in these tests.
  await desk.control.waitForRequests(2, { path: '/balance' });
  await desk.call('account.refreshBalance', {});
  const one = { messengerId: 1, clientKey: 'one', name: 'One', note: '', tags: ['a'] };
  const { id: clientId } = await desk.call('clients.add', one);
  // A client that was just read is not read again automatically.
  await desk.call('vpn.refresh', { clientId });
  await desk.call('premium.refreshBalance', { clientId });
});
afterAll(() => desk.close());

/** Returns everything that a user could lose. */
const everything = async (): Promise<unknown> => ({
  account: await desk.call('account.state', {}),
  settings: await desk.call('settings.get', {}),
  clients: await desk.call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 100,
  }),
  purchases: await desk.call('purchases.list', { filter: {}, offset: 0, limit: 100 }),
  lists: await desk.call('lists.list', { offset: 0, limit: 100 }),
  presets: await desk.call('lists.presets', {}),
  secrets: [...desk.secrets.kept],
});

const names = Object.keys(procedures) as ProcedureName[];

describe('every procedure', () => {
  it.each(names)('%s refuses every kind of bad input cleanly, and nothing changes', async (name) => {
    const before = await everything();
    const requests = (await desk.control.requests()).length;
    desk.clearEvents();
    const bad = badInputsOf(procedures[name].input);
    expect(bad.length).toBeGreaterThanOrEqual(12);
    for (const { what, input } of bad) {
      const result = await desk.callRaw(name, input);
      expect([what, result.ok ? 'accepted' : result.error.kind]).toEqual([what, 'invalid-input']);
      const answer = JSON.stringify(result);
      expect(answer.length).toBeLessThan(10_000);
      expect(answer).not.toMatch(/\bat .*\.ts:\d|node_modules/);
    }
    expect(desk.events).toEqual([]);
    expect(await everything()).toEqual(before);
    expect((await desk.control.requests()).length).toBe(requests);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    '',
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    'account',
    'account.',
    'Account.state',
    'x'.repeat(1e6),
  ])('with an unknown name (%#) is refused in the same way', async (name) => {
    expect(await desk.callRaw(name, {})).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', details: { code: 'unknown-request' } },
    });
  });

  it.each([null, undefined, 7, {}, ['account.state']])(
    'with a name that is not a text (%s) is refused in the same way',
    async (name) => {
      expect(await desk.callRaw(name as never, {})).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    },
  );
});

describe('without a desk', () => {
  it('every procedure answers with a Result of the contract, whatever it needs', async () => {
    const empty = await startTestDesk({ signIn: false });
    try {
      for (const name of names) {
        const result = await empty.callRaw(name, {});
        if (!result.ok)
          expect([name, ['invalid-input', 'signed-out', 'not-found'].includes(result.error.kind)]).toEqual([
            name,
            true,
          ]);
      }
    } finally {
      await empty.close();
    }
  });
});
