import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Sandbox, SEED_CLIENTS, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createControlClient } from '../support/control-client.ts';
import { answerOpenDialog, answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { openJob } from './pages/jobs.ts';
import { callFrom, openServiceDesk } from './pages/open-desk.ts';

let sandbox: Sandbox;
let desk: RunningDesk;
let clients: ClientsPage;
let folder: string;

const call = callFrom(() => desk.page);
/** The first two have residential traffic at the sandbox's service, the third has none. */
const NAMES = ['Anna', 'Clara', 'Boris'] as const;
const SEEDS = [0, 2, 1] as const;

const button = (name: string | RegExp) => desk.page.getByRole('button', { name });
const item = (name: string) =>
  desk.page.getByRole('grid', { name: 'Clients and their lists' }).getByRole('row').filter({ hasText: name });

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  desk = await openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  folder = await mkdtemp(join(tmpdir(), 'batch-'));
  // Nobody's traffic is known before the lists are requested.
  await createControlClient(sandbox.controlUrl ?? '').addFaults({
    match: { method: 'GET', path: '/premium/traffic/balance' },
    fault: { kind: 'not-ok', shape: 'error-object', message: 'later' },
  });
  for (const [index, name] of NAMES.entries()) {
    const { messengerId = 1, clientKey = '' } = SEED_CLIENTS[SEEDS[index] ?? 0] ?? {};
    await call('clients.add', { messengerId, clientKey, name, note: '', tags: [] });
  }
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

test('each client of a selection gets a list and a file, and the lists are then saved as one', async () => {
  const { page } = desk;
  await clients.open();
  await clients.select(...NAMES);
  await clients.bulk('Lists…').click();
  await button(/^Generate for 3 clients/).click();
  await expect(page.getByText('Choose at least one country.')).toBeVisible();
  await new GeneratorPage(page).chooseCountry('germany', 'Germany');
  await page.getByRole('textbox', { name: 'Lines for each client' }).fill('5');
  await page.getByRole('textbox', { name: 'Name of a file' }).fill('{client}.txt');
  await expectAccessible(page, 'generate for many');
  await answerOpenDialog(desk.app, folder);
  await button(/^Generate for 3 clients/).click();

  await expect(page.getByText(/^Done: 2 of 3\./)).toBeVisible();
  await expect(item('Anna')).toContainText('Done');
  await expect(item('Boris')).toContainText(/Failed.*The service refused/);
  await expectAccessible(page, 'a run of lists');
  const names = (await readdir(folder)).sort();
  expect(names).toEqual([expect.stringMatching(/^Anna · /), expect.stringMatching(/^Clara · /)]);
  const [anna = '', clara = ''] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(anna.trimEnd().split('\n')).toHaveLength(5);

  const report = join(folder, 'report.csv');
  await answerSaveDialog(desk.app, report);
  await button('Save the report').click();
  await expect(page.getByText('Report saved: report.csv')).toBeVisible();
  expect(await readFile(report, 'utf8')).toMatch(/;Boris;.*;Failed;"The service refused/);

  await openJob(page, 'Lists for 3 clients, 5 lines each', item('Clara'));
  await expect(item('Clara')).toContainText(/Clara · .*\.txt/);

  await page.getByRole('navigation').getByText('Lists & exports', { exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Proxy lists' }).getByRole('row')).not.toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await button('Save files…').click();
  await page.getByRole('radiogroup', { name: 'Files' }).getByText('One combined file', { exact: true }).click();
  await answerSaveDialog(desk.app, join(folder, 'all.txt'));
  await button(/^Save 2 lists/).click();
  await expect(page.getByText('All 2 are done.')).toBeVisible();
  expect(await readFile(join(folder, 'all.txt'), 'utf8')).toBe(clara + anna);
});
