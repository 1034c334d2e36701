import { readdir, readFile } from 'node:fs/promises';

/** `null` when the process has ended meanwhile. */
const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

const parentOf = async (pid: string): Promise<string | null> => {
  const status = await read(`/proc/${pid}/status`);
  return /^PPid:\s+(\d+)$/m.exec(status ?? '')?.[1] ?? null;
};

/**
 * Proportional set size of a process and all below it, in megabytes (10^6 bytes): what is shared is counted once. Linux
 * only, where the kernel tells it; elsewhere the sum of shared pages would make any ratio look better than it is.
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
