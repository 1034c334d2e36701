import { expect, type Locator, test } from '@playwright/test';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { callFrom, goTo, openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;

const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await openSandboxDesk();
});
test.afterEach(() => desk.close());

/**
 * Types, then composes a character with an input method as Chromium sees it, presses the keys that belong to the input
 * method, and drops the composition. The typed text must still be there, and nothing may have been done.
 */
const keepsText = async (field: Locator, text: string): Promise<void> => {
  const session = await desk.app.context().newCDPSession(desk.page);
  const SOON = { timeout: 2_000 };
  for (const [key, code] of [
    ['Escape', 27],
    ['Enter', 13],
    ['ArrowDown', 40],
  ] as const) {
    // A window of another test that opens beside it takes the focus and ends the composition; then it is repeated.
    await expect(async () => {
      await field.fill(text, SOON);
      await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
      await expect(field).toHaveValue(`${text}にほ`, SOON);
      for (const type of ['rawKeyDown', 'keyUp'] as const) {
        await session.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: code });
      }
      await expect(field).toHaveValue(`${text}にほ`, SOON);
      await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      await expect(field).toHaveValue(text, SOON);
    }).toPass({ timeout: 20_000 });
  }
  await session.detach();
};

test('keys of an input method neither delete typed text nor send anything', async () => {
  const { page } = desk;
  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 20_000 });
  const clients = new ClientsPage(page);
  await clients.open();
  await keepsText(clients.search, 'Clara');
  await clients.row('Clara Voss').click();
  await openTab(page, 'Details');
  await keepsText(clients.detail.getByRole('textbox', { name: 'Note' }), 'pays on Mondays');
  await page.keyboard.press('Escape');
  await clients.detail.getByRole('button', { name: 'Correct the ID or key' }).click();
  await keepsText(clients.detail.getByRole('textbox', { name: 'Client key' }), 'clara-two');
  await clients.detail.getByRole('button', { name: 'Cancel' }).click();

  await goTo(page, 'Generator');
  await keepsText(page.getByRole('combobox', { name: 'Client', exact: true }), 'Clara');
  await keepsText(page.getByRole('combobox', { name: 'Countries' }), 'germ');
  await goTo(page, 'Settings');
  await keepsText(page.getByRole('textbox', { name: 'Requests per second' }), '7');

  await page.keyboard.press('Control+k');
  await keepsText(page.getByRole('textbox', { name: 'Find…' }), 'Clara');
  await expect(page.getByRole('dialog', { name: 'Find…' })).toBeVisible();
});
