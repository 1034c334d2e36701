import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, catchShown, type RunningDesk } from '../support/electron-app.ts';
import { isDone } from '../support/request-recorder.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let folder: string;
let place: string;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  await catchShown(desk.app);
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
  place = join(folder, 'place');
  await mkdir(place);
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

test('reports are switched on, written now as a table and as PDF, and shown in their folder', async () => {
  const { page } = desk;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const form = page.getByRole('form', { name: 'Reports on a schedule' });
  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Reports').click();
  await page.getByRole('checkbox', { name: 'Write reports automatically' }).check();
  const time = form.getByRole('textbox', { name: 'Time' });
  await time.fill('8');
  await button('Save').click();
  await expect(page.getByText('Enter a time of day, for example 22:00.')).toBeVisible();
  await expect(page.getByText('Choose the folder for the files.')).toBeVisible();
  await time.fill('08:30');
  await answerOpenDialog(desk.app, place);
  await button('Choose the folder…').click();
  await expect(form.getByText(place)).toBeVisible();
  await button('Save').click();
  await expect(page.getByText('Reports will be written automatically')).toBeVisible();
  expect(await readdir(place)).toEqual([]);

  const files = page.getByRole('list', { name: 'Written reports' });
  await button('Write the last one now').click();
  await expect(files.getByRole('listitem')).toHaveCount(1);
  const [csv = ''] = await readdir(place);
  expect(csv).toMatch(/^report-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(join(place, csv), 'utf8')).toMatch(/^\ufeffReport: .+\r\n/);
  await files.getByText(csv).click();

  await page.getByRole('radiogroup', { name: 'One report for' }).getByText('Each month').click();
  await page.getByRole('radiogroup', { name: 'File' }).getByText('PDF').click();
  await isDone(desk, 'scheduledReport.save', () => button('Save').click());
  await expect(page.getByText('Reports will be written automatically').last()).toBeVisible();
  await button('Write the last one now').click();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  const pdf = (await readdir(place)).find((name) => name.endsWith('.pdf')) ?? '';
  expect(pdf).toMatch(/^report-\d{4}-\d{2}\.pdf$/);
  expect(await readFile(join(place, pdf), 'latin1')).toMatch(/^%PDF-/);
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `reports on a schedule, ${look}`);
  });
});
