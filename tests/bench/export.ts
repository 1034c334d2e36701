import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDesk } from '../support/desk-core.ts';
import { type Bench, compare, timed } from './measure.ts';

const LINES = 500_000;

/** What no program can do without: write, sync, rename, sync the folder. */
const writeRaw = async (folder: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(join(folder, 'raw.new'), 'w', 0o600);
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(join(folder, 'raw.new'), join(folder, 'raw.txt'));
  const entry = await open(folder, 'r');
  await entry.sync();
  await entry.close();
};

/** The app also unpacks the lines, reads the file back and proves it by its SHA-256. */
export const measureExport: Bench = async () => {
  const desk = await startTestDesk();
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'));
  try {
    await desk.call('settings.update', { chunkSize: 50_000 });
    const fields = { messengerId: 1, clientKey: 'bench', name: 'Bench', note: '', tags: [] };
    const { id: clientId } = await desk.call('clients.add', fields);
    await desk
      .call('purchases.offer', { order: { kind: 'traffic', clientId, poolType: 'residential', gb: 100 } })
      .then(({ offerId, priceKopecks }) => desk.call('purchases.confirm', { offerId, priceKopecks }));
    const recipe = {
      poolType: 'residential' as const,
      countries: ['de'],
      states: [],
      cities: [],
      zipcodes: [],
      asns: [],
      protocol: 'http' as const,
      rotation: { type: 'rotating' as const },
      anonymous: false,
      quantity: LINES,
      formatId: 1 as const,
    };
    const { listId, jobId } = await desk.call('lists.generate', { clientId, recipe });
    await desk.waitForEvent(
      'jobs.changed',
      (job: { id: number; state: string }) => job.id === jobId && job.state !== 'running',
    );
    const { lineCount } = await desk.call('lists.get', { listId });
    if (lineCount !== LINES) throw new Error(`${lineCount} of ${LINES} lines were generated.`);
    const path = join(folder, 'list.txt');
    const save = (): Promise<number> => {
      desk.dialogs.saveQueue.push(path);
      return timed(() => desk.call('lists.save', { listId, variant: 'domain', formatId: 1 }));
    };
    await save();
    const bytes = await readFile(path);
    const result = await compare(save, () => timed(() => writeRaw(folder, bytes)));
    const megabytes = (bytes.length / 1_000_000).toFixed(0);
    return [{ what: `export of 500,000 lines (${megabytes} MB) ÷ raw write`, unit: 'ms', ...result, target: 2 }];
  } finally {
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  }
};
