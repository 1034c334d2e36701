import { afterEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
/** Replaces one answer of a path. The service carries the request out, but the test writes the answer. */
let answer: { readonly path: string; readonly of: (body: string) => Response } | null;
afterEach(() => desk.close());

const changing: Fetch = async (url, init) => {
  const real = await fetch(url, init);
  if (answer === null || !url.includes(answer.path)) return real;
  const { of } = answer;
  answer = null;
  return of(await real.text());
};

const start = async (): Promise<number> => {
  answer = null;
  desk = await startTestDesk({ fetch: changing });
  const fields = { messengerId: 72, clientKey: 'deep', name: 'Anna', note: '', tags: [] };
  return (await desk.call('clients.add', fields)).id;
};

const json = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } });

const DEPTH = 50_000;
const DEEP = {
  lists: '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  objects: `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
};

describe.each(['lists', 'objects'] as const)('an answer that nests %s deeply', (kind) => {
  const deep = DEEP[kind];

  it('beside the new password leaves the password intact', async () => {
    const clientId = await start();
    const before = await desk.call('premium.revealPassword', { clientId });
    answer = {
      path: '/premium/password/reset',
      of: (body) => json(body.replace('"data":{', `"data":{"trace":${deep},`)),
    };
    await desk.call('premium.resetPassword', { clientId });
    const after = await desk.call('premium.revealPassword', { clientId });
    expect(after.shape).toBe('known');
    expect(after.password).not.toBe(before.password);
  });

  it('instead of the new password makes the app read the password from the service', async () => {
    const clientId = await start();
    const before = await desk.call('premium.revealPassword', { clientId });
    answer = { path: '/premium/password/reset', of: () => json(`{"ok":true,"data":${deep}}`) };
    await desk.call('premium.resetPassword', { clientId });
    const after = await desk.call('premium.revealPassword', { clientId });
    expect(after).toMatchObject({ shape: 'known' });
    expect(after.password).not.toBe(before.password);
  });

  it('instead of the whitelist is shown in part, as it came', async () => {
    const clientId = await start();
    answer = { path: '/premium/whitelist', of: () => json(`{"ok":true,"data":{"x":"y","z":${deep}}}`) };
    const { whitelist } = await desk.call('premium.refreshWhitelist', { clientId });
    expect(whitelist?.raw).toContain('"x":"y"');
    expect(whitelist?.raw?.length).toBeLessThanOrEqual(2_000);
  });

  it('instead of a reason is a refusal like any other', async () => {
    const clientId = await start();
    answer = { path: '/premium/whitelist', of: () => json(`{"ok":false,"error":${deep}}`, 400) };
    expect((await desk.callError('premium.refreshWhitelist', { clientId })).kind).toBe('rejected');
  });
});

describe('the message of an answer that is not JSON', () => {
  const refusal = async (body: string, status = 502) => {
    const clientId = await start();
    const of = () => new Response(body, { status, headers: { 'content-type': 'text/html' } });
    answer = { path: '/premium/password/reset', of };
    const error = await desk.callError('premium.resetPassword', { clientId });
    return error.details?.serviceMessage;
  };

  it('is empty for a page without a title', async () => {
    expect(await refusal('<html><body><p>x</p></body></html>')).toBeUndefined();
    expect(await refusal('<!doctype html><title></title>')).toBeUndefined();
  });

  it('is the title of a page that has one, or a short text', async () => {
    expect(await refusal('<html><head><title>502 Bad\nGateway</title></head></html>')).toBe('502 Bad Gateway');
    expect(await refusal('upstream\u2028timed\u0007out')).toBe('upstream timed out');
  });
});
