import { expect, type Page, test } from '@playwright/test';
import { createFormat } from '../../renderer/i18n/format.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openSandboxDesk } from './pages/open-desk.ts';
import { resizeWindow } from './pages/resize-window.ts';

let desk: RunningDesk;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await openSandboxDesk({ sandboxPast: true });
  await resizeWindow(desk, 1280, 800);
});
test.afterEach(() => desk.close());

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Nearly midnight, so that the hours are as wide as possible. */
const DAYS = Array.from({ length: 366 }, (_, day) => new Date(2026, 0, 1, 20, 58).getTime() + day * DAY);
const AGES = [...Array.from({ length: 60 }, (_, one) => one * MINUTE), ...DAYS.map((_, day) => day * DAY)];

type Format = ReturnType<typeof createFormat>;
interface DateColumn {
  readonly screen: number;
  readonly column: string;
  readonly texts: (format: Format) => readonly string[];
  /** Width of a mark beside the text, in px. */
  readonly mark?: number;
}

const dates = (format: Format) => DAYS.map((at) => format.date(at));
const moments = (format: Format) => DAYS.map((at) => format.dateTime(at));
/** Each day as it is written on the same day, on the next one, in the same year and in a later one. */
const briefMoments = (format: Format) =>
  DAYS.flatMap((at) => [0, 1, 40, 400].map((later) => format.momentBrief(at, at + later * DAY)));

/** The columns, each with the digit that leads to its screen. */
const COLUMNS: readonly DateColumn[] = [
  { screen: 2, column: 'lastPurchaseAt', texts: dates },
  { screen: 2, column: 'trafficAge', texts: (format) => AGES.map((age) => format.relativeShort(0, age)) },
  { screen: 2, column: 'nextExpiry', texts: (format) => DAYS.map((_, day) => format.daysAway(day)) },
  { screen: 4, column: 'expiresAt', texts: moments, mark: 18 },
  { screen: 5, column: 'created', texts: moments },
  { screen: 6, column: 'time', texts: briefMoments },
  { screen: 7, column: 'started', texts: moments },
];

/** Returns by how much the widest of the texts exceeds its cell, in px. */
const overhang = (page: Page, column: string, texts: readonly string[], mark: number): Promise<number> =>
  page
    .locator(`td[data-column="${column}"]`)
    .first()
    .evaluate(
      (cell, [all, besides]) => {
        const style = getComputedStyle(cell);
        const room = cell.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        const context = document.createElement('canvas').getContext('2d');
        if (context === null) throw new Error('Nothing can be measured.');
        context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        return Math.max(...all.map((text) => context.measureText(text).width)) + besides - room;
      },
      [texts, mark] as const,
    );

test('no date is cut off in a window of 1280 px', async () => {
  const { page } = desk;
  await inEveryLook({ page, call }, async (language) => {
    const format = createFormat(language);
    for (const { screen, column, texts, mark = 0 } of COLUMNS) {
      await page.keyboard.press(`Control+${screen}`);
      await expect
        .poll(() => overhang(page, column, texts(format), mark), `${language}: ${column}`)
        .toBeLessThanOrEqual(0);
    }
  });
});
