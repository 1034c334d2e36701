import { type ElectronApplication, expect, test } from '@playwright/test';
import { askAndLeave, launchDesk } from '../support/electron-app.ts';

const pageProcess = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('the process in which a token is typed ends when the desk opens', async () => {
  const { app, page, close } = await launchDesk();
  await page.waitForURL('app://welcome/');
  const welcome = await pageProcess(app);
  // Memory of the page, like a typed token.
  await page.evaluate(() => Reflect.set(window, 'typed', 'secret-token'));

  await askAndLeave(page, 'account.signInSandbox');
  await page.waitForURL('app://desk/');
  const desk = await pageProcess(app);
  expect(desk).not.toBe(welcome);
  await expect.poll(() => isAlive(welcome), { message: 'the old page must not be kept alive' }).toBe(false);
  expect(await page.evaluate(() => 'typed' in window)).toBe(false);
  const history = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.navigationHistory.length());
  await expect.poll(history).toBe(1);

  await askAndLeave(page, 'account.openWelcome');
  await page.waitForURL('app://welcome/');
  expect(await pageProcess(app)).not.toBe(desk);
  await close();
});

test('--try-sandbox opens the desk, signed in to the sandbox', async () => {
  const { page, close } = await launchDesk({ args: ['--try-sandbox'] });
  await page.waitForURL('app://desk/');
  const state = await page.evaluate(() => window.desk.invoke('account.state', {}));
  expect(state).toMatchObject({ ok: true, value: { accounts: [{ isSandbox: true, tokenRejected: false }] } });
  await close();
});

test('the next start opens the desk at once when there is an account', async () => {
  const first = await launchDesk({ args: ['--try-sandbox'] });
  await first.page.waitForURL('app://desk/');
  await first.app.close();
  const second = await launchDesk({ userDataDir: first.userDataDir });
  await second.page.waitForURL('app://desk/');
  await second.close();
  await first.close();
});

test('the desk is drawn although an earlier message reaches it late', async () => {
  const { app, page, close } = await launchDesk({ args: ['--try-sandbox'] });
  await page.getByRole('navigation').waitFor();
  const { value } = (await page.evaluate(() => window.desk.invoke('account.state', {}))) as { value: object };
  // The page knows nothing of the last session, as at the first start.
  await page.evaluate(() => window.localStorage.clear());
  await app.evaluate(({ BrowserWindow }, state) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const tell = (payload: object) => contents?.send('desk:event', 'account.changed', payload);
    contents?.once('did-navigate', () => tell({ ...state, accounts: [], activeId: null }));
    contents?.once('did-finish-load', () => tell(state));
    contents?.reload();
  }, value);
  await page.waitForEvent('load');
  await expect(page.getByRole('navigation')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
  await close();
});
