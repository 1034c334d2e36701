import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectronApplication } from '@playwright/test';
import { answerOpenDialog, answerSaveDialog } from '../support/electron-app.ts';
import { withWindow } from './desk-window.ts';
import { withDesk } from './desks.ts';
import type { Bench, Measurement } from './measure.ts';
import { seededClients } from './seeded-clients.ts';

const LINES = 100_000;
const CLIENTS = 100_000;
const TARGET_MS = 50;
const IDLE_MS = 3_000;

/** A clock inside the main process: how much later than it should it ticks is how long nothing else was answered. */
const startTicker = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    const ticker = { longest: 0, last: performance.now() };
    Reflect.set(globalThis, 'benchTicker', ticker);
    setInterval(() => {
      const now = performance.now();
      ticker.longest = Math.max(ticker.longest, now - ticker.last - 2);
      ticker.last = now;
    }, 2);
  });

const takeLongest = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => {
    const ticker = Reflect.get(globalThis, 'benchTicker') as { longest: number };
    const { longest } = ticker;
    ticker.longest = 0;
    return longest;
  });

export const measureStalls: Bench = () =>
  withDesk(CLIENTS, (desk) =>
    withWindow(desk, async ({ app, page, call, trafficClient, generate }) => {
      const clientId = await trafficClient();
      await page.reload();
      await startTicker(app);
      const lines: Measurement[] = [];
      const during = async <T>(what: string, target: number | undefined, work: () => Promise<T>): Promise<T> => {
        await takeLongest(app);
        const value = await work();
        const measured = { what, unit: 'ms' as const, values: [await takeLongest(app)] };
        lines.push(target === undefined ? measured : { ...measured, target });
        return value;
      };
      await during('for comparison: longest stall of the main process, idle', undefined, () => sleep(IDLE_MS));
      const listId = await during('  generating 100,000 lines', TARGET_MS, () => generate(clientId, LINES));
      await answerSaveDialog(app, join(desk.folder, 'list.txt'));
      const save = { listId, variant: 'domain', formatId: 1 } as const;
      await during('  exporting them', TARGET_MS, () => call('lists.save', save));
      await during('  exporting them in another format', TARGET_MS, () => call('lists.save', { ...save, formatId: 2 }));

      const filter = { search: '', tags: [], archived: false };
      const sort = { by: 'name', direction: 'asc' } as const;
      const { ids: clientIds } = await during('  selecting 100,000 clients', TARGET_MS, () =>
        call('clients.ids', { filter, sort }),
      );
      const bulk = (what: string, work: () => Promise<unknown>) => during(`  ${what} 100,000 clients`, TARGET_MS, work);
      await bulk('archiving', () => call('clients.archive', { clientIds }));
      await bulk('restoring', () => call('clients.restore', { clientIds }));
      await bulk('tagging', () => call('clients.tag', { clientIds, add: ['bench'], remove: [] }));
      const { undoId } = await during('  removing 100,000 clients', TARGET_MS, () =>
        call('clients.remove', { clientIds }),
      );
      await bulk('bringing back', () => call('clients.undoRemove', { undoId }));
      await answerSaveDialog(app, join(desk.folder, 'clients.csv'));
      await bulk('exporting', () => call('clients.exportCsv', { filter, sort, language: 'en' }));
      const file = join(desk.folder, 'import.csv');
      await writeFile(file, seededClients(CLIENTS).replaceAll('-', '-new-'));
      await answerOpenDialog(app, file);
      await bulk('importing', async () => {
        const preview = await call('clients.importOpen', {});
        await call('clients.importConfirm', { importId: preview?.importId ?? 0, existing: 'skip' });
      });
      await rm(file);
      return lines;
    }),
  );
