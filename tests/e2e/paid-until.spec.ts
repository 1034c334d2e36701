import { expect, test } from '@playwright/test';
import { localDate, shiftDay } from '#shared/domain/local-date.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type RunningDesk, screenshot } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
const call = callFrom(() => desk.page);

const day = (days: number): string => shiftDay(localDate(Date.now()), days);

/** Adds clients of a panel of the reseller, of whom this desk knows only until when they paid. */
test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  await call('clients.remove', { clientIds: ids });
  const paid = [
    ['Anna', '3 months', day(-2)],
    ['Boris', '1 month', day(5)],
    ['Vera', '', day(20)],
    ['Gleb', '', null],
  ] as const;
  for (const [index, [name, plan, paidUntil]] of paid.entries()) {
    const fields = { messengerId: 2_000 + index, clientKey: `key-${index}`, name, tags: [] };
    await call('clients.add', { ...fields, plan, paidUntil });
  }
  await resizeWindow(desk, 1920, 1080);
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterEach(() => desk.close());

const stored = async (name: string) => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const { rows } = await call('clients.list', { filter: { search: name }, sort, offset: 0, limit: 5 });
  return rows[0];
};
const names = async (): Promise<string[]> => {
  const texts = await clients.grid.getByRole('row').allTextContents();
  return texts.flatMap((text) => /Anna|Boris|Vera|Gleb/.exec(text)?.[0] ?? []);
};
const until = () => clients.grid.getByRole('columnheader', { name: 'Paid until' });

test('the columns are shown once a client has a plan or a paid time', async () => {
  const { page } = desk;
  const plan = () => clients.grid.getByRole('columnheader', { name: 'Plan' });
  await expect(until()).toBeVisible();
  await expect(plan()).toBeVisible();
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  const gleb = (await stored('Gleb'))?.id;
  await call('clients.remove', { clientIds: ids.filter((id) => id !== gleb) });
  await goTo(page, 'Overview');
  await clients.open();
  await expect(clients.row('Gleb')).toBeVisible();
  await expect(until()).toHaveCount(0);
  await expect(plan()).toHaveCount(0);
  // A list that is filtered by the paid time always shows it.
  await clients.button('Needs attention').click();
  await page.getByRole('radiogroup', { name: 'Paid until' }).getByRole('radio', { name: 'Not known' }).check();
  await page.keyboard.press('Escape');
  await expect(until()).toBeVisible();
});

test('the list is sorted and filtered by the day until which clients have paid', async () => {
  const { page } = desk;
  await expect(clients.row('Boris')).toContainText('1 month');
  await until().click();
  await expect(until()).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(names).toEqual(['Anna', 'Boris', 'Vera', 'Gleb']);
  await until().click();
  await expect.poll(names).toEqual(['Vera', 'Boris', 'Anna', 'Gleb']);

  await clients.button('Needs attention').click();
  const choices = page.getByRole('radiogroup', { name: 'Paid until' });
  const shown = [
    ['Has ended', ['Anna']],
    ['Ends within 7 days', ['Boris']],
    ['Ends within 30 days', ['Vera', 'Boris']],
    ['Not known', ['Gleb']],
  ] as const;
  for (const [choice, found] of shown) {
    await choices.getByRole('radio', { name: choice }).check();
    await expect.poll(names).toEqual(found);
  }
  await choices.getByRole('radio', { name: 'Has ended' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Paid time has ended' }).click();
  await expect.poll(names).toHaveLength(4);

  // A saved filter brings both back.
  await clients.button('Needs attention').click();
  await choices.getByRole('radio', { name: 'Ends within 30 days' }).check();
  await page.keyboard.press('Escape');
  await clients.button('Saved filters').click();
  const panel = page.getByRole('dialog', { name: 'Saved filters' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('To remind');
  await panel.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Paid time ends within 30 days' }).click();
  await expect.poll(names).toHaveLength(4);
  await clients.button('Saved filters').click();
  await panel.getByRole('button', { name: 'To remind', exact: true }).click();
  await expect.poll(names).toEqual(['Vera', 'Boris']);
});

test('plan and day are edited in the row, and a text that is not a day is refused with the reason', async () => {
  const { keyboard } = desk.page;
  const field = (column: string) => desk.page.getByRole('textbox', { name: `Edit: ${column}` });
  const edit = async (column: string) => {
    await clients.grid.focus();
    await keyboard.press('F2');
    for (const one of ['Name', 'Paid until', 'Tags', 'Plan']) {
      await expect(field(one)).toBeFocused();
      if (one === column) return;
      await keyboard.press('Tab');
    }
  };
  await clients.row('Gleb').click();
  await edit('Plan');
  await keyboard.type('year');
  await keyboard.press('Enter');
  await expect(field('Plan')).toBeHidden();
  await edit('Paid until');
  await keyboard.type('31.12.1999');
  await keyboard.press('Enter');
  await expect(desk.page.getByText('This is not a date from 2000 on.')).toBeVisible();
  await field('Paid until').fill('31.12.2029');
  await keyboard.press('Enter');
  await expect(field('Paid until')).toBeHidden();
  await expect.poll(() => stored('Gleb')).toMatchObject({ plan: 'year', paidUntil: '2029-12-31' });
  await edit('Paid until');
  await expect(field('Paid until')).toHaveValue('31 Dec 2029');
  await field('Paid until').fill('');
  await keyboard.press('Enter');
  await expect.poll(() => stored('Gleb')).toMatchObject({ plan: 'year', paidUntil: null });
});

test('the card shows both, and an unfinished date changes nothing', async () => {
  const { page } = desk;
  await clients.row('Boris').click();
  await expect(clients.detail.getByRole('heading', { name: 'Boris' })).toBeVisible();
  await expect(clients.detail.getByText('Paid until').first()).toBeVisible();
  await openTab(page, 'Details');
  const paidUntil = clients.detail.getByRole('textbox', { name: 'Paid until' });
  const plan = clients.detail.getByRole('textbox', { name: 'Plan' });
  await expect(plan).toHaveValue('1 month');

  await paidUntil.fill('31.12.2');
  await plan.fill('6 months');
  await plan.press('Enter');
  await expect.poll(() => stored('Boris')).toMatchObject({ plan: '6 months', paidUntil: day(5) });
  await expect(paidUntil).toHaveAttribute('aria-invalid', 'true');
  await paidUntil.press('Escape');
  await expect(paidUntil).not.toHaveAttribute('aria-invalid', 'true');
  await expect(paidUntil).not.toHaveValue('31.12.2');
  await expect(clients.detail.getByRole('heading', { name: 'Boris' })).toBeVisible();

  await paidUntil.fill('31.12.2029');
  await paidUntil.press('Enter');
  await expect.poll(() => stored('Boris')).toMatchObject({ paidUntil: '2029-12-31' });
  await paidUntil.fill('');
  await plan.focus();
  await expect.poll(() => stored('Boris')).toMatchObject({ plan: '6 months', paidUntil: null });
});

test('a new client gets both in the form', async () => {
  await clients.button('Add client').first().click();
  await clients.fill({ messengerId: '2100', clientKey: 'dora', name: 'Dora' });
  await clients.form.getByRole('textbox', { name: 'Plan' }).fill('1 month');
  await clients.form.getByRole('textbox', { name: 'Paid until' }).fill('31.12.2029');
  await clients.submit();
  await expect(clients.form).toBeHidden();
  expect(await stored('Dora')).toMatchObject({ plan: '1 month', paidUntil: '2029-12-31' });
});

test('one alert counts the clients to remind, and leads to the list of exactly these', async () => {
  const { page } = desk;
  // A narrow window shows the column only while the list is filtered by it.
  await resizeWindow(desk, 1280, 800);
  await expect(until()).toHaveCount(0);
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /unread alert/ })
    .click();
  const alerts = page.getByRole('dialog', { name: /alert/i });
  await expect(alerts.getByText('Paid time ended in the last 7 days: 1. Ends within 7 days: 1.')).toBeVisible();
  await alerts.getByRole('button', { name: /^(Unread: ?)?2 clients to remind about the payment/ }).click();
  await expect(page.getByText('Time to remind about the payment')).toBeVisible();
  await expect.poll(names).toEqual(['Anna', 'Boris']);
  await expect(until()).toBeInViewport();
  await page.getByRole('button', { name: 'Remove Time to remind about the payment' }).click();
  await expect(until()).toHaveCount(0);
});

test('the overview counts the same clients, and leads to the same list', async () => {
  const { page } = desk;
  await goTo(page, 'Overview');
  const row = page.getByRole('listitem').filter({ hasText: '2 clients to remind about the payment' });
  await expect(row).toBeVisible();
  await screenshot(page, 'out/reports/overview-paid-until.png');
  await row.getByRole('button', { name: 'Show 2 clients' }).click();
  await expect(page.getByText('Time to remind about the payment')).toBeVisible();
  await expect.poll(names).toEqual(['Anna', 'Boris']);
});

test('list, card, form and filter can be read in both languages and themes', async () => {
  const { page } = desk;
  await inEveryLook({ page, call }, async (language, look) => {
    const [attention, details] = language === 'en' ? ['Needs attention', 'Details'] : ['Требуют внимания', 'Данные'];
    await page.getByRole('row').filter({ hasText: 'Boris' }).click();
    await page.getByRole('tab', { name: details }).click();
    await expectAccessible(page, `the card, ${look}`);
    await page.getByRole('button', { name: attention }).click();
    await expect(page.getByRole('dialog', { name: attention })).toBeVisible();
    await expectAccessible(page, `the filter, ${look}`);
    await page.keyboard.press('Escape');
  });
});
