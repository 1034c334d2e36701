import { writeFolderAtomically } from '#core/platform/files/atomic-folder.ts';
import { type CsvRow, writeCsvFile } from '#core/platform/files/csv-file.ts';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { die } from './death.ts';
import { childTask } from './protocol.ts';

/** Writes a folder of two files, or a table of many rows, and dies in the middle. */
export interface WritingTask {
  readonly what: 'folder' | 'table';
  readonly parent: string;
  /** The folder of the records of unfinished files. */
  readonly book: string;
}

const { what, parent, book } = childTask<WritingTask>();
const partials = createPartialBook(book);

function* half(): Generator<Buffer> {
  yield Buffer.from('user:password\n');
  die();
}

/** More than one write takes, so that some of it is on the disk. */
const ROWS_BEFORE = 300_000;

function* rows(): Generator<readonly CsvRow[]> {
  for (let row = 0; row < ROWS_BEFORE; row += 1_000) yield Array.from({ length: 1_000 }, () => ['Anna', 'secret']);
  die();
}

if (what === 'table') await writeCsvFile({ path: `${parent}/clients.csv`, partials }, [['Name', 'Key']], rows());
else {
  const files = [
    { name: 'message.txt', chunks: () => [Buffer.from('a secret link\n')] },
    { name: 'list.txt', chunks: half },
  ];
  await writeFolderAtomically(parent, 'Anna', files, partials);
}
