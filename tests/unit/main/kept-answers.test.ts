import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstQuestions } from '#shared/contract/first-questions.ts';
import { createKeptAnswers } from '../../../electron/main/kept-answers.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';

const QUESTIONS = firstQuestions(undefined);
const SUMMARY = 'overview.summary';

let folder: string;
let file: string;
/** The value of each answer of the core. */
let values: Record<string, unknown>;
let events: (readonly [string, unknown])[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-kept-'));
  file = join(folder, 'first-answers.json');
  values = {};
  events = [];
});
afterEach(() => rm(folder, { recursive: true }));

const ask = async (name: string): Promise<string> => JSON.stringify({ ok: true, value: values[name] ?? name });
const create = (build = 'a', core: typeof ask = ask) =>
  createKeptAnswers({ file, build, ask: core, tell: (name, payload) => events.push([name, payload]) });
const giveAll = (kept: ReturnType<typeof create>): readonly unknown[] =>
  QUESTIONS.map(({ name, input }) => kept.answer(name, input)).map((answer) =>
    answer === undefined ? undefined : JSON.parse(answer),
  );

describe('the kept answers', () => {
  it('are given once, marked, by the next run', async () => {
    await create().keep();
    expect(await rightsOf(file)).toBe(OWN_FILE);
    const next = create();
    expect(next.take()).toBe(true);
    expect(existsSync(file)).toBe(false);
    expect(giveAll(next)).toEqual(QUESTIONS.map(({ name }) => ({ ok: true, value: name, isKept: true })));
    expect(next.answer(SUMMARY, '{"other":1}')).toBeUndefined();
    expect(create().take()).toBe(false);
  });

  it('end when the core has started, which tells the page only what has changed', async () => {
    await create().keep();
    const next = create();
    next.take();
    giveAll(next);
    values = { [SUMMARY]: 'another', 'settings.get': { language: 'ru' } };
    await next.settle();
    expect(events).toEqual([
      ['settings.changed', { language: 'ru' }],
      ['system.answersChecked', { changed: [SUMMARY] }],
    ]);
    expect(next.answer(SUMMARY, '{}')).toBeUndefined();
  });

  it('tell the page even if nothing has changed, and nothing about questions that it did not ask', async () => {
    await create().keep();
    const next = create();
    next.take();
    next.answer('settings.get', '{}');
    values = { [SUMMARY]: 'another' };
    await next.settle();
    expect(events).toEqual([['system.answersChecked', { changed: [] }]]);
  });

  it('are passed on before slower answers have come, so that an event that follows is the newest', async () => {
    await create().keep();
    let finish = (): void => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    values = { 'account.state': { accounts: [] } };
    const next = create('a', async (name) => {
      if (name === SUMMARY) await slow;
      return ask(name);
    });
    next.take();
    giveAll(next);
    const settling = next.settle();
    await expect.poll(() => events).toEqual([['account.changed', { accounts: [] }]]);
    finish();
    await settling;
  });

  it('are written at the end without a request, as they have passed by', async () => {
    const kept = create('a', () => Promise.reject(new Error('The core is closing.')));
    kept.write();
    expect(existsSync(file)).toBe(false);
    for (const { name, input } of QUESTIONS) kept.note(name, input, await ask(name));
    kept.note(SUMMARY, '{}', JSON.stringify({ ok: true, value: 'newer' }));
    kept.note(SUMMARY, '{}', JSON.stringify({ ok: false, error: { kind: 'internal', message: '' } }));
    kept.note('clients.list', '{}', await ask('clients.list'));
    kept.onEvent('settings.changed', { language: 'ru' });
    kept.write();
    const next = create();
    expect(next.take()).toBe(true);
    expect(JSON.parse(next.answer(SUMMARY, '{}') ?? '')).toMatchObject({ value: 'newer' });
    expect(JSON.parse(next.answer('settings.get', '{}') ?? '')).toMatchObject({ value: { language: 'ru' } });
  });

  it('are forgotten when an account comes or goes, and not when its balance changes', async () => {
    const state = (...ids: readonly string[]) => ({ accounts: ids.map((id) => ({ id, balance: 1 })) });
    values = { 'account.state': state('a', 'b') };
    const kept = create();
    await kept.keep();
    kept.onEvent('account.changed', { accounts: state('a', 'b').accounts.map((one) => ({ ...one, balance: 2 })) });
    expect(existsSync(file)).toBe(true);
    kept.onEvent('account.changed', state('a'));
    expect(existsSync(file)).toBe(false);
    kept.write();
    expect(existsSync(file)).toBe(false);
  });

  it('are forgotten when selling is hidden on this computer, because they contain debts', async () => {
    const kept = create();
    kept.onEvent('sales.changed', { inUse: false });
    await kept.keep();
    for (const inUse of [false, true, true]) kept.onEvent('sales.changed', { inUse });
    expect(existsSync(file)).toBe(true);
    kept.onEvent('sales.changed', { inUse: false });
    expect(existsSync(file)).toBe(false);
    kept.write();
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['another build', (text: string) => text.replace('"build":"a"', '"build":"b"')],
    ['no answers', () => '{"build":"a"}'],
    ['a missing answer', (text: string) => text.replace(SUMMARY, 'other')],
    ['a refusal', (text: string) => text.replace('{\\"ok\\":true', '{\\"ok\\":false')],
    ['a broken text', (text: string) => text.slice(0, -20)],
    ['a list', () => '[]'],
    ['a very long text', (text: string) => text.replace('"build"', `"more":"${'x'.repeat(3_000_000)}","build"`)],
  ])('are not used from a file with %s, and the file is deleted', async (_, change) => {
    await create().keep();
    await writeFile(file, change(await readFile(file, 'utf8')));
    const next = create();
    expect(next.take()).toBe(false);
    expect(giveAll(next).every((answer) => answer === undefined)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  it('are not written if a request fails, or if they are too long', async () => {
    await create('a', async (name) =>
      name === SUMMARY ? JSON.stringify({ ok: false, error: { kind: 'internal', message: '' } }) : ask(name),
    ).keep();
    expect(existsSync(file)).toBe(false);

    values = { [SUMMARY]: 'x'.repeat(600_000) };
    await create().keep();
    expect(existsSync(file)).toBe(false);
  });

  it('are deleted when another account is opened, also while they are being requested', async () => {
    const kept = create();
    await kept.keep();
    kept.forget();
    expect(existsSync(file)).toBe(false);
    const keeping = kept.keep();
    kept.forget();
    await keeping;
    expect(existsSync(file)).toBe(false);
  });
});
