import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { answerSaveDialog } from '../support/electron-app.ts';
import { withWindow } from './desk-window.ts';
import { withDesk } from './desks.ts';
import { type Bench, interleaved } from './measure.ts';

const LINES = 500_000;

/**
 * Does the work that no program can avoid: write, sync, rename, sync the folder. It runs in the app's own main process, so
 * that both have the same Node and the same queue. The bytes are in memory before the clock starts.
 */
const writeRaw = (app: ElectronApplication, from: string, to: string): Promise<number> =>
  app.evaluate(
    async (_electron, [source, target]) => {
      const { readFile, open, rename } = process.getBuiltinModule('node:fs/promises');
      const { dirname } = process.getBuiltinModule('node:path');
      const bytes = await readFile(source);
      const start = performance.now();
      const file = await open(`${target}.new`, 'w', 0o600);
      await file.writeFile(bytes);
      await file.sync();
      await file.close();
      await rename(`${target}.new`, target);
      const folder = await open(dirname(target), 'r');
      await folder.sync();
      await folder.close();
      return performance.now() - start;
    },
    [from, to] as const,
  );

/** Besides that, the app reads the lines from the database, reads the file back, and verifies its count and SHA-256. */
export const measureExport: Bench = () =>
  withDesk(1_000, (desk) =>
    withWindow(desk, async ({ app, page, trafficClient, generate }) => {
      const listId = await generate(await trafficClient(), LINES);
      const path = join(desk.folder, 'list.txt');
      await answerSaveDialog(app, path);
      const save = (): Promise<number> =>
        page.evaluate(async (id) => {
          const start = performance.now();
          const input = { listId: id, variant: 'domain', formatId: 1 };
          const answer = (await window.desk.invoke('lists.save', input)) as { ok: boolean };
          if (!answer.ok) throw new Error(`The list was not saved: ${JSON.stringify(answer)}`);
          return performance.now() - start;
        }, listId);
      /** Saves the same lines as addresses: they are read, laid out twice (to count and to write) and encoded. */
      const saveLaidOut = (): Promise<number> =>
        page.evaluate(async (id) => {
          const start = performance.now();
          const layout = {
            kind: 'lines',
            line: '{scheme}://{login}:{password}@{host}:{port}',
            values: 'url',
            head: '',
          };
          const input = { source: { from: 'list', listId: id, variant: 'domain' }, layout, name: 'addresses' };
          const answer = (await window.desk.invoke('layouts.export', input)) as { ok: boolean };
          if (!answer.ok) throw new Error(`The list was not saved: ${JSON.stringify(answer)}`);
          return performance.now() - start;
        }, listId);
      const raw = join(desk.folder, 'raw.txt');
      const [values = [], baseline = []] = await interleaved([save, () => writeRaw(app, path, raw)], 7);
      const megabytes = ((await stat(path)).size / 1e6).toFixed(0);
      const what = `export of 500,000 lines (${megabytes} MB) ÷ raw write`;
      const [laidOut = [], plain = []] = await interleaved([saveLaidOut, save], 3);
      return [
        { what, unit: 'ms', values, baseline, target: 1.5 },
        { what: 'the same lines in another layout ÷ export', unit: 'ms', values: laidOut, baseline: plain, target: 15 },
      ];
    }),
  );
