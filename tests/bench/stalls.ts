import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import type { ProcedureInput, ProcedureName } from '#shared/contract/index.ts';
import { answerOpenDialog, answerSaveDialog } from '../support/electron-app.ts';
import { withWindow } from './desk-window.ts';
import { withDesk } from './desks.ts';
import type { Bench, Measurement } from './measure.ts';
import { seededClients } from './seeded-clients.ts';

const LINES = 100_000;
const CLIENTS = 100_000;
const TARGET_MS = 50;
const IDLE_MS = 3_000;
const PASSPHRASE = 'a passphrase of the bench';

/** Starts a clock inside the main process. The delay of its ticks is the time in which the process answered nothing else. */
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

/**
 * Sends a request as the window does and leaves the answer in the page: if 100,000 ids went to the driver and back, they
 * would pass through the main process and be measured there. `taken` names values of this request that come from earlier
 * answers: [name in the request, name in the answer].
 */
const askInPage = <N extends ProcedureName>(
  page: Page,
  name: N,
  input: Partial<ProcedureInput<N>>,
  taken: readonly (readonly [string, string])[] = [],
): Promise<void> =>
  page.evaluate(
    async ([asked, given, wanted]) => {
      const known = (Reflect.get(window, 'benchAnswers') ?? {}) as object;
      const found = Object.fromEntries(wanted.map(([field, answered]) => [field, Reflect.get(known, answered)]));
      const text = String(await window.desk.invoke(asked, JSON.stringify({ ...given, ...found })));
      const answer = JSON.parse(text) as { ok: boolean; value: object };
      if (!answer.ok) throw new Error(`${asked}: ${text}`);
      Reflect.set(window, 'benchAnswers', { ...known, ...answer.value });
    },
    [name, input as object, taken] as const,
  );

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
      const step = (what: string, work: () => Promise<unknown>) => during(`  ${what}`, TARGET_MS, work);
      const bulk = (what: string, name: ProcedureName, input: object = {}) =>
        step(`${what} 100,000 clients`, () => askInPage(page, name, input, [['clientIds', 'ids']]));
      await step('selecting 100,000 clients', () => askInPage(page, 'clients.ids', { filter, sort }));
      await bulk('archiving', 'clients.archive');
      await bulk('restoring', 'clients.restore');
      await bulk('tagging', 'clients.tag', { add: ['bench'], remove: [] });
      await bulk('removing', 'clients.remove');
      await step('bringing back 100,000 clients', () => askInPage(page, 'undo.takeBack', {}, [['undoId', 'undoId']]));
      await answerSaveDialog(app, join(desk.folder, 'clients.csv'));
      await step('exporting 100,000 clients', () =>
        askInPage(page, 'clients.exportCsv', { filter, sort, language: 'en' }),
      );
      const file = join(desk.folder, 'import.csv');
      await writeFile(file, seededClients(CLIENTS).replaceAll('-', '-new-'));
      await answerOpenDialog(app, file);
      await step('importing 100,000 clients', async () => {
        await askInPage(page, 'clients.importOpen', {});
        await askInPage(page, 'clients.importConfirm', { existing: 'skip' }, [['importId', 'importId']]);
      });
      await rm(file);
      const backup = join(desk.folder, 'desk.rdbackup');
      await answerSaveDialog(app, backup);
      await step('saving the desk as a backup', () =>
        askInPage(page, 'backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE }),
      );
      await answerOpenDialog(app, backup);
      await step('opening the backup', async () => {
        await askInPage(page, 'backup.choose', {});
        await askInPage(page, 'backup.openFile', { passphrase: PASSPHRASE });
      });
      return lines;
    }),
  );
