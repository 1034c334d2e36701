import { spawnSync } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { openSandboxDesk } from './pages/open-desk.ts';

test.skip(process.platform === 'win32', 'the start is held up by a file that is a pipe');

let opened: RunningDesk[] = [];
test.afterEach(async () => {
  // The first one owns the folder of the others.
  for (const desk of opened.toReversed()) await desk.close();
  opened = [];
});

const keptFile = (userDataDir: string): string => join(userDataDir, 'data', 'first-answers.json');
/** The core reads this file before it opens the database. As a pipe it holds the core up until somebody writes into it. */
const gateFile = (userDataDir: string): string => join(userDataDir, 'data', 'desk.left');

/** Leaves a desk of the sandbox, with one more client than the sandbox has. */
const leaveDesk = async (): Promise<RunningDesk & { readonly clients: number }> => {
  const desk = await openSandboxDesk();
  opened.push(desk);
  const clients = new ClientsPage(desk.page);
  await clients.open();
  await clients.add({ messengerId: '4242', clientKey: 'north', name: 'Ingrid North' });
  await desk.page.keyboard.press('Control+1');
  const count = Number(await clientCount(desk.page).textContent());
  await desk.app.close();
  return { ...desk, clients: count };
};
/** The number of clients on the overview. */
const clientCount = (page: Page) =>
  page.locator('dt', { hasText: /^Clients$/ }).locator('xpath=following-sibling::dd[1]');

/** Starts the app, and lets the core open its database only when `open` is called. */
const launchHeld = async (userDataDir: string) => {
  const gate = gateFile(userDataDir);
  await rm(gate, { force: true });
  spawnSync('mkfifo', [gate]);
  const desk = await launchDesk({ userDataDir });
  opened.push(desk);
  return {
    desk,
    open: async () => {
      await writeFile(gate, '');
      await rm(gate, { force: true });
    },
  };
};

test('the overview is drawn before the core has opened the desk, and follows it then', async () => {
  const left = await leaveDesk();
  const { userDataDir } = left;
  const text = await readFile(keptFile(userDataDir), 'utf8');
  expect((await stat(keptFile(userDataDir))).mode & 0o777).toBe(0o600);
  expect(text).not.toMatch(/password|token"|subscriptionUrl/i);
  // Meanwhile somebody else wrote another client, for example a restored copy.
  const db = openDatabase(join(userDataDir, 'data', 'desk.db'));
  db.run(`INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
    SELECT account_id, 4343, 'south', '', '', 'south', 0, 0 FROM clients LIMIT 1`);
  db.close();

  const { desk, open } = await launchHeld(userDataDir);
  await expect(clientCount(desk.page)).toHaveText(String(left.clients));
  await expect(desk.page.getByText(/^Opening your data\./)).toBeVisible();
  await expect(stat(keptFile(userDataDir))).rejects.toThrow('ENOENT');
  await open();
  await expect(clientCount(desk.page)).toHaveText(String(left.clients + 1));
  await expect(desk.page.getByText(/^Opening your data\./)).toBeHidden();
});

test('a request that needs the core waits for it and is answered', async () => {
  const left = await leaveDesk();
  const { desk, open } = await launchHeld(left.userDataDir);
  await expect(clientCount(desk.page)).toHaveText(String(left.clients));
  const clients = new ClientsPage(desk.page);
  const opening = clients.open();
  await open();
  await opening;
  await expect(clients.row('Ingrid North')).toBeVisible();
});

test('answers that cannot be read, or come from another build, are not used', async () => {
  const left = await leaveDesk();
  const kept = keptFile(left.userDataDir);
  const whole = JSON.parse(await readFile(kept, 'utf8')) as Record<string, unknown>;
  for (const text of [
    JSON.stringify({ ...whole, build: '0.0.1' }),
    '{"build":',
    '[]',
    JSON.stringify({ answers: {} }),
  ]) {
    await writeFile(kept, text);
    const { desk, open } = await launchHeld(left.userDataDir);
    await expect(desk.page.getByText(/^Opening your data\./)).toBeVisible();
    await expect(clientCount(desk.page)).toBeHidden();
    await open();
    await expect(clientCount(desk.page)).toHaveText(String(left.clients));
    await desk.app.close();
  }
});

test('nothing is kept of an account that was removed', async () => {
  const left = await leaveDesk();
  const desk = await launchDesk({ userDataDir: left.userDataDir });
  opened.push(desk);
  const { app, page } = desk;
  await page.keyboard.press('Control+9');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: /account Sandbox$/ }) });
  await row.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Delete the account and its data' }).click();
  await page.waitForURL('app://welcome/**');
  await app.close();
  await expect(stat(keptFile(left.userDataDir))).rejects.toThrow('ENOENT');
});
