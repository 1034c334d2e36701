import { readdir, readFile } from 'node:fs/promises';

/** Returns `null` if the process has ended in the meantime. */
const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const parentOf = async (pid: string): Promise<string | null> => {
  const status = await read(`/proc/${pid}/status`);
  return /^PPid:\s+(\d+)$/m.exec(status ?? '')?.[1] ?? null;
};

/**
 * Measures the proportional set size of a process and all its descendants in megabytes (10^6 bytes), so that shared pages
 * count once. Only Linux reports it; elsewhere the sum of shared pages would make any ratio look better than it is.
 */
export const processTreeMegabytes = async (root: number): Promise<number> => {
  if (process.platform !== 'linux') throw new Error('Memory is measured on Linux only.');
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const isBelow = (pid: string | null | undefined): boolean =>
    pid !== null && pid !== undefined && (pid === String(root) || isBelow(parents.get(pid)));
  const sizes = await Promise.all(
    pids.filter(isBelow).map(async (pid) => {
      const rollup = await read(`/proc/${pid}/smaps_rollup`);
      return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup ?? '')?.[1] ?? 0);
    }),
  );
  return (sizes.reduce((sum, size) => sum + size, 0) * 1024) / 1e6;
};
