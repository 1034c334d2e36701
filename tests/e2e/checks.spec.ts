import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, answerSaveDialog, type RunningDesk, screenshot } from '../support/electron-app.ts';
import { isDone } from '../support/request-recorder.ts';
import { buyProxies } from './pages/bought-proxies.ts';
import { inEveryLook } from './pages/looks.ts';
import { makeList } from './pages/made-list.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checks-'));
  desk = await shared.openSandboxDesk();
  // Otherwise the check would wait long for the sandbox's hanging proxies.
  await call('settings.update', { checkTimeoutS: 8, checkAtOnce: 100 });
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const call = callFrom(() => desk.page);
const button = (name: string | RegExp) => desk.page.getByRole('button', { name });

/** Makes a list and returns its title. */
const makeTitledList = async (quantity: number): Promise<string> =>
  (await call('lists.get', { listId: await makeList(call, quantity) })).title;

test('checks a list, states time and traffic beforehand, and makes a list of the working proxies', async () => {
  const { page } = desk;
  const title = await makeTitledList(60);
  await goTo(desk.page, 'Lists & exports');
  await page.getByRole('gridcell', { name: title }).click();
  await button('Check…').click();

  const form = page.getByRole('form', { name: 'Proxy check' });
  const before = form.getByRole('region', { name: 'What will happen' });
  await expect(before).toContainText('60');
  await expect(before).toContainText('of the traffic bought for the client');
  // At twelve at a time and about a second each, only proxies that never answer make it longer than a minute.
  await form.getByRole('textbox', { name: 'At once' }).fill('5');
  await expect(before).toContainText('up to 2 min');
  await form.getByRole('textbox', { name: 'At once' }).fill('0');
  await form.getByRole('button', { name: 'Check 60 proxies' }).click();
  await expect(form.getByText('Enter a number from 1 to 500.')).toBeVisible();
  await form.getByRole('textbox', { name: 'At once' }).fill('60');
  await form.getByRole('button', { name: 'Check 60 proxies' }).click();

  const grid = page.getByRole('grid', { name: 'Proxies of this check' });
  await expect(page.getByText(/60 proxies were checked; working: \d+/)).toBeVisible({ timeout: 60_000 });
  await expect(grid).toContainText('203.0.113.');
  await expect(grid).toContainText('Germany');
  await expect(grid).toContainText('••••');
  await page
    .getByRole('radiogroup', { name: 'What to show' })
    .getByText(/^Work \d/)
    .click();
  await expect(grid.getByRole('gridcell', { name: 'Works', exact: true }).first()).toBeVisible();

  const report = join(folder, 'check.csv');
  await answerSaveDialog(desk.app, report);
  await button('Save the report').click();
  await expect.poll(() => readFile(report, 'utf8').catch(() => '')).toContain('203.0.113.');

  await button(/^Make a list: \d+ working/).click();
  const made = page.getByRole('complementary', { name: 'Selected list' });
  await expect(made).toContainText(`${title} · working`);
  await expect(made).toContainText(/Checked \d.*work/);
  await page.getByRole('gridcell', { name: title, exact: true }).click();
  await made
    .getByRole('button', { name: /^Checked/ })
    .or(made.getByRole('link', { name: /^Checked/ }))
    .click();
  await expect(grid).toBeVisible();
});

test('checks several lists one after the other', async () => {
  const { page } = desk;
  const titles = [await makeTitledList(20), await makeTitledList(30)];
  await goTo(page, 'Lists & exports');
  for (const title of titles) {
    await page.getByRole('row').filter({ hasText: title }).getByRole('checkbox').check();
  }
  await button('Check…').click();
  await expect(page.getByText('The lists are checked one after another')).toBeVisible();
  await button('Check 50 proxies').click();
  for (const title of titles) {
    const run = page.getByRole('row').filter({ hasText: `Checking the list “${title}”` });
    await expect(run).toContainText('Done', { timeout: 60_000 });
  }
});

test('checks proxies from a file, stops, resumes, and is cancelled for good', async () => {
  const { page } = desk;
  const file = join(folder, 'bought.txt');
  const lines = Array.from({ length: 300 }, (_, index) => `gw.example:8000:user-session-${index}:secret`);
  await writeFile(file, ['not a proxy', ...lines].join('\n'));
  await answerOpenDialog(desk.app, file);
  await goTo(desk.page, 'Lists & exports');
  await button('Check proxies from a file…').click();
  const form = page.getByRole('form', { name: 'Proxy check' });
  await form.getByRole('textbox', { name: 'At once' }).fill('2');
  await expect(form.getByText('1 line that is not a proxy')).toBeVisible();
  await form.getByRole('button', { name: 'Check 300 proxies' }).click();
  await button('Stop').click();
  await expect(page.getByText('The check was stopped.')).toBeVisible();
  // The part in which the lines differ is visible in a small window, too.
  await resizeWindow(desk, 1280, 800);
  const own = page.getByRole('grid', { name: 'Proxies of this check' }).getByText(/session-7$/);
  const isWhole = () =>
    own.evaluate((text) => {
      const line = text.parentElement?.getBoundingClientRect();
      return text.scrollWidth <= text.clientWidth + 1 && text.getBoundingClientRect().right <= (line?.right ?? 0) + 1;
    });
  await expect.poll(isWhole).toBe(true);
  // All columns fit beside the scroll bar.
  const scroller = page.getByRole('grid', { name: 'Proxies of this check' }).locator('..');
  await expect.poll(() => scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Longer words do not cut off a choice either.
  await call('settings.update', { language: 'ru' });
  const views = page.getByRole('radiogroup', { name: 'Что показать' });
  await expect(views.getByText('Не распознаны 1')).toBeVisible();
  const isCut = () =>
    views.evaluate((group) => group.scrollWidth > group.clientWidth + 1 || group.getBoundingClientRect().right > 1280);
  expect(await isCut()).toBe(false);
  await call('settings.update', { language: 'en' });
  await button('Resume').click();
  await expect(button('Stop')).toBeVisible();
  await button('Stop').click();
  await button('Leave the rest unchecked').click();
  await expect(page.getByText(/^The check was stopped for good\..* 1 line is not a proxy\./)).toBeVisible();
  await expect(button('Resume')).toHaveCount(0);
  await goTo(desk.page, 'Lists & exports');
  await page.getByRole('gridcell', { name: 'bought' }).first().click();
  await expect(page.getByText('No proxy was found in 1 line (no. 1)')).toBeVisible();
});

test('checks dedicated proxies, and shows the result with each', async () => {
  const { page } = desk;
  await buyProxies(call, 2);
  await goTo(desk.page, 'Dedicated');
  await page.getByRole('grid').getByRole('row').nth(1).click();
  const detail = page.getByRole('complementary', { name: 'Proxy', exact: true });
  await detail.getByRole('button', { name: 'Check…' }).click();
  const form = page.getByRole('form', { name: 'Proxy check' });
  await expect(form).toContainText('traffic of dedicated proxies is not counted');
  await form.getByRole('button', { name: 'Check 1 proxy' }).click();
  await expect(page.getByText('1 proxy was checked')).toBeVisible({ timeout: 60_000 });
  await button('Back').click();
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await expect(detail).toContainText(/Works|Slow|Refused|Does not work/);
});

test('keeps the selection of dedicated proxies, lists and clients while a check or another screen is shown', async () => {
  const { page } = desk;
  await buyProxies(call, 3);
  await goTo(page, 'Dedicated');
  const rows = page.getByRole('grid').getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(3).getByRole('checkbox').check();
  await button('Check…').click();
  await button('Check 2 proxies').click();
  await expect(page.getByText('2 proxies were checked')).toBeVisible({ timeout: 60_000 });
  await button('Back').click();
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();
  await expect(rows.nth(2).getByRole('checkbox')).not.toBeChecked();
  await expect(rows.nth(3).getByRole('checkbox')).toBeChecked();

  // A proxy that was archived meanwhile is no longer selected, and the others are.
  const { ids } = await call('dedicated.ids', { filter: {}, sort: { by: 'expiresAt', direction: 'asc' } });
  await goTo(page, 'Overview');
  await call('dedicated.archive', { proxyIds: [ids[0] ?? 0], archived: true });
  await goTo(page, 'Dedicated');
  await expect(page.getByText('1 selected')).toBeVisible();

  await makeTitledList(20);
  await goTo(page, 'Lists & exports');
  await rows.nth(1).getByRole('checkbox').check();
  await goTo(page, 'Overview');
  await goTo(page, 'Lists & exports');
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();
  await goTo(page, 'Clients');
  await rows.nth(1).getByRole('checkbox').check();
  await goTo(page, 'Overview');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked();
});

test('is accessible in both languages and themes', async () => {
  const { page } = desk;
  const title = await makeTitledList(40);
  await goTo(desk.page, 'Lists & exports');
  await page.getByRole('gridcell', { name: title }).click();
  await button('Check…').click();
  await inEveryLook({ page, call }, async (_, look) => {
    await expect(page.getByRole('form')).toBeVisible();
    await expectAccessible(page, `the form of a check, ${look}`);
  });
  await call('settings.update', { language: 'en' });
  await button('Check 40 proxies').click();
  await expect(page.getByText(/40 proxies were checked/)).toBeVisible({ timeout: 60_000 });
  await inEveryLook({ page, call }, async (_, look) => expectAccessible(page, `a check, ${look}`));
});

test('asks about a file with ambiguous lines, and reads it as the user answers', async () => {
  const { page } = desk;
  await goTo(page, 'Lists & exports');
  const file = join(folder, 'two-ways.txt');
  await writeFile(file, '10.20.30.40:8000:45.10.20.9:12345\ngw.example.com:8001:anna:secret\n');
  await answerOpenDialog(desk.app, file);
  const load = () => button('Check proxies from a file…').click();
  const question = page.getByRole('dialog', { name: 'Where is the address in these lines?' });
  const goOn = question.getByRole('button', { name: 'Load the file' });
  await load();
  await expect(question).toContainText('1 line can be read in two ways.');
  await expect(goOn).toBeDisabled();
  await inEveryLook({ page, call }, async (language, look) => {
    await expectAccessible(page, look);
    await screenshot(page, `out/reports/file-question-${language}.png`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect((await call('lists.list', { offset: 0, limit: 10 })).total).toBe(0);

  await load();
  await question.getByRole('radio', { name: /login and password come first/ }).check();
  await isDone(desk, 'lists.load', () => goOn.click());
  await expect(page.getByRole('form', { name: 'Proxy check' })).toBeVisible();
  const { rows } = await call('lists.list', { offset: 0, limit: 10 });
  const view = {
    listId: rows[0]?.id ?? 0,
    variant: 'domain',
    formatId: 1,
    reveal: true,
    offset: 0,
    limit: 10,
  } as const;
  expect((await call('lists.lines', view)).lines).toEqual([
    '45.10.20.9:12345:10.20.30.40:8000',
    'gw.example.com:8001:anna:secret',
  ]);
});
