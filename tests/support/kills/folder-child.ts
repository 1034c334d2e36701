import { writeFolderAtomically } from '#core/files/atomic-folder.ts';
import { createPartialBook } from '#core/files/partial-book.ts';

/** Writes a folder of two files, and dies in the middle of the second. */
export interface FolderTask {
  readonly parent: string;
  /** Of the records. */
  readonly book: string;
}

const task = JSON.parse(process.env.FOLDER_TASK ?? '') as FolderTask;

function* half(): Generator<Buffer> {
  yield Buffer.from('user:password\n');
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered at once; nothing after it may run.
  for (;;);
}

await writeFolderAtomically(
  task.parent,
  'Anna',
  [
    { name: 'message.txt', chunks: () => [Buffer.from('a secret link\n')] },
    { name: 'list.txt', chunks: half },
  ],
  createPartialBook(task.book),
);
