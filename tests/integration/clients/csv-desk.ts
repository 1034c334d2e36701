import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { startTestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { emptyClientList } from './sample.ts';

/** A desk without clients, and a folder for the files that it reads and writes. */
export const startCsvDesk = async (options: Pick<TestDeskOptions, 'clock'> = {}) => {
  const desk = await startTestDesk(options);
  const folder = await mkdtemp(join(tmpdir(), 'clients-csv-'));
  await emptyClientList(desk);
  return {
    desk,
    folder,
    /** Chooses a file with this content in the dialog. */
    open: async (content: string | Buffer, name = 'clients.csv'): Promise<ImportPreview> => {
      const path = join(folder, name);
      await writeFile(path, content);
      desk.dialogs.openQueue.push(path);
      const preview = await desk.call('clients.importOpen', {});
      if (preview === null) throw new Error('the dialog was not answered');
      return preview;
    },
    confirm: ({ importId }: ImportPreview, existing: 'skip' | 'update' = 'skip') =>
      desk.call('clients.importConfirm', { importId, existing }),
    close: async (): Promise<void> => {
      await desk.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type CsvDesk = Awaited<ReturnType<typeof startCsvDesk>>;
