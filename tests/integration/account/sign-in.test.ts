import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk({ signIn: false });
});
afterEach(() => desk.close());

const form = (change: Partial<{ baseUrl: string; token: string; label: string; accountId: string }> = {}) => ({
  baseUrl: desk.sandbox.baseUrl,
  token: desk.sandbox.token,
  label: '',
  ...change,
});

const expectNothingKept = async (): Promise<void> => {
  const state = await desk.call('account.state', {});
  expect(state.accounts).toEqual([]);
  expect(desk.secrets.tokens()).not.toContain(desk.sandbox.token);
};

describe('signing in', () => {
  it('asks for the balance before it stores anything, and opens the desk', async () => {
    const state = await desk.call('account.signIn', form({ label: ' Мой счёт ' }));
    expect(state.accounts).toMatchObject([{ label: 'Мой счёт', tokenPlace: 'keychain', isSandbox: false }]);
    expect(state.activeId).toBe(state.accounts[0]?.id);
    expect(state.accounts[0]?.balance?.balanceKopecks).toBeGreaterThan(0);
    expect(desk.secrets.tokens()).toEqual([desk.sandbox.token]);
    await desk.waitForEvent('account.page', ({ page }: { page: string }) => page === 'desk');
  });

  it('names an account after its server when no name was typed', async () => {
    const state = await desk.call('account.signIn', form());
    expect(state.accounts[0]?.label).toBe(new URL(desk.sandbox.baseUrl).host);
  });

  it.each([
    ['with a slash at the end', (url: string) => `${url}/`],
    ['with the version', (url: string) => `${url}/api/v1`],
    ['with spaces around it', (url: string) => `  ${url}/api/v1/ `],
  ])('accepts the address %s', async (_, spell) => {
    const state = await desk.call('account.signIn', form({ baseUrl: spell(desk.sandbox.baseUrl) }));
    expect(state.accounts[0]?.baseUrl).toBe(desk.sandbox.baseUrl);
  });

  it.each([
    ['with spaces and a line end around it', (token: string) => `  ${token}\r\n`],
    ['copied with the word Bearer', (token: string) => `Bearer ${token}`],
  ])('accepts the token %s', async (_, spell) => {
    await desk.call('account.signIn', form({ token: spell(desk.sandbox.token) }));
    expect(desk.secrets.tokens()).toEqual([desk.sandbox.token]);
  });

  it.each([
    ['http to another machine', { baseUrl: 'http://api.example.com' }, 'baseUrl', 'url-not-https'],
    ['no address', { baseUrl: '  ' }, 'baseUrl', 'url-empty'],
    ['an address with credentials', { baseUrl: 'https://a:b@example.com' }, 'baseUrl', 'url-has-credentials'],
    ['what is not an address', { baseUrl: 'https://' }, 'baseUrl', 'url-invalid'],
    ['no token', { token: ' \n' }, 'token', 'token-empty'],
    ['a token with a space inside', { token: 'abc def' }, 'token', 'token-characters'],
    ['a token with a line end inside', { token: 'abc\ndef' }, 'token', 'token-characters'],
    ['a token in Cyrillic letters', { token: 'токен' }, 'token', 'token-characters'],
  ])('refuses %s and names the field', async (_, change, field, code) => {
    const error = await desk.callError('account.signIn', form(change));
    expect(error.kind).toBe('invalid-input');
    expect(error.details?.problems).toMatchObject([{ field, code }]);
    expect(await desk.control.requests()).toEqual([]);
    await expectNothingKept();
  });

  it('names both fields when both are wrong', async () => {
    const error = await desk.callError('account.signIn', form({ baseUrl: 'ftp://x', token: '' }));
    expect(error.details?.problems?.map(({ field }) => field)).toEqual(['baseUrl', 'token']);
  });

  it('distinguishes a wrong token from a broken service', async () => {
    expect(await desk.callError('account.signIn', form({ token: 'not-the-token' }))).toMatchObject({
      kind: 'unauthorized',
    });
    await expectNothingKept();
  });

  it.each<[string, Fault, object]>([
    ['403', { kind: 'respond', status: 403, body: { ok: false } }, { kind: 'forbidden' }],
    ['500', { kind: 'respond', status: 500, body: 'oops' }, { kind: 'server' }],
    ['429', { kind: 'respond', status: 429 }, { kind: 'rate-limited' }],
    ['a web page', { kind: 'html-page', status: 200 }, { kind: 'malformed', details: { code: 'not-this-api' } }],
    [
      '404 of another site',
      { kind: 'html-page', status: 404 },
      { kind: 'malformed', details: { code: 'not-this-api' } },
    ],
    [
      'JSON of another API',
      { kind: 'respond', status: 200, body: { hello: 1 } },
      { kind: 'malformed', details: { code: 'not-this-api' } },
    ],
    ['nothing', { kind: 'empty-body' }, { kind: 'malformed', details: { code: 'not-this-api' } }],
    [
      'a redirect',
      { kind: 'redirect', location: 'https://elsewhere.example/' },
      { kind: 'malformed', details: { code: 'redirected' } },
    ],
    [
      'its own refusal',
      { kind: 'not-ok', shape: 'error-text', message: 'account is blocked' },
      { kind: 'rejected', details: { serviceMessage: 'account is blocked' } },
    ],
    ['a broken connection', { kind: 'drop', when: 'before-commit' }, { kind: 'timeout' }],
  ])('reports the problem when the service answers with %s', async (_, fault, expected) => {
    await desk.control.addFaults({ fault, match: { path: '/balance' } });
    expect(await desk.callError('account.signIn', form())).toMatchObject(expected);
    await expectNothingKept();
  });

  it('reports a missing connection when nobody listens', async () => {
    const port = await withServer(
      () => {},
      async (url) => Number(new URL(url).port),
    );
    const error = await desk.callError('account.signIn', form({ baseUrl: `http://127.0.0.1:${port}` }));
    expect(error).toMatchObject({ kind: 'offline', details: { code: 'refused' } });
    await expectNothingKept();
  });

  it('never follows a redirect with the token', async () => {
    let visits = 0;
    await withServer(
      (_, response) => {
        visits += 1;
        response.end('{}');
      },
      async (url) => {
        await desk.control.addFaults({ fault: { kind: 'redirect', location: `${url}/api/v1/balance` } });
        await desk.callError('account.signIn', form());
      },
    );
    expect(visits).toBe(0);
  });

  it('opens the same desk when the same token is given again', async () => {
    const first = await desk.call('account.signIn', form({ label: 'One' }));
    const again = await desk.call('account.signIn', form({ baseUrl: `${desk.sandbox.baseUrl}/api/v1`, label: '' }));
    expect(again.accounts).toMatchObject([{ id: first.activeId, label: 'One' }]);
  });

  it('opens the same desk again after a restart, too', async () => {
    const first = await desk.call('account.signIn', form());
    await desk.restart();
    const again = await desk.call('account.signIn', form());
    expect(again.accounts.map(({ id }) => id)).toEqual([first.activeId]);
  });

  it('accepts a new token for a known account, and keeps its data', async () => {
    const { activeId } = await desk.call('account.signIn', form({ label: 'Shop' }));
    const accountId = activeId ?? '';
    await desk.call('account.signOut', { accountId });
    const state = await desk.call('account.signIn', form({ accountId }));
    expect(state.accounts).toMatchObject([{ id: accountId, label: 'Shop', tokenPlace: 'keychain' }]);
  });

  it('keeps the old token when the new one is not accepted', async () => {
    const { activeId } = await desk.call('account.signIn', form());
    await desk.callError('account.signIn', form({ accountId: activeId ?? '', token: 'wrong' }));
    expect(desk.secrets.tokens()).toEqual([desk.sandbox.token]);
    await desk.call('account.refreshBalance', {});
  });

  it('refuses an unknown account id', async () => {
    expect(await desk.callError('account.signIn', form({ accountId: 'nobody' }))).toMatchObject({ kind: 'not-found' });
  });
});

const withServer = async <T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> => {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    return await work(`http://127.0.0.1:${address.port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
};
