import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, test } from '@playwright/test';
import jsqr from 'jsqr';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, answerSaveDialog, sandboxControl } from '../support/electron-app.ts';
import { readPng } from '../support/read-png.ts';
import { openTab } from './pages/clients-page.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

/** Opens a saved page as a phone would, from its file, and presses its copy button. */
const expectClientPage = async (app: ElectronApplication, file: string, url: string): Promise<void> => {
  const found = await app.evaluate(async ({ BrowserWindow }, path) => {
    const window = new BrowserWindow({ show: false, width: 390, height: 800, webPreferences: { partition: 'phone' } });
    const requested: string[] = [];
    const complaints: string[] = [];
    window.webContents.session.webRequest.onBeforeRequest((details, answer) => {
      requested.push(details.url);
      answer({});
    });
    window.webContents.on('console-message', (_event, _level, message) => complaints.push(message));
    await window.loadFile(path);
    const shown: unknown = await window.webContents.executeJavaScript(`(async () => {
        const button = document.querySelector('button[data-field]');
        button.click();
        await new Promise((done) => setTimeout(done, 300));
        return {
          link: document.querySelector('textarea').value,
          code: document.querySelector('svg').getBoundingClientRect().width,
          buttons: [...document.querySelectorAll('a')].map((one) => one.href),
          font: getComputedStyle(document.querySelector('h1')).fontSize,
          pressed: button.textContent,
          isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        };
      })()`);
    window.destroy();
    return { shown, requested, complaints };
  }, file);
  expect(found.shown).toMatchObject({ link: url, font: '24px', pressed: 'Copied', isTooWide: false });
  expect(found.shown).toMatchObject({ buttons: expect.arrayContaining([`happ://add/${url}`]) });
  expect(found.requested.filter((one) => !one.startsWith('file:'))).toEqual([]);
  expect(found.complaints).toEqual([]);
};

test('a hand-over from the card is previewed with masked secrets, reworded, and saved as a folder', async () => {
  const shelf = await mkdtemp(join(tmpdir(), 'desk-handover-'));
  const desk = await openSandboxDesk();
  const { page } = desk;
  const call = callFrom(() => page);
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 50,
  });
  const withVpn = async (): Promise<{ name: string; url: string }> => {
    for (const { id, name } of rows) {
      const { subscriptions } = await call('vpn.refresh', { clientId: id });
      const active = subscriptions.filter(({ status, link }) => status === 'ACTIVE' && link !== 'none');
      const uuid = active[0]?.uuid;
      if (uuid === undefined || active.length > 1) continue;
      return { name, url: (await call('vpn.revealLink', { clientId: id, uuid })).url };
    }
    throw new Error('no client of the sandbox has one active subscription');
  };
  const { name, url } = await withVpn();
  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await page.getByText(name, { exact: true }).first().click();
  await page.getByRole('button', { name: 'Hand over' }).click();

  const preview = page.getByRole('region', { name: 'What the client gets' });
  await expect(preview).toContainText(`Hello, ${name}!`);
  await expect(preview).not.toContainText(url);
  const words = page.getByRole('textbox', { name: 'Message' });
  // The subscription ends soon, so the screen suggests a reminder.
  const occasion = page.getByRole('combobox', { name: 'Occasion' });
  await expect(page.getByText('Suggested by what is known of this client')).toBeVisible();
  await occasion.click();
  await page.getByRole('option', { name: 'New goods' }).click();
  await words.fill('Hi {name}, here is your link: {link} {lnik}');
  const wrong = 'Line 1: {lnik} is not a field and stays as typed. Did you mean {link}?';
  await expect(page.getByText(wrong)).toBeVisible();
  await words.fill('Hi {name}, here is your link: {link}');
  await expect(preview).toContainText(`Hi ${name}, here is your link:`);
  await expectAccessible(page, 'a hand-over');
  await preview.getByRole('button', { name: 'Show links and passwords' }).click();
  await expect(preview).toContainText(url);
  await expect(preview.getByRole('img', { name: 'QR code of the subscription link' })).toBeVisible();

  // Each occasion has words of its own, and a field or a repeated part is put in by a click.
  await occasion.click();
  await page.getByRole('option', { name: 'Debt' }).click();
  await expect(words).toHaveValue(/You still owe {debt}\./);
  await words.fill('');
  await page.getByRole('button', { name: 'Repeat for each subscription' }).click();
  await expect(words).toHaveValue('{each}\n{link}\n{/each}\n');
  await page.getByRole('button', { name: '{key}', exact: true }).click();
  await expect(words).toHaveValue('{each}\n{link}\n{/each}\n{key}');
  await page.getByRole('button', { name: 'Restore the original text' }).click();
  await expect(words).toHaveValue(/You still owe {debt}\./);
  await occasion.click();
  await page.getByRole('option', { name: 'New goods' }).click();
  await expect(words).toHaveValue('Hi {name}, here is your link: {link}');

  // The page for the client opens from its file, shows the code and the end, and fetches nothing.
  const file = join(shelf, 'page.html');
  await answerSaveDialog(desk.app, file);
  await page.getByRole('button', { name: 'Save page…' }).click();
  await expect(page.getByText('Page saved: page.html')).toBeVisible();
  await expectClientPage(desk.app, file, url);
  await rm(file);

  await answerOpenDialog(desk.app, shelf);
  await page.getByRole('button', { name: 'Save to a folder…' }).click();
  await expect(page.getByText(/^Saved: /)).toBeVisible();
  const [folder = ''] = await readdir(shelf);
  expect(await readFile(join(shelf, folder, 'message.txt'), 'utf8')).toBe(`Hi ${name}, here is your link: ${url}\n`);
  const { pixels, width, height } = readPng(await readFile(join(shelf, folder, 'qr.png')));
  expect(jsqr(pixels, width, height)?.data).toBe(url);

  await page.getByRole('button', { name: 'Back to the client' }).click();
  await openTab(page, 'History');
  await expect(page.getByText('Handed over: saved to a folder')).toBeVisible();
  await desk.close();
  await rm(shelf, { recursive: true, force: true });
});

test('a hand-over loads subscriptions that were never read, denies none before, and names a limited one', async () => {
  const desk = await openSandboxDesk({ sandboxControl: true });
  const { page, app } = desk;
  const call = callFrom(() => page);
  const control = await sandboxControl(app);
  await control.addFaults({ match: { path: '/vpn/info' }, fault: { kind: 'hold', when: 'before-commit' } });
  const client = { messengerId: 100_200_302, clientKey: 'unread', name: 'Unread', note: '', tags: [] };
  const { id: clientId } = await call('clients.add', client);
  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await page.getByText('Unread', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText(/have not been loaded yet, so it is not known whether there are any/)).toBeVisible();
  await expect(page.getByText(/There is nothing to hand over yet/)).toHaveCount(0);
  await control.clearFaults();
  await expect(page.getByText(/There is nothing to hand over yet/)).toBeVisible();
  expect((await call('handover.options', { clientId })).vpnAsOf).not.toBeNull();

  // A subscription that runs and gives no connection is named as such before it is handed over.
  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  await page.getByText('Clara Voss', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Hand over' }).click();
  const goods = page.getByRole('region', { name: 'What is handed over' });
  await expect(goods.getByRole('checkbox', { name: /VPN subscription .*Limited/ })).toBeChecked();
  await desk.close();
});
