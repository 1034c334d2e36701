import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { realClock } from '../../support/real-clock.ts';
import { filesWith } from '../../support/secret-search.ts';
import { addClient } from '../backup/backup-desk.ts';

/** The pauses before the desk considers a daily copy. They end when the test says so. */
const PAUSES = new Set([10_000, 3_600_000]);
const isPause = (ms: number): boolean =>
  PAUSES.has(ms) && new Error('who sleeps').stack?.includes('desk-background') === true;

const createCopyClock = () => {
  let wake: (() => void) | undefined;
  let heard = (): void => {};
  return {
    ...realClock,
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
      if (!isPause(ms)) return realClock.sleep(ms, signal);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        wake = resolve;
        heard();
      });
    },
    /** Makes it time for a copy. Resolves when the desk has considered it, and has made one if it was due. */
    copyTime: async (): Promise<void> => {
      await expect.poll(() => wake).toBeDefined();
      const again = new Promise<void>((resolve) => {
        heard = resolve;
      });
      wake?.();
      await again;
    },
  };
};

const SECRET = 'key-of-the-one-that-goes';

let clock: ReturnType<typeof createCopyClock>;
let desk: TestDesk;
let other: Sandbox;
let gone: string;

/** Two desks. The secret of the first is in the database, and there is no copy yet. */
beforeEach(async () => {
  clock = createCopyClock();
  desk = await startTestDesk({ clock });
  other = await startSandbox({ stateDir: null, seed: 2 });
  gone = (await desk.call('account.state', {})).activeId ?? '';
  await addClient(desk, SECRET);
  await desk.call('account.signIn', { baseUrl: other.baseUrl, token: other.token, label: 'Stays' });
});
afterEach(async () => {
  await desk.close();
  await other.close();
});

const inCopies = (): Promise<readonly string[]> => filesWith(desk.paths.backups, SECRET);
const copies = async () => (await desk.call('backup.list', {})).copies;
/** Whether the secret has left the database and a copy of the remaining data exists. */
const isOver = async (): Promise<boolean> =>
  (await filesWith(desk.paths.data, SECRET)).length === 0 && (await copies()).length > 0;

it('a copy that is being made while its account is removed is deleted with it', async () => {
  const copied = clock.copyTime();
  await desk.call('account.remove', { accountId: gone, copies: true });
  await copied;
  await expect.poll(isOver).toBe(true);
  expect(await inCopies()).toEqual([]);
  expect(await copies()).toHaveLength(1);
});

it('no copy is made of an account that is being removed', async () => {
  await clock.copyTime();
  expect(await inCopies()).toHaveLength(1);
  // By now the copies are deleted, but the account is not.
  desk.secrets.mode = 'hangs';
  const removed = desk.call('account.remove', { accountId: gone, copies: true });
  await expect.poll(inCopies).toEqual([]);
  await clock.copyTime();
  desk.secrets.release();
  await removed;
  await expect.poll(isOver).toBe(true);
  expect(await inCopies()).toEqual([]);
  expect(await copies()).toHaveLength(1);
});

it('daily copies continue after a refused removal', async () => {
  await desk.callError('account.remove', { accountId: 'nobody-here', copies: true });
  await clock.copyTime();
  expect(await copies()).toHaveLength(1);
});
