import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ElectronApplication, expect, type Page, type Request, test } from '@playwright/test';
import * as en from '#shared/texts/en/index.ts';
import { projectRoot, type RunningDesk } from '../support/electron-app.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';

let desk: RunningDesk;

test.beforeEach(async () => {
  desk = await openSandboxDesk();
});
test.afterEach(() => desk.close());

const call = callFrom(() => desk.page);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The keys that i18next shows in place of missing texts. A key of one plain word cannot be told from a text. */
const keys: readonly string[] = Object.entries(en).flatMap(([namespace, texts]) => {
  const paths = (value: object, path: string): readonly string[] =>
    Object.entries(value).flatMap(([key, inner]) => {
      const name = path === '' ? key : `${path}.${key}`;
      return typeof inner === 'string' ? [name.replace(/_(?:one|other)$/, '')] : paths(inner as object, name);
    });
  return paths(texts, '').flatMap((path) => [`${namespace}:${path}`, ...(/[.A-Z]/.test(path) ? [path] : [])]);
});

declare global {
  interface Window {
    /** Everything that the page has ever shown while `watch` was on. */
    readonly seen: Set<string>;
  }
}

/** Records every text that the page shows from its next loading on, from its first drawing. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>();
    Reflect.set(window, 'seen', seen);
    const note = (node: Node): void => {
      if (node instanceof Text) seen.add(node.data);
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder']) seen.add(node.getAttribute(name) ?? '');
      }
      for (const child of node.childNodes) note(child);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) note(node);
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
const seenOn = (page: Page): Promise<readonly string[]> => page.evaluate(() => [...window.seen]);
const keysOn = async (page: Page): Promise<readonly string[]> => {
  const known = new Set(keys);
  return (await seenOn(page)).filter((text) => known.has(text));
};

/** Stops the file with the texts of a language: `held` until it is let through, or `refused`. */
const stopTexts = (app: ElectronApplication, language: string, how: 'held' | 'refused') =>
  app.evaluate(
    ({ session }, [file, what]) => {
      const waiting: (() => void)[] = [];
      let isStopped = true;
      Reflect.set(globalThis, 'letThrough', () => {
        isStopped = false;
        for (const go of waiting) go();
      });
      session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => {
        if (!isStopped || !url.includes(`/${file}`)) answer({});
        else if (what === 'refused') answer({ cancel: true });
        else waiting.push(() => answer({}));
      });
    },
    [`texts-${language}-`, how] as const,
  );
const letThrough = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => (Reflect.get(globalThis, 'letThrough') as () => void)());

test('the language changes as soon as its texts are read, and never shows a key', async () => {
  const { app, page } = desk;
  await watch(page);
  await stopTexts(app, 'ru', 'held');
  await page.reload();
  await expect(heading(page)).toHaveText('Overview');
  await call('settings.update', { language: 'ru' });
  // The settings have arrived; the texts have not.
  await expect.poll(async () => (await call('settings.get', {})).language).toBe('ru');
  await expect(heading(page)).toHaveText('Overview');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // The last choice counts, and not the texts that arrive last.
  await call('settings.update', { language: 'en' });
  await letThrough(app);
  await call('settings.update', { language: 'ru' });
  await expect(heading(page)).toHaveText('Обзор');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await call('settings.update', { language: 'en' });
  await expect(heading(page)).toHaveText('Overview');
  expect(await keysOn(page)).toEqual([]);

  // The watcher would have seen one.
  await page.evaluate(() => {
    document.body.append('actions.undo');
  });
  await expect.poll(() => keysOn(page)).toEqual(['actions.undo']);
});

test('a language that cannot be read leaves the window in its own, and a message says so', async () => {
  const { app, page } = desk;
  await watch(page);
  await stopTexts(app, 'ru', 'refused');
  await page.reload();
  await expect(heading(page)).toHaveText('Overview');
  await call('settings.update', { language: 'ru' });
  await expect(page.getByText('The app and its window are out of step. Restart the app.')).toBeVisible();
  await expect(heading(page)).toHaveText('Overview');
  await letThrough(app);
  await page.reload();
  await expect(heading(page)).toHaveText('Обзор');
  expect(await keysOn(page)).toEqual([]);
});

test('a page with the texts of another language is drawn in the chosen one only', async () => {
  const { page } = desk;
  await watch(page);
  await page.goto('app://desk/ru.html');
  await expect(heading(page)).toHaveText('Overview');
  const seen = await seenOn(page);
  expect(seen).toContain('Overview');
  expect(seen.filter((text) => text === 'Обзор')).toEqual([]);
  expect(await keysOn(page)).toEqual([]);
});

test('a start whose language cannot be read shows the window in the other one, and never an empty one', async () => {
  const { app, page } = desk;
  await watch(page);
  await stopTexts(app, 'en', 'refused');
  await page.goto('app://desk/ru.html');
  await expect(heading(page)).toHaveText('Обзор');
  await expect(page.getByText('Окно и приложение рассинхронизировались. Перезапустите приложение.')).toBeVisible();
  await letThrough(app);
  await page.reload();
  await expect(heading(page)).toHaveText('Overview');
  expect(await keysOn(page)).toEqual([]);
});

test('the page reads one language and little code before its first drawing', async () => {
  const { page } = desk;
  await page.reload();
  await expect(heading(page)).toHaveText('Overview');
  const asked = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLElement>('script[src], link[rel="modulepreload"]');
    return [...links].map(
      (link) => (link.getAttribute('src') ?? link.getAttribute('href') ?? '').split('/').at(-1) ?? '',
    );
  });
  const folder = join(projectRoot, 'out', 'renderer', 'assets');
  const files = await Promise.all(
    (await readdir(folder))
      .filter((name) => asked.includes(name))
      .map(async (name) => [name.replace(/-.{8}\.js$/, ''), await readFile(join(folder, name), 'utf8')] as const),
  );
  const code = new Map(files);
  expect([...code.keys()].toSorted()).toEqual(['en', 'first', 'rolldown-runtime', 'texts-en']);
  // The largest parts of it are React and Mantine. More than this is code that the first screen does not need, or texts.
  expect(code.get('first')?.length).toBeLessThan(700_000);
});

test('the page requests the typefaces of its language together with its code, and each of them once', async () => {
  const { page } = desk;
  const nameOf = (url: string): string =>
    url
      .split('/')
      .at(-1)
      ?.replace(/-wght-normal-.{8}\.woff2$/, '') ?? '';
  const facesOf = async (file: string, title: string) => {
    const requested: string[] = [];
    const note = (request: Request): void => {
      if (request.url().endsWith('.woff2')) requested.push(nameOf(request.url()));
    };
    page.on('request', note);
    await page.goto(`app://desk/${file}`);
    await expect(heading(page)).toHaveText(title);
    const early = await page.evaluate(async () => {
      await document.fonts.ready;
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
      return [...links].map((link) => link.href);
    });
    page.off('request', note);
    return { early: early.map(nameOf).toSorted(), requested: requested.toSorted() };
  };
  // The sign of the rouble is in the face of the extended Latin letters.
  const english = ['inter-latin', 'inter-latin-ext'];
  expect(await facesOf('en.html', 'Overview')).toEqual({ early: english, requested: english });
  await call('settings.update', { language: 'ru' });
  await expect(heading(page)).toHaveText('Обзор');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const russian = ['inter-cyrillic', ...english];
  expect(await facesOf('ru.html', 'Обзор')).toEqual({ early: russian, requested: russian });
});
