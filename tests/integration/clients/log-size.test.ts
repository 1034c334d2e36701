import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { emptyClientList } from './sample.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
  await emptyClientList(desk);
});
afterEach(() => desk.close());

const CLIENTS = 9_000;
/** Long writes wait at 32 MiB, plus whatever is written until that is noticed. */
const MOST_BYTES = 40 * 1024 * 1024;

it('the log of the database does not fill the disk while many clients are imported', async () => {
  const path = join(desk.paths.data, 'many.csv');
  // Every note has different words, because the search index makes the log long.
  const note = (index: number): string =>
    Array.from({ length: 60 }, (_, word) => (index * 7_919 + word * 104_729).toString(36)).join(' ');
  const rows = Array.from({ length: CLIENTS }, (_, index) => `${index + 1};key-${index};${note(index)}`);
  await writeFile(path, `messenger_id;client_key;note\n${rows.join('\n')}\n`);
  desk.dialogs.openQueue.push(path);
  const preview = await desk.call('clients.importOpen', {});
  let longest = 0;
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) longest = Math.max(longest, (await stat(join(desk.paths.data, 'desk.db-wal'))).size);
  };
  const importing = desk.call('clients.importConfirm', { importId: preview?.importId ?? 0, existing: 'skip' });
  const watching = watch();
  const { added } = await importing;
  isOver = true;
  await watching;
  expect(added).toBe(CLIENTS);
  expect(longest).toBeLessThan(MOST_BYTES);
});
