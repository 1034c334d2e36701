import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeCsvFile } from '#core/platform/files/csv-file.ts';
import { createPartialBook } from '#core/platform/files/partial-book.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-csv-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('lets other work on the thread run between two pages', async () => {
  const pages = 50;
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    others = setImmediate(turn);
  };
  let others = setImmediate(turn);
  const seen = new Set<number>();
  function* rows() {
    for (let page = 0; page < pages; page += 1) {
      seen.add(turns);
      yield [[page]];
    }
  }

  const place = { path: join(folder, 'long.csv'), partials: createPartialBook(join(folder, 'writing')) };
  const written = await writeCsvFile(place, [['page']], rows());
  clearImmediate(others);

  expect(written.rows).toBe(pages);
  expect(seen.size).toBe(pages);
});
