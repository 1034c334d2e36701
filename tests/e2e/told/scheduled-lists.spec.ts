import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { answerOpenDialog } from '../../support/electron-app.ts';
import { isDone, refuses, refusesUntilTriedAgain, unplacedProblemOf } from '../../support/request-recorder.ts';
import { GeneratorPage } from '../pages/generator-page.ts';
import { makeList } from '../pages/made-list.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { button } = desk;

const card = () => desk.page.getByRole('complementary', { name: 'Scheduled list' });
const inCard = (name: string) => card().getByRole('button', { name });

test('a scheduled list', async () => {
  const { page } = desk;
  await goTo(desk.page, 'Schedule');
  const openTab = () => page.getByRole('radiogroup', { name: 'What to show' }).getByText('Scheduled lists').click();
  await refusesUntilTriedAgain(desk, 'scheduledLists.list', openTab);
  await button('New scheduled list').click();
  const generator = new GeneratorPage(page);
  await generator.chooseClient('Clara Voss');
  await generator.chooseCountry('germany', 'Germany');
  await answerOpenDialog(desk.app, desk.folder);
  const choose = () => button('Choose the folder…').click();
  await refuses(desk, 'scheduledLists.chooseFolder', choose);
  await isDone(desk, 'scheduledLists.chooseFolder', choose);
  const save = () => button('Save').click();
  await refuses(desk, 'scheduledLists.save', save);
  await refuses(desk, 'scheduledLists.save', save, { error: unplacedProblemOf('scheduledLists.save') });
  await isDone(desk, 'scheduledLists.save', save);

  await expect(card()).toBeVisible();
  await inCard('Close the scheduled list').click();
  const row = () => page.getByRole('gridcell', { name: /Residential · DE/ }).click();
  await refusesUntilTriedAgain(desk, 'scheduledLists.get', row);
  await inCard('Close the scheduled list').click();
  await refusesUntilTriedAgain(desk, 'scheduledLists.history', row);
  const make = () => inCard('Make now').click();
  await refuses(desk, 'scheduledLists.makeNow', make);
  await isDone(desk, 'scheduledLists.makeNow', make);
  await expect(card().getByText('1 file. Started by hand.')).toBeVisible();
  const show = () => inCard('Show the folder').click();
  await refuses(desk, 'scheduledLists.showFolder', show);
  await isDone(desk, 'scheduledLists.showFolder', show);
  const turn = () => inCard('Switch off').click();
  await refuses(desk, 'scheduledLists.setEnabled', turn);
  await isDone(desk, 'scheduledLists.setEnabled', turn);
  const remove = () => inCard('Remove').click();
  await refuses(desk, 'scheduledLists.remove', remove);
  await isDone(desk, 'scheduledLists.remove', remove);
});

test('checks on a schedule', async () => {
  const { page } = desk;
  await goTo(page, 'Schedule');
  const openTab = () => page.getByRole('radiogroup', { name: 'What to show' }).getByText('Proxy checks').click();
  await refusesUntilTriedAgain(desk, 'scheduledChecks.get', openTab);
  await page.getByRole('checkbox', { name: 'Check dedicated proxies automatically' }).check();
  const save = () => button('Save').click();
  await refuses(desk, 'scheduledChecks.save', save);
  await refuses(desk, 'scheduledChecks.save', save, { error: unplacedProblemOf('scheduledChecks.save') });
  await isDone(desk, 'scheduledChecks.save', save);
});

test('a list on the schedule of checks', async () => {
  const { page, call } = desk;
  await call('settings.update', { checkTimeoutS: 5 });
  const listId = await makeList(call, 3);
  const { title } = await call('lists.get', { listId });
  await goTo(page, 'Lists & exports');
  const open = () => page.getByRole('gridcell', { name: title, exact: true }).click();
  await open();
  const detail = page.getByRole('complementary', { name: 'Selected list' });
  const inDetail = (name: string) => detail.getByRole('button', { name, exact: true });
  await refusesUntilTriedAgain(desk, 'scheduledChecks.previewLists', () => inDetail('Check on a schedule…').click());
  const dialog = page.getByRole('dialog', { name: 'Check this list on a schedule?' });
  const choose = () => dialog.getByRole('button', { name: 'Check on a schedule' }).click();
  await refuses(desk, 'scheduledChecks.addLists', choose);
  await isDone(desk, 'scheduledChecks.addLists', choose);
  await expect(dialog).toHaveCount(0);
  const takeOff = () => inDetail('Stop checking on a schedule').click();
  await refuses(desk, 'scheduledChecks.removeLists', takeOff);
  await isDone(desk, 'scheduledChecks.removeLists', takeOff);

  const how = { protocol: 'own', address: 'https://check.example/', atOnce: 10, timeoutS: 5, slowS: 4 } as const;
  const run = await call('runs.start', { kind: 'check-list', listId, variant: 'domain', ...how });
  await expect
    .poll(async () => (await call('runs.get', { runId: run?.id ?? 0 })).state, { timeout: 30_000 })
    .toBe('done');
  await detail.getByRole('button', { name: 'Close' }).first().click();
  await refusesUntilTriedAgain(desk, 'lists.checks', open);

  // From now on the desk looks like one that was restored from a copy.
  await call('scheduledChecks.addLists', { listIds: [listId] });
  const db = openDatabase(join(desk.userDataDir, 'data', 'desk.db'));
  db.run('UPDATE checked_lists SET held = 1');
  db.close();
  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Proxy checks').click();
  const release = () => button('Check these lists again').click();
  await refuses(desk, 'scheduledChecks.releaseLists', release);
  await isDone(desk, 'scheduledChecks.releaseLists', release);
  await expect(button('Check these lists again')).toHaveCount(0);
});

test('reports on a schedule', async () => {
  const { page } = desk;
  await goTo(page, 'Schedule');
  const openTab = () => page.getByRole('radiogroup', { name: 'What to show' }).getByText('Reports').click();
  await refusesUntilTriedAgain(desk, 'scheduledReport.get', openTab);
  await page.getByRole('checkbox', { name: 'Write reports automatically' }).check();
  await answerOpenDialog(desk.app, desk.folder);
  const choose = () => button('Choose the folder…').click();
  await refuses(desk, 'scheduledReport.chooseFolder', choose);
  await isDone(desk, 'scheduledReport.chooseFolder', choose);
  const save = () => button('Save').click();
  await refuses(desk, 'scheduledReport.save', save);
  await refuses(desk, 'scheduledReport.save', save, { error: unplacedProblemOf('scheduledReport.save') });
  await isDone(desk, 'scheduledReport.save', save);
  const write = () => button('Write the last one now').click();
  await refuses(desk, 'scheduledReport.writeNow', write);
  await isDone(desk, 'scheduledReport.writeNow', write);
  const show = () =>
    page
      .getByRole('list', { name: 'Written reports' })
      .getByText(/^report-/)
      .click();
  await refuses(desk, 'scheduledReport.showFile', show);
  await isDone(desk, 'scheduledReport.showFile', show);
});
