import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

let desk: RunningDesk;

const call = callFrom(() => desk.page);
const openSettings = (name = 'Settings') =>
  desk.page.getByRole('navigation').getByRole('button', { name, exact: true }).click();
const choose = (group: string, choice: string) =>
  desk.page.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click();
const field = (name: string): Locator => desk.page.getByRole('textbox', { name, exact: true });

/** The folder of a test that starts the app again; the others share a window. */
let userDataDir: string | null = null;

test.afterEach(async () => {
  await desk.close();
  if (userDataDir !== null) await rm(userDataDir, { recursive: true, force: true });
  userDataDir = null;
});

test('language and theme change at once and survive a restart, as does the state of each screen', async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  desk = await openSandboxDesk({ userDataDir });
  const heading = () => desk.page.getByRole('heading', { level: 1 });
  const html = () => desk.page.locator('html');
  const press = (keys: string) => desk.page.keyboard.press(keys);
  const sorted = (grid: string) => desk.page.getByRole('grid', { name: grid }).locator('[aria-sort="ascending"]');
  for (const [keys, grid, column] of [
    ['Control+5', 'Lists', 'Lines'],
    ['Control+6', 'Purchases', 'Price'],
    ['Control+7', 'Jobs', 'State'],
  ] as const) {
    await press(keys);
    await desk.page.getByRole('grid', { name: grid }).getByRole('button', { name: column, exact: true }).click();
    await expect(sorted(grid)).toHaveText(column);
  }
  await press('Control+5');
  await desk.page.getByRole('searchbox').fill('nobody');
  await press('Control+6');
  await desk.page.getByText('Totals', { exact: true }).click();
  await desk.page.getByText('By client', { exact: true }).click();
  await openSettings();

  await choose('Language', 'Русский');
  await expect(heading()).toHaveText('Настройки');
  await choose('Тема', 'Тёмная');
  await expect(html()).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html()).toHaveAttribute('lang', 'ru');
  await desk.close();

  desk = await launchDesk({ userDataDir });
  await openSettings('Настройки');
  await expect(heading()).toHaveText('Настройки');
  await expect(html()).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await choose('Тема', 'Светлая');
  await expect(html()).toHaveAttribute('data-mantine-color-scheme', 'light');
  await choose('Язык', 'English');
  await expect(heading()).toHaveText('Settings');

  await press('Control+5');
  // A search belongs to its day: a list that seems empty in the morning would alarm the user.
  await expect(desk.page.getByRole('searchbox')).toHaveValue('');
  await expect(sorted('Lists')).toHaveText('Lines');
  await press('Control+6');
  await expect(desk.page.getByRole('radio', { name: 'By client' })).toBeChecked();
  await desk.page.getByText('Journal', { exact: true }).click();
  await expect(sorted('Purchases')).toHaveText('Price');
  await press('Control+7');
  await expect(sorted('Jobs')).toHaveText('State');
  await desk.close();
  await rm(userDataDir, { recursive: true, force: true });
});

const BAD = [
  ['File name', '', 'The file name is empty. Use, for example, {client}_{pool}_{date}.txt.'],
  ['File name', '{nobody}.txt', 'There is no field {nobody}. Check its spelling.'],
  ['File name', '{client', 'A field begins with { and ends with }, for example {client}. One of the two is missing.'],
  ['File name', 'CON', 'Windows reserves the name CON for a device. Choose another one.'],
  ['File name', 'lists/today.txt', 'A file name cannot contain / or \\. The folder is chosen when saving.'],
  ['File name', 'x'.repeat(10_000), 'This text is too long: 300 characters at most.'],
  ['Lines per request', '0', 'The value is too small: the minimum is 1.'],
  ['Lines per request', '100001', 'The value is too large: the maximum is 100,000.'],
  ['Lines per request', '1.5', 'Enter a whole number.'],
  ['Lines per request', '1e9', 'Enter a whole number.'],
  ['Lines per request', '', 'Enter a whole number.'],
  ['Low traffic below, GB', '-1', 'The value is too small: the minimum is 0.'],
  ['Requests per second', '0', 'The value is too small: the minimum is 0.1.'],
  ['Requests per second', '1000000000', 'The value is too large: the maximum is 20.'],
  ['Requests per second', '', 'Enter a number, for example 1 or 0.5.'],
  [
    'Time zone of dedicated proxies',
    'Mars/Base',
    'There is no such time zone. Use a name like Europe/Moscow or Asia/Yekaterinburg.',
  ],
  ['IP address look-up', 'http://ip.example.com', 'The look-up address must begin with https://, or be empty.'],
] as const;

test.describe(() => {
  const shared = shareWindow();
  test.beforeEach(async () => {
    desk = await shared.openSandboxDesk();
    await openSettings();
  });

  test('a good value is saved on Enter and on leaving the field, with a message', async () => {
    const saved = desk.page.getByRole('status').filter({ hasText: 'Saved' });
    await field('File name').fill('{client}-{count}.txt');
    await expect(desk.page.getByText('For example: Anna Petrova · anna-500.txt')).toBeVisible();
    await field('File name').press('Enter');
    await expect(saved).toHaveCount(1);
    await field('Time zone of dedicated proxies').fill('Asia/Yekaterinburg');
    await field('Time zone of dedicated proxies').blur();
    await expect
      .poll(() => call('settings.get', {}))
      .toMatchObject({
        fileNameTemplate: '{client}-{count}.txt',
        assumedZone: 'Asia/Yekaterinburg',
      });
  });

  test('a bad value gets a message, stays as typed, and changes nothing; Escape restores the old one', async () => {
    const before = await call('settings.get', {});
    for (const [name, typed, sentence] of BAD) {
      await test.step(`${name}: ${typed.slice(0, 20)}`, async () => {
        const old = await field(name).inputValue();
        await field(name).fill(typed);
        await field(name).press('Enter');
        await expect(desk.page.getByText(sentence, { exact: true })).toBeVisible();
        await expect(field(name)).toHaveValue(typed);
        await field(name).press('Escape');
        await expect(field(name)).toHaveValue(old);
        await field(name).press('Enter');
        await expect(desk.page.getByText(sentence, { exact: true })).toBeHidden();
      });
    }
    expect(await call('settings.get', {})).toEqual(before);
  });

  test('an account is renamed in place, and a name that is too long is refused at the field', async () => {
    const name = field('Name of the account Sandbox');
    await name.fill('n'.repeat(10_000));
    await name.press('Enter');
    await expect(desk.page.getByText(/^This text is too long/)).toBeVisible();
    await name.fill('Practice');
    await name.press('Enter');
    await expect(desk.page.getByRole('button', { name: 'Account: Practice' })).toBeVisible();
    await expect(desk.page.getByText(/^This text is too long/)).toBeHidden();
  });

  test('is accessible, with and without an error, in both languages and themes', async () => {
    const { page } = desk;
    await inEveryLook({ page, call }, async (language, look) => {
      await expectAccessible(page, `settings, ${look}`);
      const pace = field(language === 'en' ? 'Requests per second' : 'Запросов в секунду');
      await pace.fill('21');
      await pace.press('Enter');
      await expect(page.getByText(language === 'en' ? /the maximum is 20/ : /не больше 20/)).toBeVisible();
      await expectAccessible(page, `settings with an error, ${look}`);
      await pace.press('Escape');
      await page.getByRole('button', { name: language === 'en' ? 'Licences…' : 'Лицензии…' }).click();
      const licences = page.getByRole('dialog');
      await licences.getByText(/^zod \d/).click();
      await expect(licences.locator('details[open]')).toContainText('Permission is hereby granted');
      await expectAccessible(page, `licences, ${look}`);
      await page.keyboard.press('Escape');
      await expect(licences).toBeHidden();
    });
  });

  test('the contents and the palette lead to a section', async () => {
    const { page } = desk;
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    const entry = (name: string) => page.getByRole('list', { name: 'Sections' }).getByRole('button', { name });
    await openSettings();
    await expect(entry('Appearance')).toHaveAttribute('aria-current', 'true');
    await entry('About').click();
    await expect(section('About')).toBeInViewport();
    await expect(entry('About')).toHaveAttribute('aria-current', 'true');
    await expect(section('Appearance')).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(section('About').locator(':focus')).toHaveCount(1);

    for (const name of ['Alerts', 'Alerts']) {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Find…' });
      await palette.getByRole('textbox', { name: 'Find…' }).fill(`settings: ${name}`);
      await palette.getByRole('button', { name: `Settings: ${name}` }).click();
      await expect(section(name)).toBeInViewport();
      await expect(entry(name)).toHaveAttribute('aria-current', 'true');
      await entry('Appearance').click();
      await expect(section(name)).not.toBeInViewport();
    }
  });
});
