import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog, type RunningDesk } from '../support/electron-app.ts';
import { openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { makeList } from './pages/made-list.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  desk = await shared.openSandboxDesk();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

const call = callFrom(() => desk.page);

/** Records the files that the OS is given to drag. Nobody holds a mouse here, so the OS itself is left out. */
const catchDrags = async (): Promise<() => Promise<readonly string[]>> => {
  await desk.app.evaluate(({ BrowserWindow }) => {
    const dragged: string[] = [];
    Reflect.set(globalThis, 'dragged', dragged);
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents !== undefined)
      contents.startDrag = ({ file, icon }) => {
        if (typeof icon !== 'string' && !icon.isEmpty()) dragged.push(file);
      };
  });
  return () => desk.app.evaluate(() => Reflect.get(globalThis, 'dragged') as string[]);
};

/** Presses the mouse on the handle and moves it, which begins a drag. */
const dragBy = async (handle: Locator): Promise<void> => {
  await handle.hover();
  await desk.page.mouse.down();
  await desk.page.mouse.move(400, 400, { steps: 4 });
  await desk.page.mouse.up();
};

const openLists = async (): Promise<void> => {
  await goTo(desk.page, 'Lists & exports');
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Lists & exports' })).toBeVisible();
};

const showFiles = () => desk.page.getByRole('radiogroup', { name: 'What to show' }).getByText('Files').click();

test('a list is dragged out of the window as a file, from its row and from its panel, and so is a saved file', async () => {
  const { page } = desk;
  await makeList(call, 30);
  const drags = await catchDrags();
  await openLists();
  /** Repeats the drag: on a busy machine the file may not be ready in time, and the window may move under the mouse. */
  const dragUntil = (handle: Locator, count: number): Promise<void> =>
    expect(async () => {
      await dragBy(handle);
      await expect.poll(async () => (await drags()).length, { timeout: 3_000 }).toBe(count);
    }).toPass();
  const row = page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 30' });
  await dragUntil(row.locator('[draggable]'), 1);
  await row.click();
  const detail = page.getByRole('complementary', { name: 'Selected list' });
  await dragUntil(detail.locator('[draggable]'), 2);
  const [file = '', again] = await drags();
  expect(again).toBe(file);
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(31);

  // The layout that is chosen in the panel is that of the file, whether it is copied, saved or dragged.
  await detail.getByRole('button', { name: 'Format 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Table (CSV)' }).click();
  await expect(detail.getByRole('region', { name: 'First lines' })).toContainText('********');
  await expectAccessible(page, 'a list in a layout');
  await dragUntil(detail.locator('[draggable]'), 3);
  const table = (await drags())[2] ?? '';
  expect(table).toMatch(/\.csv$/);
  expect(await readFile(table, 'utf8')).toMatch(/^\ufeffscheme;host;port;login;password;country;end\r\nhttp;/);
  const saved = join(folder, 'table.csv');
  await answerSaveDialog(desk.app, saved);
  await detail.getByRole('button', { name: 'Save file…' }).click();
  await expect(page.getByText('table.csv is saved and checked: 30 lines')).toBeVisible();
  expect(await readFile(saved, 'utf8')).toBe(await readFile(table, 'utf8'));
  await detail.getByRole('button', { name: 'Table (CSV)' }).click();
  await page.getByRole('menuitem', { name: '1 · hostname:port:login:password' }).click();

  const path = join(folder, 'clara.txt');
  await answerSaveDialog(desk.app, path);
  await detail.getByRole('button', { name: 'Save file, format 1' }).click();
  await showFiles();
  await dragUntil(page.getByRole('gridcell', { name: 'clara.txt' }).locator('[draggable]'), 4);
  expect(await drags()).toEqual([file, file, table, path]);
});

test('a list is shown with its parameters and lines and saved, and a changed file is found', async () => {
  const { page } = desk;
  await makeList(call, 30);
  await openLists();
  await page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 30' }).click();
  const detail = page.getByRole('complementary', { name: 'Selected list' });
  await expect(detail).toContainText('sticky, 10 min');
  await expect(detail.getByRole('region', { name: 'Lines of the list' })).toContainText('••••');

  const path = join(folder, 'clara.txt');
  await answerSaveDialog(desk.app, path);
  await detail.getByRole('button', { name: 'Save file, format 1' }).click();
  await expect(page.getByText('clara.txt is saved and checked: 30 lines, SHA-256')).toBeVisible();
  await expect(detail.getByRole('list', { name: 'Files of this list' })).toContainText('clara.txt');

  await showFiles();
  await page.getByRole('gridcell', { name: 'clara.txt' }).click();
  const file = page.getByRole('complementary', { name: 'Selected file' });
  await file.getByRole('button', { name: 'Check the file' }).click();
  await expect(file.getByText('The file is exactly as it was written.')).toBeVisible();
  await writeFile(path, 'changed\n');
  await file.getByRole('button', { name: 'Check the file' }).click();
  await expect(file.getByText('The file was changed after it was written.')).toBeVisible();
});

test('a failed export gives the reason, and the list is kept', async () => {
  const { page } = desk;
  await makeList(call, 5);
  await openLists();
  await page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 5' }).click();
  await answerSaveDialog(desk.app, join(folder, 'gone', 'list.txt'));
  await page.getByRole('button', { name: 'Save file, format 1' }).click();
  await expect(page.getByText('That folder no longer exists. Choose another one.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lines of the list' })).toContainText('••••');
});

test('a removed list is restored by undo', async () => {
  const { page } = desk;
  await makeList(call, 5);
  await openLists();
  await page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 5' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No lists yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 5' })).toBeVisible();
});

test('"select all" among the lists of one client selects none of another', async () => {
  const { page } = desk;
  await makeList(call, 5);
  const other = await makeList(call, 3, 'anna-shop');
  await goTo(desk.page, 'Clients');
  await page.getByRole('gridcell', { name: 'Clara Voss' }).click();
  await openTab(page, 'Traffic');
  await page.getByRole('complementary', { name: 'Client' }).getByText('All lists of the client').click();
  await expect(page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 5' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(page.getByText('1 list selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 5' })).toBeHidden();
  const { rows } = await call('lists.list', { offset: 0, limit: 10 });
  expect(rows.map(({ id }) => id)).toEqual([other]);
});

test('Activity shows the job and leads to the list', async () => {
  const { page } = desk;
  await makeList(call, 40);
  await goTo(desk.page, 'Activity');
  await page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 40' }).click();
  const job = page.getByRole('complementary', { name: 'Selected job' });
  await expect(job).toContainText('40 / 40');
  await job.getByRole('button', { name: 'Open the list' }).click();
  await expect(page.getByRole('complementary', { name: 'Selected list' })).toContainText(
    'Clara Voss · clara-travel · DE · 40',
  );
});

test('lists, files and activity are accessible in both languages and themes', async () => {
  const { page } = desk;
  const listId = await makeList(call, 20);
  await answerSaveDialog(desk.app, join(folder, 'list.txt'));
  await call('lists.save', { listId, variant: 'domain', formatId: 1 });
  await inEveryLook({ page, call }, async (language, look) => {
    await goTo(desk.page, language === 'en' ? 'Lists & exports' : 'Списки и файлы');
    await page.getByText(language === 'en' ? 'Lists' : 'Списки', { exact: true }).click();
    const row = page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 20' }).first();
    await row.click();
    await expect(
      page.getByRole('button', { name: language === 'en' ? 'Generate again' : 'Сгенерировать ещё раз' }),
    ).toBeVisible();
    await expectAccessible(page, `lists, ${look}`);
    await page.getByText(language === 'en' ? 'Files' : 'Файлы', { exact: true }).click();
    await page.getByRole('gridcell', { name: 'list.txt' }).click();
    await expectAccessible(page, `files, ${look}`);
    await goTo(desk.page, language === 'en' ? 'Activity' : 'Задачи');
    await row.click();
    await expectAccessible(page, `activity, ${look}`);
  });
});

test('the actions of a list are whole words in a window of 1280 px', async () => {
  const { page, app } = desk;
  await resizeWindow({ app }, 1280, 800);
  await makeList(call, 10);
  for (const [language, screen] of [
    ['en', 'Lists & exports'],
    ['ru', 'Списки и файлы'],
  ] as const) {
    await call('settings.update', { language });
    await goTo(page, screen);
    await page.getByRole('gridcell', { name: 'Clara Voss · clara-travel · DE · 10' }).click();
    const words = page.getByRole('complementary').locator('button > span > span:last-child');
    await expect(words.filter({ hasText: language === 'ru' ? 'Проверить…' : 'Check…' })).toBeVisible();
    const cut = await words.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
  }
});
