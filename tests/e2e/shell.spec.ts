import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ControlClient } from '../support/control-client.ts';
import { launchDesk, type RunningDesk, sandboxControl } from '../support/electron-app.ts';
import { startHangingKeychain } from '../support/hanging-keychain.ts';
import { startStranger } from '../support/stranger/service.ts';
import { beginHeldPurchase } from './pages/held-purchase.ts';
import { callFrom } from './pages/open-desk.ts';

let userDataDir: string;
let desk: RunningDesk;

test.beforeEach(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
});
test.afterEach(async () => {
  await desk.close();
  await rm(userDataDir, { recursive: true, force: true });
});

const call = callFrom(() => desk.page);

const purchases = async () => (await call('purchases.list', { filter: {}, offset: 0, limit: 10 })).rows;

/** Waits for the end of the process and returns how it ended. */
const processEnd = async (): Promise<number | string | null> => {
  const [code, signal] = (await once(desk.app.process(), 'exit')) as [number | null, string | null];
  return code ?? signal;
};

test.describe('while a purchase has no answer yet', () => {
  let control: ControlClient;

  test.beforeEach(async () => {
    desk = await launchDesk({ userDataDir, args: ['--try-sandbox'], sandboxControl: true });
    await desk.page.waitForURL('app://desk/');
    control = await sandboxControl(desk.app);
    // Otherwise the window would be minimised, and the app would not end.
    await call('settings.update', { closeToTray: false });
    await beginHeldPurchase(desk.page, control);
  });

  /** Answers the question with this button from now on, and counts the questions. */
  const answerQuestions = (button: number) =>
    desk.app.evaluate(({ dialog }, response) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        const { message } = args.at(-1) as { message: string };
        const asked = (Reflect.get(globalThis, 'asked') as string[] | undefined) ?? [];
        Reflect.set(globalThis, 'asked', [...asked, message]);
        return { response, checkboxChecked: false };
      };
    }, button);
  const closeWindow = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const questions = () => desk.app.evaluate(() => Reflect.get(globalThis, 'asked') as string[] | undefined);

  test('closing asks, and a user who waits gets the goods and can then leave', async () => {
    await answerQuestions(0);
    await closeWindow();
    await expect.poll(questions).toEqual(['A purchase was sent and has not been answered yet.']);
    expect(await purchases()).toMatchObject([{ outcome: 'pending' }]);

    await control.release();
    await expect.poll(async () => (await purchases())[0]).toMatchObject({ outcome: 'charged', basis: 'answer' });
    expect((await control.books()).entries).toHaveLength(1);
    const ended = processEnd();
    await desk.app.evaluate(({ app }) => setImmediate(() => app.quit()));
    expect(await ended).toBe(0);
  });

  test('a user who leaves anyway finds the purchase with an unknown outcome, sent once and not again', async () => {
    await answerQuestions(1);
    const ended = processEnd();
    await closeWindow();
    await ended;

    desk = await launchDesk({ userDataDir, args: ['--try-sandbox'], sandboxControl: true });
    await desk.page.waitForURL('app://desk/');
    await expect.poll(async () => (await purchases()).map(({ outcome }) => outcome)).toEqual(['open']);
    control = await sandboxControl(desk.app);
    expect(await control.requests({ path: '/premium/traffic/buy' })).toEqual([]);
  });
});

test('a keychain that hangs prevents neither the app from ending nor the next start from working', async () => {
  const keychain = await startHangingKeychain();
  const service = await startStranger();
  try {
    desk = await launchDesk({ userDataDir, env: keychain.env });
    await desk.page.waitForURL('app://welcome/');
    keychain.hang();
    await desk.page.getByRole('textbox', { name: 'Service address' }).fill(service.baseUrl);
    await desk.page.getByRole('textbox', { name: 'API token' }).fill(service.token);
    await desk.page.getByRole('button', { name: 'Sign in' }).click();
    await desk.page.waitForURL('app://desk/');
    await expect(desk.page.getByText('Token kept until you quit')).toBeVisible();
    await call('clients.add', { messengerId: 7, clientKey: 'kept', name: 'Kept', note: '', tags: [] });

    let isOver = false;
    void processEnd().then(() => {
      isOver = true;
    });
    await desk.app.evaluate(({ app }) => setImmediate(() => app.quit()));
    // The thread in the keychain's library returns after 25 seconds at the earliest.
    await expect.poll(() => isOver, { timeout: 15_000 }).toBe(true);

    desk = await launchDesk({ userDataDir, env: keychain.env });
    await desk.page.waitForURL('app://desk/');
    const page = { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 10 } as const;
    expect((await call('clients.list', page)).rows.map(({ name }) => name)).toEqual(['Kept']);
  } finally {
    // The app closes first: without the bus it would crash instead of ending.
    await desk.close();
    await keychain.close();
    await service.close();
  }
});

test('waking from sleep checks whether the service can still be reached', async () => {
  desk = await launchDesk({ userDataDir, args: ['--try-sandbox'], sandboxControl: true });
  await desk.page.waitForURL('app://desk/');
  const control = await sandboxControl(desk.app);
  await expect(desk.page.getByText('Online')).toBeVisible();
  await control.addFaults({ match: { path: '/balance' }, fault: { kind: 'drop', when: 'before-commit' } });
  await desk.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expect(desk.page.getByText(/^Offline since/)).toBeVisible();
});
