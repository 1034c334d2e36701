import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

/** As UTF-8 and, as JavaScript engines keep some texts, in two bytes each. */
const formsOf = (text: string): readonly Buffer[] => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];

/** Every file below the folder that holds the text. */
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

/** A snapshot of the page's JavaScript heap, as DevTools take one. */
export const heapOf = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
};

/** Other systems let nobody look into the memory of a process. */
export const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0;

/** Which of the texts the memory of the processes that run pages holds. Only where `canReadMemory`. */
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

/** Regions without a file behind them are the process's own; larger ones are reserved and not in use. */
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
