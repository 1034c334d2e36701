import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcedureName, procedures } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import { filesBelow } from '../../support/broken-files.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
let results: Result<unknown>[];
beforeEach(async () => {
  desk = await startTestDesk({ signIn: false });
  results = [];
});
afterEach(() => desk.close());

const call = async (name: string, input: unknown): Promise<Result<unknown>> => {
  const result = await desk.callRaw(name, input);
  results.push(result);
  return result;
};

/** Returns every spelling in which a token may appear. */
const spellingsOf = (token: string): readonly string[] => [
  token,
  encodeURIComponent(token),
  Buffer.from(token).toString('base64').replace(/=+$/, ''),
  Buffer.from(token).toString('hex'),
  Buffer.from(token, 'utf16le').toString('latin1'),
];

const expectSecret = async (token: string): Promise<void> => {
  const spoken = JSON.stringify({ results, events: desk.events, log: desk.log, desktop: desk.desktop.copied });
  for (const spelling of spellingsOf(token)) expect(spoken).not.toContain(spelling);
  const files = [...(await filesBelow(desk.paths.data)), ...(await filesBelow(desk.paths.backups))];
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const bytes = await readFile(file, 'latin1');
    for (const spelling of spellingsOf(token)) expect([file, bytes.includes(spelling)]).toEqual([file, false]);
  }
};

const signIn = (token: string) => call('account.signIn', { baseUrl: desk.sandbox.baseUrl, token, label: 'Secret' });

describe.each(['works', 'none'] as const)('the token, with a keychain that is (%s)', (mode) => {
  it('appears in no answer, event, log or file, whatever happens', async () => {
    desk.secrets.mode = mode;
    const { token } = desk.sandbox;
    expect(token.length).toBeGreaterThan(10);
    expect((await signIn(token)).ok).toBe(true);
    await expectSecret(token);

    // The service repeats the token in its message, in each way in which it can fail.
    for (const status of [200, 400, 401, 403, 422, 500, 502]) {
      for (const body of [
        `<h1>${token}</h1>`,
        { ok: false, error: `bad token ${token}` },
        { detail: [{ msg: token }] },
      ]) {
        await desk.control.addFaults({
          fault: { kind: 'respond', status, body },
          match: { path: '/balance' },
          times: 1,
        });
        await signIn(token);
        await desk.control.clearFaults();
      }
    }
    await call('account.refreshBalance', {});
    await desk.control.addFaults({
      fault: { kind: 'replace-data', data: { balance_rub: token, api_spent_rub: token } },
      times: 1,
    });
    await call('account.refreshBalance', {});
    await expectSecret(token);

    await desk.restart();
    for (const name of Object.keys(procedures) as ProcedureName[]) {
      if (name !== 'account.remove' && name !== 'account.signInSandbox') await call(name, {});
    }
    await expectSecret(token);

    const { activeId } = await desk.call('account.state', {});
    await call('account.signOut', { accountId: activeId });
    await desk.core.close();
    await expectSecret(token);
  });
});

describe('a token that was refused', () => {
  it('is not stored anywhere either', async () => {
    const wrong = 'wrong-but-still-secret-0123456789';
    expect((await signIn(wrong)).ok).toBe(false);
    expect((await call('account.signIn', { baseUrl: 'http://example.com', token: wrong, label: '' })).ok).toBe(false);
    expect((await call('account.signIn', { baseUrl: desk.sandbox.baseUrl, token: `${wrong} x`, label: '' })).ok).toBe(
      false,
    );
    expect((await call('account.signIn', { token: wrong, surprise: wrong })).ok).toBe(false);
    await expectSecret(wrong);
    expect(desk.secrets.tokens()).not.toContain(wrong);
  });
});
