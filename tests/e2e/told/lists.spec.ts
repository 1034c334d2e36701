import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { ControlClient } from '../../support/control-client.ts';
import { answerOpenDialog, answerSaveDialog, sandboxControl } from '../../support/electron-app.ts';
import {
  isDone,
  isRefused,
  refuses,
  refusesUntilTriedAgain,
  unplacedProblemOf,
} from '../../support/request-recorder.ts';
import { openTab } from '../pages/clients-page.ts';
import { GeneratorPage } from '../pages/generator-page.ts';
import { makeList } from '../pages/made-list.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk({ sandboxControl: true });
const { call, button, press } = desk;
let control: ControlClient;
let generator: GeneratorPage;

const detail = (name: string) => desk.page.getByRole('complementary', { name });
/** Opens the screen from another one, so that it reads its data again. */
const openAnew = async (section: string) => {
  await press('Control+6');
  await goTo(desk.page, section);
};
const cell = (name: string | RegExp) => desk.page.getByRole('gridcell', { name });

const drag = async (from: Locator) => {
  await from.locator('[draggable]').last().hover();
  await desk.page.mouse.down();
  await desk.page.mouse.move(400, 400, { steps: 4 });
  await desk.page.mouse.up();
};

const TITLE = 'Clara Voss · clara-travel · DE · 30';

test.beforeAll(async () => {
  control = await sandboxControl(desk.app);
  generator = new GeneratorPage(desk.page);
  await makeList(call, 30);
});

test('the generator', async () => {
  const { page } = desk;
  await refusesUntilTriedAgain(desk, 'clients.list', () => goTo(desk.page, 'Generator'));
  await generator.chooseClient('Clara Voss');
  const countries = page.getByRole('combobox', { name: 'Countries' });
  await refuses(desk, 'premium.locations', () => countries.fill('germ'));
  await countries.press('Escape');
  await generator.chooseCountry('ger', 'Germany');
  await generator.quantity().fill('12');
  const generate = () => generator.generateButton().click();
  await refuses(desk, 'lists.generate', generate);
  await refuses(desk, 'lists.generate', generate, { error: unplacedProblemOf('lists.generate') });
  await isDone(desk, 'lists.generate', generate);
  await expect(generator.result.getByText('Complete')).toBeVisible();

  await refuses(desk, 'lists.presets', () =>
    button('Presets')
      .click()
      .then(() => press('Escape'))
      .then(() => openAnew('Generator'))
      .then(() => button('Presets').click()),
  );
  await page.getByRole('textbox', { name: 'Name of the preset' }).fill('Daily');
  const save = () => button('Save as preset').click();
  await refuses(desk, 'lists.savePreset', save);
  await refuses(desk, 'lists.savePreset', save, { error: unplacedProblemOf('lists.savePreset') });
  await save();
  const remove = () => button('Remove the preset Daily').click();
  await refuses(desk, 'lists.removePreset', remove);
  await isDone(desk, 'lists.removePreset', remove);
  await press('Escape');
});

test('a list and its exports', async () => {
  const { page } = desk;
  await refusesUntilTriedAgain(desk, 'lists.list', () => openAnew('Lists & exports'));
  await refusesUntilTriedAgain(desk, 'lists.get', () => cell(TITLE).click());
  const panel = detail('Selected list');
  await panel.getByRole('button', { name: 'Close' }).click();
  await refusesUntilTriedAgain(desk, 'lists.formats', () => cell(TITLE).click());
  await panel.getByRole('button', { name: 'Close' }).click();
  await refusesUntilTriedAgain(desk, 'lists.lines', () => cell(TITLE).click());

  await panel.getByRole('button', { name: 'Rename' }).click();
  const name = panel.getByRole('textbox', { name: 'Name of the list' });
  await name.fill('Renamed');
  const rename = () => panel.getByRole('button', { name: 'Save', exact: true }).click();
  await refuses(desk, 'lists.rename', rename);
  await refuses(desk, 'lists.rename', rename, { error: unplacedProblemOf('lists.rename') });
  await isDone(desk, 'lists.rename', rename);
  await expect(cell('Renamed')).toBeVisible();

  const copy = () => panel.getByRole('button', { name: 'Copy', exact: true }).click();
  await refuses(desk, 'lists.copy', copy);
  await isDone(desk, 'lists.copy', copy);
  const save = () => panel.getByRole('button', { name: 'Save file, format 1' }).click();
  await answerSaveDialog(desk.app, join(desk.folder, 'gone', 'list.txt'));
  await isRefused(desk, 'lists.save', save, { tells: 'That folder no longer exists. Choose another one.' });
  await refuses(desk, 'lists.save', save, { error: unplacedProblemOf('lists.save') });
  await answerSaveDialog(desk.app, join(desk.folder, 'list.txt'));
  await save();
  await expect(page.getByText('list.txt is saved and checked: 30 lines')).toBeVisible();

  await refuses(desk, 'lists.prepareDrag', () => drag(panel));
  await refuses(desk, 'lists.drag', () => drag(panel));

  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Files').click();
  await press('Control+6');
  await refusesUntilTriedAgain(desk, 'lists.exports', () => goTo(desk.page, 'Lists & exports'));
  await refuses(desk, 'lists.dragExport', () => drag(cell('list.txt')));
  await cell('list.txt').click();
  const file = detail('Selected file');
  const show = () => file.getByRole('button', { name: 'Show in folder' }).click();
  const check = () => file.getByRole('button', { name: 'Check the file' }).click();
  await isDone(desk, 'lists.showExport', show);
  await refuses(desk, 'lists.verifyExport', check);
  await rm(join(desk.folder, 'list.txt'));
  await isRefused(desk, 'lists.showExport', show, { tells: 'The file no longer exists: it was moved or deleted.' });

  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Lists').click();
  await refuses(desk, 'lists.ids', () => page.getByRole('checkbox', { name: 'Select all' }).click());
  await cell('Renamed').click();
  const remove = () => panel.getByRole('button', { name: 'Remove', exact: true }).click();
  await refuses(desk, 'lists.remove', remove);
  await remove();
  const undo = () => button('Undo').last().click();
  await refuses(desk, 'undo.takeBack', undo);
});

test('lists for many clients, and their jobs', async () => {
  const { page } = desk;
  // The form for many clients begins with the settings of the one for a single client.
  await generator.open();
  await button('Reset the form').click();
  await desk.clients.open();
  await desk.clients.select('Clara Voss');
  await refusesUntilTriedAgain(desk, 'runs.checkClients', () => desk.clients.bulk('Lists…').click());
  await generator.chooseCountry('germany', 'Germany');
  await page.getByRole('textbox', { name: 'Lines for each client' }).fill('5');
  await answerOpenDialog(desk.app, desk.folder);
  const start = () => button(/^Generate for 1 client/).click();
  await refuses(desk, 'runs.start', start);
  await refuses(desk, 'runs.start', start, { error: unplacedProblemOf('runs.start') });
  await control.addFaults({
    match: { path: '/premium/proxies/generate' },
    fault: { kind: 'hold', when: 'before-commit' },
  });
  await start();
  await control.waitForHeld(1);
  const stop = () => button('Stop').click();
  await refuses(desk, 'runs.pause', stop);
  await isDone(desk, 'runs.pause', stop);
  await control.clearFaults();
  await control.release();
  const resume = () => button('Resume').click();
  await expect(button('Resume')).toBeVisible();
  await refuses(desk, 'runs.resume', resume);
  const change = () => button('Choose another place…').click();
  await refuses(desk, 'runs.changePlace', change);
  await isDone(desk, 'runs.changePlace', change);
  await isDone(desk, 'runs.resume', resume);
  await expect(page.getByText('All 1 are done.')).toBeVisible();
  const show = () => button('Show in folder').click();
  await refuses(desk, 'runs.showPlace', show);
  await isDone(desk, 'runs.showPlace', show);
  await answerSaveDialog(desk.app, join(desk.folder, 'report.csv'));
  await refuses(desk, 'runs.report', () => button('Save the report').click());

  await refusesUntilTriedAgain(desk, 'runs.list', () => openAnew('Activity'));
  const row = page.getByRole('row').filter({ hasText: 'Lists for 1 client, 5 lines' }).first();
  await refusesUntilTriedAgain(desk, 'runs.get', () => row.dblclick());
  await goTo(desk.page, 'Activity');
  await refusesUntilTriedAgain(desk, 'runs.lines', () => row.dblclick());
});

test('a running job and a failed one', async () => {
  const { page } = desk;
  await makeList(call, 7);
  await goTo(desk.page, 'Lists & exports');
  await cell(/DE · 7/)
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await refusesUntilTriedAgain(desk, 'runs.checkLists', () => button('Save files…').click());
  await press('Escape');

  await control.addFaults({
    match: { path: '/premium/proxies/generate' },
    fault: { kind: 'hold', when: 'before-commit' },
  });
  await desk.clients.open();
  await desk.clients.row('Clara Voss').click();
  await openTab(desk.page, 'Traffic');
  await desk.clients.detail.getByRole('button', { name: 'New list' }).click();
  await button('Reset the form').click();
  await generator.chooseCountry('ger', 'Germany');
  await generator.generateButton().click();
  await control.waitForHeld(1);
  await goTo(desk.page, 'Activity');
  const row = page.getByRole('row').filter({ hasText: 'Running' }).first();
  await row.click();
  const job = detail('Selected job');
  const stop = () => job.getByRole('button', { name: 'Stop' }).click();
  await refuses(desk, 'runs.cancel', stop);
  await isDone(desk, 'runs.cancel', stop);
  await control.clearFaults();
  await control.release();

  await control.addFaults({
    match: { path: '/premium/proxies/generate' },
    times: 1,
    fault: { kind: 'not-ok', shape: 'message' },
  });
  await generator.open();
  await generator.generateButton().click();
  await expect(generator.result.getByText('Failed')).toBeVisible();
  await goTo(desk.page, 'Activity');
  await page.getByRole('row').filter({ hasText: 'Failed' }).first().click();
  const dismiss = () => job.getByRole('button', { name: 'Mark as dealt with' }).click();
  await refuses(desk, 'runs.dismiss', dismiss);
  await isDone(desk, 'runs.dismiss', dismiss);
});

test('a list in another layout', async () => {
  const { page } = desk;
  await makeList(call, 6);
  await openAnew('Lists & exports');
  await cell(/DE · 6$/).click();
  const panel = detail('Selected list');
  const open = async () => {
    await panel.getByRole('button', { name: /^Format \d$/ }).click();
    await page.getByRole('menuitem', { name: 'Other layouts…' }).click();
  };
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  await refusesUntilTriedAgain(desk, 'layouts.list', open);
  await inDialog('Cancel').click();
  await refusesUntilTriedAgain(desk, 'layouts.preview', open);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine');
  const keep = () => inDialog('Save layout').click();
  await refuses(desk, 'layouts.save', keep);
  await refuses(desk, 'layouts.save', keep, { error: unplacedProblemOf('layouts.save') });
  await isDone(desk, 'layouts.save', keep);
  const copy = () => inDialog('Copy').click();
  await refuses(desk, 'layouts.copy', copy);
  await refuses(desk, 'layouts.copy', copy, { error: unplacedProblemOf('layouts.copy') });
  await isDone(desk, 'layouts.copy', copy);
  const save = () => inDialog('Save file…').click();
  await answerSaveDialog(desk.app, join(desk.folder, 'gone', 'own.txt'));
  await isRefused(desk, 'layouts.export', save, { tells: 'That folder no longer exists. Choose another one.' });
  await refuses(desk, 'layouts.export', save, { error: unplacedProblemOf('layouts.export') });
  const remove = () => inDialog('Remove').click();
  await refuses(desk, 'layouts.remove', remove);
  await answerSaveDialog(desk.app, join(desk.folder, 'own.txt'));
  await isDone(desk, 'layouts.export', save);
  await expect(page.getByText('own.txt is saved and checked: 6 lines')).toBeVisible();
  await open();
  await isDone(desk, 'layouts.remove', remove);
  await inDialog('Cancel').click();

  await panel.getByRole('button', { name: /^Format \d$/ }).click();
  await page.getByRole('menuitem', { name: 'JSON', exact: true }).click();
  await refuses(desk, 'layouts.prepareDrag', () => drag(panel));
  await refuses(desk, 'layouts.drag', () => drag(panel));
});
