import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

/** UTF-8 and, because JavaScript engines keep some texts that way, two bytes for each character. */
const formsOf = (text: string): readonly Buffer[] => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];

/** Returns every file below the folder that contains the text. */
export const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const forms = formsOf(text);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (forms.some((form) => bytes.includes(form))) found.push(path);
  }
  return found;
};

/** Takes a snapshot of the page's JavaScript heap, as DevTools do. */
export const heapOf = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
};

/** Other systems do not let anybody look into the memory of a process. */
export const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0;

/** Returns the texts that occur in the memory of the processes that run pages. Works only where `canReadMemory` is true. */
export const pageMemoryWith = async (app: ElectronApplication, texts: readonly string[]): Promise<string[]> => {
  const pids = await app.evaluate(({ app: electronApp }) =>
    electronApp
      .getAppMetrics()
      .filter(({ type }) => type === 'Tab')
      .map(({ pid }) => pid),
  );
  const found = new Set<string>();
  for (const pid of pids) {
    await eachRegion(pid, (bytes) => {
      for (const text of texts) if (formsOf(text).some((form) => bytes.includes(form))) found.add(text);
    });
  }
  return [...found];
};

/** Only regions without a file behind them belong to the process itself; larger ones are reserved and not in use. */
const LARGEST_REGION = 512 * 1024 * 1024;

const eachRegion = async (pid: number, look: (bytes: Buffer) => void): Promise<void> => {
  const regions = (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n');
  const memory = await open(`/proc/${pid}/mem`);
  try {
    for (const region of regions) {
      const [, from, to, rights = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(region) ?? [];
      if (from === undefined || to === undefined || !rights.startsWith('rw')) continue;
      const start = Number.parseInt(from, 16);
      const length = Number.parseInt(to, 16) - start;
      if (length > LARGEST_REGION) continue;
      // A region may be gone by the time it is read.
      const read = await memory.read(Buffer.alloc(length), 0, length, start).catch(() => null);
      if (read !== null) look(read.buffer.subarray(0, read.bytesRead));
    }
  } finally {
    await memory.close();
  }
};
