import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hashText } from '#sandbox/random.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog, type RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { makeList } from './pages/made-list.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
});
test.afterEach(() => desk.close());

const call = callFrom(() => desk.page);
const HOW = { protocol: 'http', address: 'https://check.example/', atOnce: 10, slowS: 1 } as const;

const HOUR = 3_600_000;

/** Logins of the sandbox whose proxies answer late, so that a short time limit makes them fail. */
const lateLogins = (count: number): string[] =>
  Array.from({ length: 2_000 }, (_, index) => `late${index}`)
    .filter((login) => {
      const hash = hashText(`${login}:secret`) % 100;
      return hash >= 90 && hash < 94;
    })
    .slice(0, count);

const addProxies = async (logins: readonly string[]): Promise<number[]> => {
  const lines = logins.map((login, index) => `198.51.100.${index + 1}:8000:${login}:secret`);
  const { importId, reading } = await call('dedicated.importText', { text: lines.join('\n') });
  const forOthers = { ipv: 4, countryCode: 'DE', endDay: null, clientId: null } as const;
  await call('dedicated.importConfirm', { importId, reading: { ...reading, loginFirst: false }, forOthers });
  const sort = { by: 'ip', direction: 'asc' } as const;
  return (await call('dedicated.ids', { filter: { search: '198.51.100' }, sort })).ids;
};

const check = async (proxyIds: number[], timeoutS: number): Promise<void> => {
  const run = await call('runs.start', { kind: 'check-proxies', proxyIds, ...HOW, timeoutS });
  const state = async () => (await call('runs.get', { runId: run?.id ?? 0 })).state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
};

test('switches checks on, and says when the next one is due', async () => {
  const { page } = desk;
  await addProxies(['one', 'two']);
  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Proxy checks').click();
  const form = page.getByRole('form', { name: 'Check dedicated proxies automatically' });
  await expect(page.getByText('Switched off')).toBeVisible();
  await form.getByRole('checkbox').check();
  await form.getByText('Every few hours').click();
  const hours = form.getByRole('textbox', { name: 'Hours between two checks' });
  await hours.fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Type a whole number in digits only, from 1 to 168.')).toBeVisible();
  await hours.fill('6');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Proxies will be checked automatically')).toBeVisible();
  await expect(page.getByText('Switched off')).toHaveCount(0);
  expect(await call('scheduledChecks.get', {})).toMatchObject({ enabled: true, every: 'hours', hours: 6 });

  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `checks on a schedule, ${look}`);
  });
});

test('tells which proxies stopped working, and shows their last checks', async () => {
  const { page } = desk;
  const proxyIds = await addProxies(lateLogins(5));
  await check(proxyIds, 30);
  await check(proxyIds, 2);
  await goTo(page, 'Overview');
  await page.getByRole('button', { name: /unread alert/ }).click();
  await page.getByRole('button', { name: /^Unread:.*5 dedicated proxies have stopped working/ }).click();
  const grid = page.getByRole('grid');
  await expect(page.getByRole('checkbox', { name: 'Stopped working (5)' })).toBeChecked();
  await expect(grid.getByRole('row')).toHaveCount(6);
  await grid
    .getByRole('gridcell', { name: /198\.51\.100\.1/ })
    .first()
    .click();
  const history = page.getByRole('region', { name: 'Last checks', exact: true });
  await expect(history).toContainText('It worked before. Not working since this check:');
  await expect(history.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(history).toContainText('Does not work');
  await expect(history).toContainText('Slow');

  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `the history of a proxy, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });

  await check(proxyIds, 30);
  await expect(page.getByRole('checkbox', { name: 'Stopped working (0)' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Stopped working (0)' }).click();
  await expect(page.getByRole('checkbox', { name: /Stopped working/ })).toHaveCount(0);
  await expect
    .poll(async () => (await call('alerts.list', { offset: 0, limit: 50 })).rows.map(({ kind }) => kind))
    .not.toContain('check');
});

/** Loads a list from a file whose proxies answer late, and returns its id. */
const loadLateList = async (count: number): Promise<number> => {
  const path = join(desk.userDataDir, 'Late.txt');
  const lines = lateLogins(count).map((login, index) => `198.51.100.${index + 1}:8000:${login}:secret`);
  await writeFile(path, lines.join('\n'));
  await answerOpenDialog(desk.app, path);
  return (await call('lists.load', { answer: null }))?.listId ?? 0;
};

test('puts a list on the schedule after saying what that takes, and takes it off again', async () => {
  const { page } = desk;
  const listId = await makeList(call, 40);
  const { title } = await call('lists.get', { listId });
  await goTo(page, 'Lists & exports');
  await page.getByRole('gridcell', { name: title, exact: true }).click();
  const detail = page.getByRole('complementary', { name: 'Selected list' });
  await detail.getByRole('button', { name: 'Check on a schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check this list on a schedule?' });
  const costs = dialog.getByRole('region', { name: 'What each check takes' });
  await expect(costs).toContainText('40');
  await expect(costs).toContainText('up to 1 min');
  await expect(costs).toContainText('of the traffic bought for the client');
  await expect(dialog).toContainText('The check begins every day at 06:00');
  expect((await call('scheduledChecks.get', {})).lists).toEqual([]);
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `a list for the schedule, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await dialog.getByRole('button', { name: 'Check on a schedule' }).click();
  await page.getByRole('button', { name: 'Show the schedule' }).click();

  const lists = page.getByRole('region', { name: 'Lists checked on the schedule' });
  await expect(lists.getByRole('table').getByRole('row').filter({ hasText: title })).toContainText('Not checked yet');
  await expect(lists).toContainText('about 320 kB');
  // The dedicated proxies are a choice of their own, and the times count for both.
  const form = page.getByRole('form', { name: 'Check dedicated proxies automatically' });
  await expect(form.getByRole('checkbox')).not.toBeChecked();
  await form.getByText('Every few hours').click();
  await form.getByRole('textbox', { name: 'Hours between two checks' }).fill('3');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => call('scheduledChecks.get', {}))
    .toMatchObject({ enabled: false, every: 'hours', hours: 3, lists: [{ listId }] });
  await expect(page.getByText('Proxies will be checked automatically')).toBeVisible();
  const { nextAt } = await call('scheduledChecks.get', {});
  expect(Math.abs((nextAt ?? 0) - Date.now() - 3 * HOUR)).toBeLessThan(HOUR);

  await lists.getByRole('button', { name: `Stop checking “${title}” on a schedule` }).click();
  await expect(lists).toContainText('No lists are checked yet');
  await page.getByRole('button', { name: 'Undo' }).click();
  await lists.getByRole('button', { name: title, exact: true }).click();
  await page.getByRole('gridcell', { name: title, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Stop checking on a schedule' }).click();
  await expect.poll(async () => (await call('scheduledChecks.get', {})).lists).toEqual([]);
  await page.getByRole('gridcell', { name: title, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Check on a schedule…' }).click();
  await expect(dialog).toBeVisible();
});

test('puts all selected lists on the schedule, after saying what that takes, and takes them off again', async () => {
  const { page } = desk;
  const ids = [await makeList(call, 20), await makeList(call, 30), await makeList(call, 5)];
  await call('scheduledChecks.addLists', { listIds: ids.slice(2) });
  await goTo(page, 'Lists & exports');
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row')).toHaveCount(ids.length + 1);
  await grid.focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Actions for the selected lists' });
  await bar.getByRole('button', { name: 'Check on a schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check 2 lists on a schedule?' });
  await expect(dialog.getByRole('region', { name: 'What a round of 2 lists takes' })).toContainText('50');
  await expect(dialog.getByRole('region', { name: 'What a round of 3 lists takes' })).toContainText('55');
  await expect(dialog).toContainText('of the traffic bought for the client');
  await expect(dialog).toContainText('1 list is left out:');
  await expect(dialog).toContainText('is on the schedule already');
  await inEveryLook({ page, call }, async (_, look) =>
    expectAccessible(page, `several lists for the schedule, ${look}`),
  );
  await call('settings.update', { language: 'en', theme: 'light' });
  await dialog.getByRole('button', { name: 'Check on a schedule' }).click();
  await expect(page.getByText('2 lists are now checked on a schedule.')).toBeVisible();
  expect((await call('scheduledChecks.get', {})).lists).toHaveLength(3);

  await bar.getByRole('button', { name: 'Check on a schedule…' }).click();
  const none = page.getByRole('dialog', { name: 'Nothing to put on the schedule' });
  await expect(none.getByRole('button', { name: 'Check on a schedule' })).toBeDisabled();
  await none.getByRole('button', { name: 'Cancel' }).click();

  await bar.getByRole('button', { name: 'Stop checking on a schedule' }).click();
  await expect(page.getByText('3 lists are no longer checked on a schedule')).toBeVisible();
  expect((await call('scheduledChecks.get', {})).lists).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await call('scheduledChecks.get', {})).lists.length).toBe(3);
});

test('tells about a list whose proxies stopped working, and leads to the check', async () => {
  const { page } = desk;
  const listId = await loadLateList(3);
  await call('scheduledChecks.addLists', { listIds: [listId] });
  const checkList = async (timeoutS: number): Promise<void> => {
    const run = await call('runs.start', { kind: 'check-list', listId, variant: 'domain', ...HOW, timeoutS });
    const state = async () => (await call('runs.get', { runId: run?.id ?? 0 })).state;
    await expect.poll(state, { timeout: 30_000 }).toBe('done');
  };
  await checkList(30);
  await checkList(2);
  await goTo(page, 'Overview');
  await page.getByRole('button', { name: /unread alert/ }).click();
  await page.getByRole('button', { name: /^Unread:.*Late.*3 proxies of the list have stopped working/ }).click();
  const grid = page.getByRole('grid', { name: 'Proxies of this check' });
  await expect(grid.getByRole('row')).toHaveCount(4);
  await expect(page.getByText('3 proxies were checked; working: 0.')).toBeVisible();

  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Proxy checks').click();
  const lists = page.getByRole('region', { name: 'Lists checked on the schedule' });
  await expect(lists.getByRole('table')).toContainText('working 0, not working 3');
  await expect(lists.getByRole('table')).toContainText('3 have stopped');
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `checked lists, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await lists.getByRole('button', { name: 'Late', exact: true }).click();
  const detail = page.getByRole('complementary', { name: 'Selected list' });
  await expect(detail).toContainText('3 proxies worked before and have stopped.');
  await detail.getByText('Last checks').click();
  await expect(detail.getByRole('table', { name: 'Results of the last checks' }).getByRole('row')).toHaveCount(2);
  await inEveryLook({ page, call }, async (_, look) => {
    await expectAccessible(page, `the checks of a list, ${look}`);
  });
});
