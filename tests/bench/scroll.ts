import type { Page } from '@playwright/test';
import { withWindow } from './desk-window.ts';
import { withDesk } from './desks.ts';
import type { Bench } from './measure.ts';

/** A longer frame is visible as a stutter. */
const LONG_FRAME_MS = 50;
const SECONDS = 5;
const ROUNDS = 3;

/** Pixels that one frame moves on; a dragged thumb jumps instead. `stand` shows the stutter of the machine itself. */
const WAYS = { stand: 0, wheel: 120, fling: 4_000, thumb: -1 } as const;
type Way = keyof typeof WAYS;

interface Frames {
  /** Frames over the limit, plus long tasks: a frame that was never drawn is not counted, but its task is. */
  readonly long: number;
  readonly worst: number;
  readonly all: number;
}

/** Scrolls the grid for some seconds, a bit in every frame, and measures the time between frames. */
const scroll = (page: Page, way: Way): Promise<Frames> =>
  page.evaluate(
    async ([step, seconds, limit]) => {
      const scroller = document.querySelector('[role="grid"]')?.parentElement;
      if (scroller === null || scroller === undefined) throw new Error('There is no grid.');
      const tasks: number[] = [];
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
      observer.observe({ type: 'longtask' });
      const frame = (): Promise<number> => new Promise((next) => requestAnimationFrame(next));
      const height = scroller.scrollHeight - scroller.clientHeight;
      scroller.scrollTop = 0;
      let last = await frame();
      const until = last + seconds * 1_000;
      const frames: number[] = [];
      for (let count = 1; last < until; count += 1) {
        // Multiples of the golden ratio give jumps to all parts of the list, the same in every run.
        if (step >= 0) scroller.scrollTop = (scroller.scrollTop + step) % height;
        else scroller.scrollTop = ((count * 0.618) % 1) * height;
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      tasks.push(...observer.takeRecords().map((task) => task.duration));
      observer.disconnect();
      const longFrames = frames.filter((duration) => duration > limit).length;
      const long = Math.max(longFrames, tasks.filter((duration) => duration > limit).length);
      return { long, worst: Math.max(...frames, ...tasks), all: frames.length };
    },
    [WAYS[way], SECONDS, LONG_FRAME_MS] as const,
  );

export const measureScroll: Bench = () =>
  withDesk(100_000, (desk) =>
    withWindow(desk, async ({ page, clients }) => {
      await clients.open();
      await clients.grid.getByRole('row').nth(5).waitFor();
      await scroll(page, 'fling');
      const runs: Record<Way, Frames[]> = { stand: [], wheel: [], fling: [], thumb: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const way of Object.keys(WAYS) as Way[]) runs[way].push(await scroll(page, way));
      }
      const longOf = (way: Way): number => runs[way].reduce((sum, { long }) => sum + long, 0);
      const allOf = (way: Way): number => runs[way].reduce((sum, { all }) => sum + all, 0);
      const moving = ['wheel', 'fling', 'thumb'] as const;
      const line = (what: string, way: Way) => ({ what, unit: '' as const, values: [longOf(way)] });
      const worst = moving.flatMap((way) => runs[way].map((run) => run.worst));
      return [
        {
          what: `frames over 50 ms of ${moving.reduce((sum, way) => sum + allOf(way), 0)}, scrolling 100,000 rows`,
          unit: '',
          values: [moving.reduce((sum, way) => sum + longOf(way), 0)],
          target: 0,
        },
        ...moving.map((way) => line(`  ${way}, of ${allOf(way)}`, way)),
        line(`  for comparison: standing still, of ${allOf('stand')}`, 'stand'),
        { what: '  longest frame', unit: 'ms', values: worst, by: 'worst' },
      ];
    }),
  );
