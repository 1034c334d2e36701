import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestDesk, type TestDesk } from '../support/desk-core.ts';
import { type Bench, interleaved, timed } from './measure.ts';
import { seededClients } from './seeded-clients.ts';

const CLIENTS = 100_000;
const PAGE = { offset: 0, limit: 100 } as const;
const BY_NAME = { by: 'name', direction: 'asc' } as const;
const SEARCH = { search: 'lena' } as const;

const importAll = async (desk: TestDesk, path: string): Promise<void> => {
  desk.dialogs.openQueue.push(path);
  const preview = await desk.call('clients.importOpen', {});
  await desk.call('clients.importConfirm', { importId: preview?.importId ?? 0, existing: 'skip' });
};

/**
 * Measures the trash with 100,000 removed clients beside a list of as many present ones. A write comes before each request,
 * so every answer is computed anew. Removing and restoring all of them is measured once.
 */
export const measureTrash: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-trash-'));
  const desk = await startTestDesk();
  try {
    const file = join(folder, 'clients.csv');
    await writeFile(file, seededClients(2 * CLIENTS));
    await importAll(desk, file);
    const { ids } = await desk.call('clients.ids', { filter: {}, sort: BY_NAME });
    const removed = ids.filter((_, index) => index % 2 === 0).slice(0, CLIENTS);
    const kept = ids.find((_, index) => index % 2 === 1) ?? 0;
    const removal = await timed(() => desk.call('clients.remove', { clientIds: [...removed] }));

    let edits = 0;
    const afterChange = async (ask: () => Promise<unknown>): Promise<number> => {
      edits += 1;
      await desk.call('clients.tag', { clientIds: [kept], add: [`edit-${edits}`], remove: [`edit-${edits - 1}`] });
      return timed(ask);
    };
    const trash = (filter: { readonly search: string }) => () =>
      desk.call('trash.list', { kind: 'client', filter, sort: BY_NAME, ...PAGE });
    const list = (filter: { readonly search: string }) => () =>
      desk.call('clients.list', { filter, sort: BY_NAME, ...PAGE });
    const [page = [], pageOfList = [], found = [], foundInList = []] = await interleaved([
      () => afterChange(trash({ search: '' })),
      () => afterChange(list({ search: '' })),
      () => afterChange(trash(SEARCH)),
      () => afterChange(list(SEARCH)),
    ]);
    const restoring = await timed(() => desk.call('trash.restore', { kind: 'client', ids: [...removed] }));
    return [
      {
        what: 'a page of 100,000 removed clients, over one of as many clients',
        unit: 'ms',
        values: page,
        baseline: pageOfList,
        target: 2,
      },
      {
        what: 'a search among them, over one among as many clients',
        unit: 'ms',
        values: found,
        baseline: foundInList,
        target: 2,
      },
      {
        what: 'restoring all of them, over removing them',
        unit: 'ms',
        values: [restoring],
        baseline: [removal],
        target: 2,
      },
    ];
  } finally {
    await desk.close();
    await rm(folder, { recursive: true, force: true });
  }
};
