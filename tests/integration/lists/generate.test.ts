import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPE } from '../../support/recipe.ts';
import { GENERATE, type ListsDesk, startListsDesk } from './lists-desk.ts';

let desk: ListsDesk;
beforeEach(async () => {
  desk = await startListsDesk();
});
afterEach(() => desk.close());

const answerWith = (data: unknown, times?: number) =>
  desk.control.addFaults({
    match: GENERATE,
    fault: { kind: 'replace-data', data },
    ...(times === undefined ? {} : { times }),
  });

describe('generating a list', () => {
  it('sends every parameter that is set and no others', async () => {
    await desk.generate({ quantity: 3, countries: ['DE'], formatId: 2, anonymous: true, protocol: 'socks5' });
    await desk.generate({ quantity: 1, rotation: { type: 'rotating' }, formatId: 3 });
    const [sticky, rotating] = await desk.control.requests(GENERATE);
    expect(sticky?.body).toEqual({
      messenger_id: 100_200_301,
      client_key: 'anna-shop',
      pool_type: 'residential',
      countries: ['de'],
      protocol: 'socks5',
      type: 'sticky',
      session_ttl: 10,
      anonymous: true,
      quantity: 3,
      format_id: 2,
    });
    expect(rotating?.body).not.toHaveProperty('session_ttl');
    expect(rotating?.body).toMatchObject({ type: 'rotating', format_id: 3, anonymous: false });
  });

  it('keeps the lines byte for byte, with the name and with the address', async () => {
    const domain = 'gate.example:1:u:p  \r\n gate.example:2:u:ü😀\r\ngate.example:3:u:"q"\r\n';
    const ip = '192.0.2.1:1:u:p  \n 192.0.2.1:2:u:ü😀\n192.0.2.1:3:u:"q"';
    await answerWith({ pool_type: 'residential', params: {}, domain, ip });
    const list = await desk.generate({ quantity: 3 });
    expect(await desk.allLines(list, 'domain')).toEqual([
      'gate.example:1:u:p  ',
      ' gate.example:2:u:ü😀',
      'gate.example:3:u:"q"',
    ]);
    expect(await desk.allLines(list, 'ip')).toEqual(['192.0.2.1:1:u:p  ', ' 192.0.2.1:2:u:ü😀', '192.0.2.1:3:u:"q"']);
    expect(list).toMatchObject({ state: 'complete', lineCount: 3, domainLines: 3, ipLines: 3 });
  });

  it('requests chunks and shows its progress', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    const list = await desk.generate({ quantity: 25 });
    const asked = (await desk.control.requests(GENERATE)).map((request) => (request.body as typeof RECIPE).quantity);
    expect(asked).toEqual([10, 10, 5]);
    expect(list).toMatchObject({ state: 'complete', lineCount: 25, duplicates: 0, issues: [] });
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ state: 'done', done: 25, total: 25, targetId: list.id, error: null }]);
  });

  it('reports every field that cannot be sent, and sends nothing', async () => {
    const error = await desk.callError('lists.generate', {
      clientId: desk.clientId,
      recipe: { ...RECIPE, countries: [], rotation: { type: 'sticky', ttlMinutes: 0 }, quantity: 1.5 },
    });
    expect(error.kind).toBe('invalid-input');
    expect(error.details?.problems?.map((problem) => problem.field)).toEqual(['countries', 'ttlMinutes', 'quantity']);
    expect(await desk.control.requests(GENERATE)).toEqual([]);
  });
});

describe('an answer that differs from the request', () => {
  it('is kept and reported: another layout, and another count', async () => {
    await answerWith({ pool_type: 'residential', domain: 'u:p@gate.example:1\nu:p@gate.example:2', ip: '' });
    const list = await desk.generate({ quantity: 3, formatId: 1 });
    expect(list.lineCount).toBe(2);
    expect(list.issues).toEqual([
      { chunk: 1, code: 'count', expected: '3', got: '2', lines: 1 },
      { chunk: 1, code: 'variant-missing', expected: 'ip', got: '', lines: 2 },
      { chunk: 1, code: 'layout', expected: '1', got: '2', lines: 2 },
    ]);
    expect(await desk.allLines(list)).toEqual(['u:p@gate.example:1', 'u:p@gate.example:2']);
  });

  it.each(['\u0000', '\u0007', '\t', '\r', '\u001b[2K', '\u0085', '\u2028', '\u2029'])(
    'loses a line with %j, which would be another line in a file, with a note',
    async (sign) => {
      const domain = `gate.example:1:u:p\ngate.example:2:u:p${sign}evil.example:3:u:p\n gate.example:4:u:ü `;
      await answerWith({ pool_type: 'residential', domain, ip: domain });
      const list = await desk.generate({ quantity: 3 });
      expect(list).toMatchObject({ state: 'complete', lineCount: 2, domainLines: 2, ipLines: 2 });
      expect(list.issues[0]).toEqual({ chunk: 1, code: 'control-characters', expected: '', got: '', lines: 1 });
      expect(await desk.allLines(list)).toEqual(['gate.example:1:u:p', ' gate.example:4:u:ü ']);
      desk.dialogs.saveQueue.push(join(desk.folder, 'list.txt'));
      const saved = await desk.call('lists.save', { listId: list.id, variant: 'domain', formatId: 1 });
      expect(await readFile(saved?.path ?? '', 'utf8')).toBe('gate.example:1:u:p\n gate.example:4:u:ü \n');
    },
  );

  it('has duplicates counted across chunks', async () => {
    await desk.call('settings.update', { chunkSize: 2 });
    const twice = 'gate.example:1:u:p\ngate.example:2:u:p';
    await answerWith({ pool_type: 'residential', domain: twice, ip: twice });
    expect(await desk.generate({ quantity: 6 })).toMatchObject({ lineCount: 6, duplicates: 4 });
  });

  it('may have lines in an array, and variants of different length', async () => {
    await answerWith({
      pool_type: 'residential',
      domain: ['gate.example:1:u:p', 'gate.example:2:u:p'],
      ip: ['192.0.2.1:1:u:p'],
    });
    const list = await desk.generate({ quantity: 2 });
    expect(list).toMatchObject({ lineCount: 2, domainLines: 2, ipLines: 1 });
    expect(list.issues.map((issue) => issue.code)).toEqual(['variants-differ']);
    expect(await desk.allLines(list, 'ip')).toEqual(['192.0.2.1:1:u:p']);
  });

  it('causes at most a hundred notes, and all are counted', async () => {
    await desk.call('settings.update', { chunkSize: 1 });
    const line = 'gate.example:1:u:p';
    await answerWith({ pool_type: 'residential', domain: `${line}\n${line}`, ip: `${line}\n${line}` });
    const list = await desk.generate({ quantity: 102 });
    expect(list).toMatchObject({ lineCount: 204, issueCount: 102 });
    expect(list.issues).toHaveLength(100);
  });
});

describe('a list that stays incomplete', () => {
  it('keeps the lines from before a refusal, with the reason', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    const fault = { kind: 'not-ok', shape: 'error-text', status: 400, message: 'no more for you' } as const;
    await desk.control.addFaults({ match: GENERATE, skip: 2, fault });
    const list = await desk.generate({ quantity: 50 });
    expect(list).toMatchObject({ state: 'partial', lineCount: 20 });
    expect(list.error).toMatchObject({ kind: 'rejected', details: { serviceMessage: 'no more for you' } });
    expect(await desk.allLines(list)).toHaveLength(20);
  });

  it('is failed when no lines came', async () => {
    await desk.control.addFaults({ match: GENERATE, fault: { kind: 'html-page', status: 404 } });
    const list = await desk.generate();
    expect(list).toMatchObject({ state: 'failed', lineCount: 0 });
    expect(list.error).not.toBeNull();
  });

  it('tries again after a temporary fault', async () => {
    await desk.control.addFaults({ match: GENERATE, times: 1, fault: { kind: 'drop', when: 'mid-answer' } });
    expect(await desk.generate({ quantity: 5 })).toMatchObject({ state: 'complete', lineCount: 5, error: null });
  });

  it('stops when it is cancelled, and keeps its lines', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    await desk.control.addFaults({ match: GENERATE, skip: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { listId, runId } = await desk.start({ quantity: 50 });
    await desk.control.waitForHeld(1);
    expect(await desk.call('runs.cancel', { runId })).toMatchObject({ state: 'cancelled', done: 10, error: null });
    expect(await desk.call('lists.get', { listId })).toMatchObject({ state: 'cancelled', lineCount: 10, error: null });
    expect(await desk.control.requests(GENERATE)).toHaveLength(2);
  });

  it('stops when its account is signed out, and no longer uses the token', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    await desk.control.addFaults({ match: GENERATE, skip: 1, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { listId } = await desk.start({ quantity: 50 });
    await desk.control.waitForHeld(1);
    const { activeId } = await desk.call('account.state', {});
    await desk.call('account.signOut', { accountId: activeId ?? '' });
    expect(await desk.call('lists.get', { listId })).toMatchObject({ state: 'cancelled', lineCount: 10 });
    expect(await desk.control.requests(GENERATE)).toHaveLength(2);
  });

  it('says that it was interrupted when the app is closed in the middle', async () => {
    await desk.call('settings.update', { chunkSize: 10 });
    await desk.control.addFaults({ match: GENERATE, skip: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { listId } = await desk.start({ quantity: 50 });
    await desk.control.waitForHeld(1);
    await desk.restart();
    expect(await desk.call('lists.get', { listId })).toMatchObject({
      state: 'partial',
      lineCount: 10,
      error: { kind: 'cancelled', details: { code: 'interrupted' } },
    });
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 1 });
    expect(rows[0]).toMatchObject({ state: 'interrupted', done: 10, total: 50 });
  });
});
