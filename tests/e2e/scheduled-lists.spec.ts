import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, catchShown, type RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let folder: string;
let place: string;

const call = callFrom(() => desk.page);
const button = (name: string | RegExp) => desk.page.getByRole('button', { name });
const field = (name: string) => desk.page.getByRole('textbox', { name, exact: true });
const row = (text: string) =>
  desk.page.getByRole('grid', { name: 'Scheduled lists' }).getByRole('row').filter({ hasText: text });
const card = () => desk.page.getByRole('complementary', { name: 'Scheduled list' });
const openTab = async () => {
  await goTo(desk.page, 'Schedule');
  await desk.page.getByRole('radiogroup', { name: 'What to show' }).getByText('Scheduled lists').click();
};

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  await catchShown(desk.app);
  folder = await mkdtemp(join(tmpdir(), 'regular-'));
  place = join(folder, 'place');
  await mkdir(place);
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

test('a list is scheduled, made now, found in its folder and its history, edited and removed', async () => {
  const { page } = desk;
  await openTab();
  await expect(page.getByText('Lists can be made automatically')).toBeVisible();
  await button('New scheduled list').click();
  await field('Name').fill('Morning');
  await button('Save').click();
  await expect(page.getByText('Choose the clients to make the list for.')).toBeVisible();
  await expect(page.getByText('Choose at least one country.')).toBeVisible();
  const generator = new GeneratorPage(page);
  await generator.chooseClient('Clara Voss');
  await generator.chooseCountry('germany', 'Germany');
  await field('Lines for each client').fill('5');
  await field('Name of a file').fill('{client}.txt');
  await page.getByRole('switch', { name: 'Delete older files' }).click();
  await field('Files to keep for each client').fill('0');
  await field('Time').fill('25:00');
  await button('Save').click();
  await expect(page.getByText('Enter a time of day, for example 22:00.')).toBeVisible();
  await expect(page.getByText('Choose the folder for the files.')).toBeVisible();
  await expect(page.getByText(/from 1 to 1,000/)).toBeVisible();
  await answerOpenDialog(desk.app, place);
  await button('Choose the folder…').click();
  await expect(page.getByText(place)).toBeVisible();
  await field('Files to keep for each client').fill('2');
  await field('Time').fill('08:00');
  await page.getByRole('radiogroup', { name: 'How often' }).getByText('On weekdays').click();
  await expectAccessible(page, 'the form of a scheduled list');
  await button('Save').click();

  await expect(card().getByText('On weekdays at 08:00')).toBeVisible();
  await expect(card().getByText('Nothing yet.')).toBeVisible();
  for (let time = 0; time < 3; time += 1) {
    await card().getByRole('button', { name: 'Make now' }).click();
    await expect(card().getByText('1 file. Started by hand.')).toHaveCount(time + 1);
  }
  await expect
    .poll(async () => (await readdir(place)).sort())
    .toEqual(['Clara Voss · clara-travel (2).txt', 'Clara Voss · clara-travel (3).txt']);
  await expect(row('Morning')).toContainText('Done');
  await card().getByRole('button', { name: 'Show the folder' }).click();

  await card().getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByText('All 1 are done.')).toBeVisible();
  await button('Back').first().click();
  await expect(row('Morning')).toBeVisible();

  await row('Morning').click();
  await card().getByRole('button', { name: 'Edit…' }).click();
  await expect(field('Name')).toHaveValue('Morning');
  await expect(field('Lines for each client')).toHaveValue('5');
  await field('Name').fill('Evening');
  await page.getByRole('radiogroup', { name: 'How often' }).getByText('Monthly').click();
  await field('Day of the month').fill('31');
  await button('Save').click();
  await expect(card().getByText('On day 31 of the month at 08:00')).toBeVisible();
  await card().getByRole('button', { name: 'Switch off' }).click();
  await expect(card().getByText('Switched off')).toBeVisible();
  await card().getByRole('button', { name: 'Switch on' }).click();
  await card().getByRole('button', { name: 'Duplicate…' }).click();
  await expect(field('Name')).toHaveValue('');
  await button('Choose the folder…').click();
  await expect(page.getByText(place)).toBeVisible();
  await button('Save').click();
  await expect(row('Residential · DE')).toBeVisible();
  const tabs = page.getByRole('radiogroup', { name: 'What to show' });
  await tabs.getByText('Next 30 days').click();
  await button(/^There are also 2 scheduled lists/).click();

  await row('Evening').click();
  await card().getByRole('button', { name: 'Remove' }).click();
  await expect(row('Evening')).toHaveCount(0);
  await button('Undo').last().click();
  await expect(row('Evening')).toBeVisible();
  expect(await readdir(place)).toHaveLength(2);
});

test('a list is written in a layout of one’s own, until the layout is changed', async () => {
  const { page } = desk;
  const layout = { kind: 'json', fields: ['host', 'port'] } as const;
  await call('layouts.save', { name: 'Mine', layout });
  await openTab();
  await button('New scheduled list').click();
  const generator = new GeneratorPage(page);
  await generator.chooseClient('Clara Voss');
  await generator.chooseCountry('germany', 'Germany');
  await field('Name').fill('Laid out');
  await field('Lines for each client').fill('4');
  await field('Name of a file').fill('{client}.txt');
  await answerOpenDialog(desk.app, place);
  await button('Choose the folder…').click();
  const choice = page.getByRole('combobox', { name: 'Layout of the lines' });
  await choice.click();
  await page.getByRole('option', { name: 'Mine' }).click();
  await button('Save').click();
  await expect(card().getByText('layout “Mine”')).toBeVisible();
  await card().getByRole('button', { name: 'Make now' }).click();
  await expect(card().getByText('1 file. Started by hand.')).toBeVisible();
  expect(await readdir(place)).toEqual(['Clara Voss · clara-travel.json']);
  const rows: unknown[] = JSON.parse(await readFile(join(place, 'Clara Voss · clara-travel.json'), 'utf8'));
  expect(rows).toHaveLength(4);

  await call('layouts.save', { name: 'Mine', layout: { kind: 'csv', fields: ['host'] } });
  const notice = card().getByText('The layout of this list was changed after you chose it');
  await expect(notice).toBeVisible();
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `a changed layout, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await card().getByRole('button', { name: 'Make now' }).click();
  await expect(card().getByText('Its layout was changed. Edit the scheduled list')).toBeVisible();
  await card().getByRole('button', { name: 'Edit…' }).first().click();
  await expect(choice).toHaveValue('Mine, as it was');
  await button('Save').click();
  await expect(page.getByText('This layout was changed since it was chosen. Choose it again.')).toBeVisible();
  await choice.click();
  await page.getByRole('option', { name: 'Mine', exact: true }).click();
  await button('Save').click();
  await expect(notice).toHaveCount(0);
  await card().getByRole('button', { name: 'Make now' }).click();
  await expect
    .poll(async () => (await readdir(place)).sort())
    .toEqual(['Clara Voss · clara-travel.csv', 'Clara Voss · clara-travel.json']);
});

test('a list that cannot be written says what to do, and is made in another folder', async () => {
  const { page } = desk;
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 3,
  });
  await new ClientsPage(page).open();
  for (const { name } of rows.slice(0, 2)) await new ClientsPage(page).select(name);
  await button('More').last().click();
  await page.getByRole('menuitem', { name: 'Make regularly…' }).click();
  await expect(page.getByText('2 chosen clients')).toBeVisible();
  await new GeneratorPage(page).chooseCountry('germany', 'Germany');
  await answerOpenDialog(desk.app, place);
  await button('Choose the folder…').click();
  await expect(page.getByText(place)).toBeVisible();
  await button('Save').click();
  await expect(card()).toBeVisible();
  await rename(place, join(folder, 'away'));
  await card().getByRole('button', { name: 'Make now' }).click();
  await expect(card().getByText('That folder no longer exists. Choose another one.')).toBeVisible();
  await rename(join(folder, 'away'), place);
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `scheduled lists, ${look}`);
  });
});

test('a schedule can be opened beside a list, in the generator and in the palette', async () => {
  const { page } = desk;
  await goTo(desk.page, 'Generator');
  const generator = new GeneratorPage(page);
  await generator.chooseClient('Clara Voss');
  await generator.chooseCountry('germany', 'Germany');
  await button('Make regularly…').click();
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue('Clara Voss · clara-travel');
  await button('Back').first().click();
  await button(/^Generate/)
    .first()
    .click();
  await expect(generator.result.getByText('Complete')).toBeVisible();
  await goTo(desk.page, 'Lists & exports');
  await page
    .getByRole('gridcell', { name: /Clara Voss · clara-travel · DE/ })
    .first()
    .click();
  await page
    .getByRole('complementary', { name: 'Selected list' })
    .getByRole('button', { name: 'Make regularly…' })
    .click();
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue('Clara Voss · clara-travel');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('New scheduled list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New scheduled list' })).toBeVisible();
});
