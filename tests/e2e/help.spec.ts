import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { launchDesk, projectRoot, type RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

const shared = shareWindow();
let desk: RunningDesk | null = null;
test.afterEach(async () => {
  for (const window of desk?.app.windows() ?? []) if (window !== desk?.page) await window.close();
  await desk?.close();
  desk = null;
});

/** Does something that opens the window of the help, and returns its page. */
const openedBy = async (app: ElectronApplication, open: () => Promise<unknown>): Promise<Page> => {
  const opened = app.waitForEvent('window');
  await open();
  const help = await opened;
  await help.waitForLoadState();
  return help;
};

/** Chooses an entry of the help menu, as a click on it does. */
const chooseHelp = (app: ElectronApplication, label: string) =>
  app.evaluate(({ Menu }, name) => {
    const entries = Menu.getApplicationMenu()?.items.at(-1)?.submenu?.items ?? [];
    entries.find((entry) => entry.label === name)?.click();
  }, label);

test('the manual opens on the first page, where nobody is signed in, and its links lead to its chapters', async () => {
  desk = await shared.openWelcome();
  const { app, page } = desk;
  const help = await openedBy(app, () => page.getByRole('button', { name: 'Read the manual (F1)' }).click());
  await expect(help).toHaveURL('app://help/en/manual.html');
  await expect(help).toHaveTitle('Manual · Reseller Desk');
  const contents = help.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Money' }).click();
  await expect(help).toHaveURL('app://help/en/manual.html#money');
  await expect(help.getByRole('heading', { name: 'Money', exact: true })).toBeInViewport();
  await help.getByRole('link', { name: 'what to do then' }).click();
  await expect(help.getByRole('heading', { name: 'A purchase is unknown' })).toBeInViewport();
  // Every picture is there, although nothing but the app itself was asked.
  const broken = await help.evaluate(() =>
    [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src),
  );
  expect(broken).toEqual([]);
  expect(await help.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
});

test('the window of the help has no scripts, no bridge and no way out', async () => {
  desk = await shared.openWelcome();
  const { app, page } = desk;
  const help = await openedBy(app, () => chooseHelp(app, 'Manual'));
  expect(await help.evaluate(() => ['desk', 'require', 'process'].filter((name) => name in window))).toEqual([]);
  await help.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "ran"';
    document.body.append(script);
    const link = document.createElement('a');
    link.href = 'app://desk/';
    link.id = 'away';
    link.textContent = 'away';
    document.querySelector('main')?.prepend(link);
  });
  await help.evaluate(() => document.getElementById('away')?.click()).catch(() => undefined);
  // After a round trip through the main process, the effect of the click has been decided.
  await app.evaluate(({ app: electron }) => electron.getVersion());
  // Playwright waits for the navigation that was refused, so the page itself says where it is.
  expect(await help.evaluate(() => [document.title, location.href])).toEqual([
    'Manual · Reseller Desk',
    'app://help/en/manual.html',
  ]);
  const { status, policy } = await page.evaluate(async () => {
    const answer = await fetch('/help/en/manual.html');
    return { status: answer.status, policy: answer.headers.get('content-security-policy') };
  });
  expect({ status, isStrict: policy?.includes("default-src 'none'") }).toEqual({ status: 200, isStrict: true });
  const served = await app.evaluate(async ({ net }) => {
    const answers = ['app://help/en/manual.html', 'app://help/..%2findex.html', 'app://help/assets/none.js'];
    return Promise.all(answers.map(async (url) => (await net.fetch(url)).status));
  });
  expect(served).toEqual([200, 403, 404]);
});

test('F1 and the palette open the manual in the language of the window, which it follows', async () => {
  desk = await shared.openSandboxDesk();
  const { app, page } = desk;
  const call = callFrom(() => page);
  const f1 = await app.evaluate(
    ({ Menu }) =>
      Menu.getApplicationMenu()
        ?.items.at(-1)
        ?.submenu?.items.map(({ label, accelerator }) => [label, accelerator ?? '']) ?? [],
  );
  expect(f1.slice(0, 2)).toEqual([
    ['Manual', 'F1'],
    ['What’s New', ''],
  ]);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find…' }).getByRole('textbox').fill('manual');
  const help = await openedBy(app, () => page.keyboard.press('Enter'));
  await expect(help.getByRole('heading', { name: 'First steps', exact: true })).toBeVisible();
  await call('settings.update', { language: 'ru' });
  await expect(help).toHaveURL('app://help/ru/manual.html');
  await expect(help.getByRole('heading', { name: 'Первые шаги', exact: true })).toBeVisible();
  // The second request uses the same window.
  await chooseHelp(app, 'Что нового');
  await expect(help).toHaveURL('app://help/ru/changes.html');
  expect(app.windows()).toHaveLength(2);
  // The window takes this key before its page does, so it comes from where the system's keys come.
  await app.evaluate(({ webContents }) => {
    const shown = webContents.getAllWebContents().find((one) => one.getURL().startsWith('app://help/'));
    shown?.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
  });
  await expect.poll(() => app.windows().length).toBe(1);
});

test('the help is accessible in both languages and themes', async () => {
  desk = await shared.openSandboxDesk();
  const { app, page } = desk;
  const help = await openedBy(app, () => chooseHelp(app, 'Manual'));
  await inEveryLook({ page, call: callFrom(() => page) }, async (language, look) => {
    for (const [name, entry] of [
      ['manual', language === 'en' ? 'Manual' : 'Руководство'],
      ['changes', language === 'en' ? 'What’s New' : 'Что нового'],
    ] as const) {
      await expect
        .poll(() => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.at(-1)?.submenu?.items[0]?.label))
        .toBe(language === 'en' ? 'Manual' : 'Руководство');
      await chooseHelp(app, entry);
      await expect(help).toHaveURL(`app://help/${language}/${name}.html`);
      await help.waitForLoadState();
      await expectAccessible(help, `${name}, ${look}`);
      // The first stop of the keyboard leads past the contents.
      await help.keyboard.press('Tab');
      await expect(help.locator('.skip')).toBeFocused();
      await help.keyboard.press('Enter');
      await expect(help.getByRole('main')).toBeFocused();
    }
  });
});

/** Returns the key under which the page keeps the version whose changes were seen last. */
const seenKey = (page: Page): Promise<string> =>
  page.evaluate(() => Object.keys(localStorage).find((key) => key.endsWith('seen-version')) ?? '');
const seenVersion = async (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), await seenKey(page));
/** Leaves the page as if an older version of the app had opened the desk last. */
const setOlderVersion = async (page: Page): Promise<void> =>
  page.evaluate((key) => localStorage.setItem(key, '"0.9.0"'), await seenKey(page));

test('a new version is marked once after an update, and never at the first start', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  const mark = (page: Page) => page.getByRole('button', { name: `New in ${version}` });
  try {
    desk = await openSandboxDesk({ userDataDir });
    const first = desk.page;
    await expect.poll(() => seenVersion(first)).toBe(JSON.stringify(version));
    await expect(mark(first)).toBeHidden();
    await setOlderVersion(first);
    await desk.close();

    desk = await launchDesk({ userDataDir });
    const { app, page } = desk;
    await expect(mark(page)).toBeVisible();
    await expectAccessible(page, 'the mark of a new version');
    const help = await openedBy(app, () => mark(page).click());
    await expect(help).toHaveURL('app://help/en/changes.html');
    await expect(help.getByRole('heading', { name: version })).toBeVisible();
    await expect(mark(page)).toBeHidden();
    await expect.poll(() => seenVersion(page)).toBe(JSON.stringify(version));
    await setOlderVersion(page);
    await page.reload();
    await page.getByRole('button', { name: 'Close the note about the new version' }).click();
    await expect(mark(page)).toBeHidden();
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await expect.poll(() => seenVersion(page)).toBe(JSON.stringify(version));
    await expect(mark(page)).toBeHidden();
  } finally {
    await desk?.close();
    desk = null;
    await rm(userDataDir, { recursive: true, force: true });
  }
});
