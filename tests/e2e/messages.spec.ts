import { expect, test } from '@playwright/test';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { goTo } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
});
test.afterEach(() => desk.close());

const message = () => desk.page.getByRole('region', { name: 'Messages' });
const undo = () => message().getByRole('button', { name: 'Undo' });

const boxOf = async (locator: ReturnType<typeof message>) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
};

const archiveOne = async (): Promise<void> => {
  const clients = new ClientsPage(desk.page);
  await clients.open();
  await clients.row('Clara Voss').click({ button: 'right' });
  await desk.page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(undo()).toBeVisible();
};

test('a message stands at the bottom centre, between the status bar and the rows that can be scrolled above it', async () => {
  const { page } = desk;
  await archiveOne();
  const box = await boxOf(undo().locator('..'));
  const window = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  expect(Math.abs(box.x + box.width / 2 - window.width / 2)).toBeLessThan(2);
  const bar = await boxOf(page.getByRole('contentinfo'));
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  expect(window.height - box.y - box.height).toBeLessThan(60);

  // The window is made so low that the grid scrolls.
  await resizeWindow(desk, 1280, 420);
  const grid = page.getByRole('grid', { name: 'Clients' });
  await grid.press('End');
  await grid.locator('..').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect
    .poll(async () => {
      const last = await boxOf(grid.getByRole('row').last());
      const over = await boxOf(undo().locator('..'));
      return last.y + last.height <= over.y;
    })
    .toBe(true);
});

test('a message never covers the buttons at the end of a screen', async () => {
  const { page } = desk;
  await archiveOne();
  await goTo(page, 'Generator');
  const generate = page.getByRole('button', { name: /^Generate/ }).last();
  await expect(generate).toBeVisible();
  await expect
    .poll(async () => {
      const [button, over] = [await boxOf(generate), await boxOf(undo().locator('..'))];
      return over.y + over.height <= button.y;
    })
    .toBe(true);
});

test('a message stands beside the card of a client, and above the buttons of an import', async () => {
  const { page } = desk;
  const clients = new ClientsPage(page);
  await archiveOne();
  await clients.row('Farid').click();
  await expect
    .poll(async () => {
      const [pane, over] = [await boxOf(clients.detail), await boxOf(undo().locator('..'))];
      return over.x + over.width <= pane.x;
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(clients.detail).toBeHidden();
  await page.getByRole('button', { name: 'Other ways to import' }).click();
  await page.getByRole('menuitem', { name: 'Paste a table' }).click();
  await page.getByRole('textbox', { name: 'Copied rows' }).fill('Messenger ID\tClient key\n5550001\tboris');
  await page.getByRole('button', { name: 'Show the table' }).click();
  const confirm = page.getByRole('button', { name: /^Import 1 client/ });
  await expect(confirm).toBeVisible();
  // The undo of the message is offered for a while only.
  await expect(undo()).toBeVisible();
  await expect
    .poll(async () => {
      const [button, over] = [await boxOf(confirm), await boxOf(undo().locator('..'))];
      return over.y + over.height <= button.y;
    })
    .toBe(true);
});

test('a dialog and its buttons stay where they are when a message appears', async () => {
  const { page } = desk;
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const before = await boxOf(dialog);
  await page.keyboard.press('Escape');
  await archiveOne();
  await page.keyboard.press('?');
  const after = await boxOf(dialog);
  expect(after).toEqual(before);
  const over = await boxOf(undo().locator('..'));
  expect(after.y + after.height).toBeLessThanOrEqual(over.y);
});
