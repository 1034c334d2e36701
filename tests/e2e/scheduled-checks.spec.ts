import { expect, test } from '@playwright/test';
import { hashText } from '#sandbox/random.ts';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
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
