import { describe, expect, it } from 'vitest';
import { firstQuestions } from '#shared/contract/first-questions.ts';
import { procedures } from '#shared/contract/index.ts';
import { askFirst } from '../../../electron/preload/first-answers.ts';

const SETTINGS = { name: 'settings.get', input: '{}' } as const;
const STATE = { name: 'account.state', input: '{}' } as const;

/** A page whose requests are answered when the test says so. */
const openPage = () => {
  const asked: string[] = [];
  const settle = new Map<string, { answer: (text: unknown) => void; fail: () => void }>();
  const first = askFirst([SETTINGS, STATE], (name) => {
    asked.push(name);
    return new Promise((answer, fail) => settle.set(name, { answer, fail: () => fail(new Error('broken')) }));
  });
  const answered = async (name: string, text: unknown): Promise<void> => {
    settle.get(name)?.answer(text);
    await first.asked(name, '{}');
  };
  return { first, asked, answered, settle };
};

describe("a page's first request", () => {
  it('is answered before its code runs, once', async () => {
    const { first, asked, answered } = openPage();
    expect(first.take('settings.get', '{}')).toBeUndefined();
    await answered('settings.get', '{"ok":true,"value":1}');
    expect(first.take('settings.get', '{}')).toBe('{"ok":true,"value":1}');
    expect(first.take('settings.get', '{}')).toBeUndefined();
    expect(asked).toEqual(['settings.get', 'account.state']);
  });

  it('is not sent twice while the answer is on its way, and no other request is taken for it', async () => {
    const { first } = openPage();
    expect(first.asked('account.state', '{}')).toBeInstanceOf(Promise);
    expect(first.asked('account.state', '{"other":true}')).toBeUndefined();
    expect(first.asked('clients.list', '{}')).toBeUndefined();
  });

  it('is sent again by a page that was not drawn with it, because the answer would be old', async () => {
    const { first, answered } = openPage();
    await answered('settings.get', 'text');
    first.end();
    expect(first.take('settings.get', '{}')).toBeUndefined();
    expect(first.asked('settings.get', '{}')).toBeUndefined();
  });

  it('is sent again when the connection to the core broke', async () => {
    const { first, settle } = openPage();
    const broken = first.asked('settings.get', '{}');
    settle.get('settings.get')?.fail();
    await expect(broken).rejects.toThrow('broken');
    expect(first.take('settings.get', '{}')).toBeUndefined();
    expect(first.asked('settings.get', '{}')).toBeUndefined();
  });

  it('loses no change: listeners hear what happened since, and nobody else does', () => {
    const { first } = openPage();
    first.note('settings.changed', 1);
    first.note('clients.changed', 2);
    first.note('settings.changed', 3);
    const told: unknown[] = [];
    first.catchUp('settings.changed', (payload) => told.push(payload));
    expect(told).toEqual([1, 3]);
    first.end();
    first.catchUp('settings.changed', (payload) => told.push(payload));
    expect(told).toEqual([1, 3]);
  });

  it('is dropped when more changes arrive than can be kept', async () => {
    const { first, answered } = openPage();
    await answered('settings.get', 'text');
    for (let count = 0; count <= 200; count += 1) first.note('clients.changed', count);
    expect(first.take('settings.get', '{}')).toBeUndefined();
  });
});

describe('the first requests', () => {
  it.each(['overview', 'clients', undefined])('belong to the contract, for %s', (screen) => {
    for (const { name, input } of firstQuestions(screen)) {
      expect(procedures[name].input.safeParse(JSON.parse(input)).success).toBe(true);
    }
  });

  it('include those of the overview only where it is shown', () => {
    const names = (screen?: string) => firstQuestions(screen).map(({ name }) => name);
    expect(names('overview')).toContain('overview.summary');
    expect(names()).toEqual(names('overview'));
    expect(names('clients')).not.toContain('overview.summary');
  });
});
