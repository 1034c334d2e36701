import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerSaveDialog, launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { canReadMemory, filesWith, heapOf, pageMemoryWith } from '../support/secret-search.ts';
import { type StrangerService, startStranger } from '../support/stranger/service.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { WelcomePage } from './pages/welcome-page.ts';

const CLIENT = { messengerId: '9007199254740991', clientKey: 'first key', name: 'Wilhelmina Hartog' };
const LINES = 137;

let folder: string;
let userDataDir: string;
let service: StrangerService;
let desk: RunningDesk;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  service = await startStranger({ prefix: '/v/reseller', balanceKopecks: 500_000 });
  desk = await launchDesk({ userDataDir });
});
test.afterEach(async () => {
  await desk.close();
  await service.close();
  for (const path of [folder, userDataDir]) await rm(path, { recursive: true, force: true });
});

/** Returns the latest list of the service in the form that the file must have. */
const lastSent = (): string => {
  const lines = service.generated.at(-1)?.domain.split(/\r?\n/) ?? [];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
};

/** Buys for the client that the generator shows, and returns the text of the button that charges. */
const buyTraffic = async (gb: string): Promise<string> => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Buy traffic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount, GB').fill(gb);
  await dialog.getByRole('button', { name: 'Review the order' }).click();
  const confirm = dialog.getByRole('button', { name: /^Buy .* for / });
  const words = (await confirm.textContent()) ?? '';
  await confirm.click();
  await expect(dialog.getByText(/^Bought/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  // The dialog returns the focus to the button behind it.
  await expect(page.getByRole('button', { name: 'Buy traffic' })).toBeFocused();
  return words;
};

test('a new user gets from the first start to three files, and stays signed in', async () => {
  const { page } = desk;
  await new WelcomePage(page).signIn(`${service.baseUrl}/api/v1/`, service.token);
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.add(CLIENT);

  const generator = new GeneratorPage(page);
  await generator.open();
  await generator.chooseClient(CLIENT.name);
  expect(await buyTraffic('1.3')).toBe('Buy 1.3 GB residential for ₽225.33');
  expect(service.books.charges).toMatchObject([{ path: '/premium/traffic/buy', kopecks: 22_533 }]);
  await expect(page.getByText('1.3 GB left')).toBeVisible();

  await generator.chooseCountry('land de', 'Germany');
  await generator.quantity().fill(String(LINES));
  for (const formatId of [1, 2, 3] as const) {
    await generator.chooseFormat(formatId);
    const before = service.generated.length;
    await generator.generate();
    await expect.poll(() => service.generated.length).toBe(before + 1);
    await expect(generator.result.getByRole('button', { name: `Save file, format ${formatId}` })).toBeEnabled();
    const name = `format-${formatId}.txt`;
    await answerSaveDialog(desk.app, join(folder, name));
    await generator.save(name);
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).toBe(lastSent());
    expect(text.split('\n')).toHaveLength(LINES + 1);
  }

  await desk.close();
  desk = await launchDesk({ userDataDir });
  await desk.page.waitForURL('app://desk/**');
  await expect(desk.page.getByRole('contentinfo').getByText('Online')).toBeVisible();
  const again = new GeneratorPage(desk.page);
  await again.open();
  await again.chooseClient(CLIENT.name);
  await expect(desk.page.getByText('1.3 GB left')).toBeVisible();
  await again.chooseCountry('land fr', 'France');
  await again.quantity().fill('3');
  await again.generate();
  expect(service.generated.at(-1)?.domain).toContain('-cc-fr');
});

test('the token is in the keychain, and not in the data folder, the logs or the memory of the page', async () => {
  const { page } = desk;
  await new WelcomePage(page).signIn(service.baseUrl, service.token);
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.add(CLIENT);
  await clients.row(CLIENT.name).click();
  await expect(page.getByRole('contentinfo').getByText('Online')).toBeVisible();

  // Each search finds the text that must be there, so it would find the token as well.
  const heap = await heapOf(page);
  expect(heap.includes(CLIENT.name)).toBe(true);
  expect(heap.includes(service.token)).toBe(false);
  if (canReadMemory) expect(await pageMemoryWith(desk.app, [CLIENT.name, service.token])).toEqual([CLIENT.name]);

  await desk.close();
  expect(await filesWith(userDataDir, CLIENT.name)).not.toEqual([]);
  expect(await filesWith(userDataDir, 'keychain')).toContain(join(userDataDir, 'logs', 'desk.log'));
  expect(await filesWith(userDataDir, service.token)).toEqual([]);
});
