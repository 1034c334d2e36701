import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const CLIENT = 'Clara Voss';

const shared = shareWindow();
let desk: RunningDesk;
let generator: GeneratorPage;
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  desk = await shared.openSandboxDesk();
  generator = new GeneratorPage(desk.page);
  await generator.open();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const call = callFrom(() => desk.page);

const storedLines = async (variant: 'domain' | 'ip'): Promise<string[]> => {
  const { rows } = await call('lists.list', { offset: 0, limit: 1 });
  const [list] = rows;
  if (list === undefined) throw new Error('no list was stored');
  const view = { listId: list.id, variant, formatId: list.recipe.formatId, reveal: true, offset: 0, limit: 500 };
  return (await call('lists.lines', view)).lines;
};

test('drops the client of the form when another pair makes the row another client, and shows a new name', async () => {
  await generator.chooseClient(CLIENT);
  const field = desk.page.getByLabel('Client', { exact: true });
  await expect(field).toHaveValue(new RegExp(CLIENT));
  const sort = { by: 'name', direction: 'asc' } as const;
  const { rows } = await call('clients.list', { filter: { search: CLIENT }, sort, offset: 0, limit: 1 });
  const [client] = rows;
  if (client === undefined) throw new Error('the client is not there');
  const { id: clientId, messengerId, clientKey, note, tags } = client;
  const edit = { clientId, messengerId, clientKey, note, tags, name: 'Clara Neu' };
  await call('clients.update', edit);
  await expect(field).toHaveValue(/Clara Neu/);
  await call('clients.update', { ...edit, clientKey: 'another' });
  await expect(field).toHaveValue('');
});

test('goes from a client to three files, one in each format, byte for byte', async () => {
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await generator.quantity().fill('25');
  const layouts = { 1: /^[^:@]+:\d+:[^:@]+:[^:@]+$/, 2: /^[^:@]+:[^:@]+@[^:@]+:\d+$/, 3: /^[^:@]+:\d+$/ } as const;
  for (const formatId of [1, 2, 3] as const) {
    await generator.chooseFormat(formatId);
    await generator.generate();
    await expect(generator.result.getByRole('button', { name: `Save file, format ${formatId}` })).toBeEnabled();
    const path = join(folder, `format-${formatId}.txt`);
    await answerSaveDialog(desk.app, path);
    await generator.save(`format-${formatId}.txt`);
    const bytes = await readFile(path);
    const lines = bytes.toString('utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(await storedLines('domain'));
    expect(lines).toHaveLength(25);
    for (const line of lines) expect(line).toMatch(layouts[formatId]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { rows } = await call('lists.exports', { offset: 0, limit: 1 });
    expect(rows).toMatchObject([{ path, sha256, lineCount: 25, exists: true }]);
  }
});

test('shows the lines with hidden passwords until they are revealed, with the name or the address', async () => {
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await generator.quantity().fill('10');
  await generator.generate();
  const [first = ''] = await storedLines('domain');
  const password = first.split(':')[3] ?? '';
  await expect(generator.lines).toContainText('••••');
  await expect(generator.lines).not.toContainText(password);
  await generator.result.getByRole('button', { name: 'Show passwords' }).click();
  await expect(generator.lines).toContainText(first);
  await generator.switchHost('IP address');
  const [firstByIp = ''] = await storedLines('ip');
  await expect(generator.lines).toContainText(firstByIp);
  const path = join(folder, 'ip.txt');
  await answerSaveDialog(desk.app, path);
  await generator.save('ip.txt');
  expect(await readFile(path, 'utf8')).toBe(`${(await storedLines('ip')).join('\n')}\n`);
});

test('keeps the settings of the form when the user leaves the screen, and restores them from a preset', async () => {
  const { page } = desk;
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await generator.quantity().fill('321');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Daily');
  await page.getByRole('button', { name: 'Save as preset' }).click();
  await expect(page.getByText('The preset “Daily” is saved')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('navigation').getByText('Lists & exports', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lists & exports' })).toBeVisible();
  await generator.open();
  await expect(generator.quantity()).toHaveValue('321');

  await page.getByRole('button', { name: 'Reset the form' }).click();
  await expect(generator.quantity()).toHaveValue('100');
  await page.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('button', { name: 'Apply the preset Daily' }).click();
  await expect(generator.quantity()).toHaveValue('321');
  await expect(page.getByRole('button', { name: 'Generate 321 lines' })).toBeEnabled();
});

test('names the field that cannot be sent, and keeps the typed text', async () => {
  const { page } = desk;
  await generator.chooseClient(CLIENT);
  await page.getByRole('textbox', { name: 'Minutes' }).fill('121');
  await generator.generateButton().click();
  await expect(page.getByText('Choose at least one country.')).toBeVisible();
  await expect(page.getByText('A sticky session lasts from 1 to 120 whole minutes.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Minutes' })).toHaveValue('121');
  await expect(page.getByRole('combobox', { name: 'Countries' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Minutes' }).fill('120');
  await expect(page.getByText('A sticky session lasts from 1 to 120 whole minutes.')).toBeHidden();
  await expect(page.getByText('Choose at least one country.')).toBeVisible();
});

for (const typed of ['1,5', '1e9', '9'.repeat(10_000)]) {
  test(`does not change ${typed.slice(0, 5)}, typed as the quantity, into another number`, async () => {
    const { page } = desk;
    await generator.chooseClient(CLIENT);
    await generator.chooseCountry('germ', 'Germany');
    await generator.quantity().fill(typed);
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect(generator.quantity()).toHaveValue(typed);
    await expect(generator.quantity()).toBeFocused();
    await expect(generator.quantity()).toHaveAccessibleDescription(/whole number.* from 1 to 1,000,000\.$/);
    await generator.quantity().fill('1 000');
    await expect(generator.quantity()).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Generate 1,000 lines' })).toBeEnabled();
    expect((await call('lists.list', { offset: 0, limit: 1 })).total).toBe(0);
  });
}

test('reports a missing client at its field', async () => {
  const { page } = desk;
  await generator.chooseCountry('germ', 'Germany');
  await generator.generateButton().click();
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toBeFocused();
  await expect(page.getByText('Choose a client.')).toBeVisible();
  await generator.chooseClient(CLIENT);
  await expect(page.getByText('Choose a client.')).toBeHidden();
});

test('buys traffic from the form without generating a list', async () => {
  const { page } = desk;
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await page.getByRole('button', { name: 'Buy traffic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount, GB').fill('1');
  await dialog.getByRole('button', { name: 'Review the order' }).click();
  await dialog.getByRole('button', { name: /^Buy .* for / }).click();
  await expect(dialog.getByText(/^Bought/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('1.35 GB left')).toBeVisible();
  expect((await call('lists.list', { offset: 0, limit: 1 })).total).toBe(0);
});

test('warns when no address could use lines without a login', async () => {
  await generator.chooseClient('Борис Лебедев');
  await generator.chooseFormat(3);
  await expect(desk.page.getByText('The whitelist of this client is empty')).toBeVisible();
});

test('shows a hundred thousand lines to the last, with only those on the screen in the page', async () => {
  await call('settings.update', { chunkSize: 25_000 });
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await generator.quantity().fill('100000');
  await generator.generate();
  await expect(generator.result.getByText('100,000 lines')).toBeVisible();
  await generator.lines.evaluate((scroller) => scroller.scrollTo({ top: scroller.scrollHeight }));
  await expect(generator.lines.getByText('100000', { exact: true })).toBeVisible();
  await expect(generator.lines.locator('code').last()).toContainText('••••');
  expect(await generator.lines.locator('code').count()).toBeLessThan(120);
});

test('is accessible in both languages and themes', async () => {
  const { page } = desk;
  await generator.chooseClient(CLIENT);
  await generator.chooseCountry('germ', 'Germany');
  await generator.quantity().fill('50');
  await generator.generate();
  await inEveryLook({ page, call }, async (language, look) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(language === 'en' ? 'Generator' : 'Генератор');
    await expectAccessible(page, `generator, ${look}`);
  });
});

test('keeps the names of chosen places when it is opened again', async () => {
  const { page } = desk;
  await generator.chooseCountry('germ', 'Germany');
  const scope = { poolType: 'residential', kind: 'states', countries: ['de'], offset: 0, limit: 1 } as const;
  const { rows } = await call('premium.locations', scope);
  const name = rows[0]?.name ?? '';
  expect(name).not.toBe(rows[0]?.code);
  await page.getByRole('button', { name: /^Narrow down/ }).click();
  const states = page.getByRole('combobox', { name: 'States' });
  await states.click();
  await page.getByRole('option').first().click();
  await states.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  const chosen = page.getByText(name, { exact: true });
  await expect(chosen).toBeVisible();
  await page.getByRole('navigation').getByText('Clients', { exact: true }).click();
  await expect(chosen).toHaveCount(0);
  await generator.open();
  await expect(chosen).toBeVisible();
});
