import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { searchWords } from '#shared/domain/fold-text.ts';
import { withWindow } from './desk-window.ts';
import { withDesk } from './desks.ts';
import { type Bench, timed } from './measure.ts';
import { SEARCHES } from './seeded-clients.ts';

/** Counts the clients that a search must find by reading all of them; also measures how long bare SQLite takes for that. */
const createTruth = (userData: string) => {
  const db = openDatabase(join(userData, 'data', 'desk.db'));
  const count = (typed: string): number => {
    const words = searchWords(typed);
    const where = words.map(() => 'instr(search_text, ?) > 0').join(' AND ');
    const sql = `SELECT count(*) AS n FROM client_texts${where === '' ? '' : ` WHERE ${where}`}`;
    return db.get<{ n: number }>(sql, ...words)?.n ?? 0;
  };
  return { count, close: () => db.close() };
};

/**
 * Makes the page wait for a key press and then until the grid shows `total` rows and is painted; `pressed` returns the
 * milliseconds in between. The event's time comes from the OS, so a delay before the page handles the press counts.
 */
const armed = (page: Page, total: number): Promise<void> =>
  page.evaluate((wanted) => {
    const grid = document.querySelector('[role="grid"]');
    const measured = new Promise<number>((resolve) => {
      let pressedAt: number | null = null;
      const isShown = (): boolean =>
        grid?.getAttribute('aria-rowcount') === String(wanted + 1) &&
        (wanted === 0 || grid.querySelector('tbody tr td + td') !== null);
      const look = (): void => {
        if (pressedAt === null || !isShown()) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - (pressedAt ?? 0));
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(look);
      if (grid !== null) observer.observe(grid, { subtree: true, childList: true, attributes: true });
      const onKey = (event: KeyboardEvent): void => {
        pressedAt = event.timeStamp;
      };
      window.addEventListener('keydown', onKey, { capture: true, once: true });
    });
    Reflect.set(window, 'benchPress', measured);
  }, total);

/** Presses a key of any layout; Playwright's own keyboard only knows the American one. */
const press = async (keys: CDPSession, letter: string): Promise<void> => {
  await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', key: letter, text: letter });
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter });
};

const pressed = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, 'benchPress') as Promise<number>);

/** Types every word letter by letter. A letter that does not change the number of matches shows nothing to wait for. */
export const measureSearch: Bench = () =>
  withDesk(100_000, (desk) =>
    withWindow(desk, async ({ page, clients }) => {
      const truth = createTruth(desk.userData);
      const keys = await page.context().newCDPSession(page);
      const [one, more, bare]: number[][] = [[], [], []];
      try {
        await clients.open();
        await clients.grid.getByRole('row').nth(5).waitFor();
        for (const typed of SEARCHES) {
          await clients.search.fill('');
          await clients.grid.and(page.locator(`[aria-rowcount="100001"]`)).waitFor();
          await clients.search.focus();
          let before = 100_000;
          for (let length = 1; length <= typed.length; length += 1) {
            const part = typed.slice(0, length);
            let total = 0;
            bare?.push(await timed(async () => (total = truth.count(part))));
            const letter = part.at(-1) ?? '';
            if (total === before) {
              await press(keys, letter);
              continue;
            }
            await armed(page, total);
            await press(keys, letter);
            (part.includes(' ') ? more : one)?.push(await pressed(page));
            before = total;
          }
        }
      } finally {
        truth.close();
      }
      const values = [...(one ?? []), ...(more ?? [])];
      const all = `search among 100,000, key press to painted rows, ${values.length} presses`;
      return [
        { what: `${all}, p95`, unit: 'ms', values, by: 'p95', target: 40 },
        { what: '  of one word, p95', unit: 'ms', values: one ?? [], by: 'p95' },
        { what: '  of two words and more, p95', unit: 'ms', values: more ?? [], by: 'p95' },
        { what: '  the same, median', unit: 'ms', values },
        { what: '  for comparison: a bare scan of SQLite, p95', unit: 'ms', values: bare ?? [], by: 'p95' },
      ];
    }),
  );
