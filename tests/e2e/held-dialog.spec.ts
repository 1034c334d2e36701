import { expect, test } from '@playwright/test';
import { killThread } from '../support/threads.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk();
  const { traffic, control } = desk;
  await traffic.openScreen('Overview');
  await traffic.openClient('Anna');
  await control.addFaults({ match: BUY, fault: { kind: 'hold', when: 'after-commit' } });
  await (await traffic.review('1')).click();
  await control.waitForHeld(1);
});
test.afterEach(async () => {
  await desk.control.clearFaults();
  await desk.close();
});

/** Presses the menu item that leads to the welcome page. Returns whether it was stopped, or where it led. */
const pressAddAccount = (): Promise<string> =>
  desk.app.evaluate(async ({ Menu, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const item = Menu.getApplicationMenu()
      ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      .find(({ label }) => label === 'Add Account…');
    if (contents === undefined || item === undefined) return 'no such item';
    const end = new Promise<string>((resolve) => {
      contents.once('will-prevent-unload', () => resolve('stays'));
      contents.once('did-navigate', (_event, url) => resolve(url));
    });
    item.click();
    return end;
  });

test('nothing leads away from a dialog in which money moves', async () => {
  const { traffic, page, control, call } = desk;
  const paying = traffic.dialog.getByText('Buying. The answer may take up to a minute');
  await expect(paying).toBeVisible();
  const stays = async (way: string) => {
    await expect(page.getByRole('dialog'), way).toHaveCount(1);
    await expect(paying, way).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Clients', includeHidden: true }), way).toHaveCount(1);
  };

  const digits = Array.from({ length: 9 }, (_, index) => `Control+${index + 1}`);
  for (const keys of [
    ...digits,
    'Alt+ArrowLeft',
    'Alt+ArrowRight',
    'Control+k',
    'Shift+Slash',
    'Escape',
    'Control+z',
  ]) {
    await page.keyboard.press(keys);
    await stays(keys);
  }
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    await devtools.send('Input.dispatchMouseEvent', { type, x: 5, y: 5, button: 'back', clickCount: 1 });
  }
  await stays('the back button of the mouse');
  // This is the request of a click on a notification.
  await call('alerts.open', { alertId: null });
  await stays('a notification');
  expect(await pressAddAccount()).toBe('stays');
  await stays('the application menu');

  await control.release();
  await expect(traffic.dialog).toContainText('This pool now has 1 GB.');
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Control+9');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(await pressAddAccount()).toBe('app://welcome/');
});

test('the dialog does not hold a user who chooses to quit anyway', async () => {
  const { app, control } = desk;
  await app.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', async () => ({ response: 1, checkboxChecked: false }));
  });
  const gone = app.waitForEvent('close');
  await app.evaluate((electron) => setImmediate(() => electron.app.quit()));
  await gone;
  expect((await control.books()).entries).toHaveLength(1);
});

test('if a core dies under the dialog, the dialog shows what is unknown, and the desk resolves it', async () => {
  const { app, page, traffic, control, call } = desk;
  await app.evaluate(({ dialog }) => {
    Reflect.set(dialog, 'showMessageBox', async () => ({ response: 0, checkboxChecked: false }));
  });
  await killThread(app, 'core');
  await expect(traffic.dialog).toContainText('it is not known whether this was done. Check the current state');
  // No answer came, so the window shows what the next core finds from the service's money and traffic.
  const clients = page.getByRole('grid', { name: 'Clients', includeHidden: true });
  await expect(clients.getByRole('row', { includeHidden: true }).filter({ hasText: 'Anna' })).toContainText('1.00');
  // The page could not reload before, and does so now.
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Escape');
  await loaded;
  await expect(traffic.dialog).toHaveCount(0);
  await traffic.openScreen('Purchases');
  await expect(traffic.ledger.getByRole('row').filter({ hasText: 'Anna' })).toBeVisible();
  await expect
    .poll(async () => (await call('purchases.list', { filter: {}, offset: 0, limit: 10 })).rows)
    .toMatchObject([{ outcome: 'charged', basis: 'evidence' }]);
  expect(await control.requests(BUY)).toHaveLength(1);
  expect((await control.books()).entries).toHaveLength(1);
});
