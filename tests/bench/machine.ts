import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 1_000;
/** Share of all processor time. Above it, milliseconds say more about other programs than about the app. */
const BUSY = 0.25;

const processorTimes = (): { readonly idle: number; readonly all: number } => {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
};

/** Describes this machine and its load in one line, with a second line if the load is too high. */
export const describeMachine = async (): Promise<readonly string[]> => {
  const before = processorTimes();
  await sleep(LOOK_MS);
  const after = processorTimes();
  const busy = 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  const lines = [
    `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, load ${load}, ${(busy * 100).toFixed(0)} % busy`,
  ];
  if (busy > BUSY) lines.push('The machine is busy: trust the ratios, and not the milliseconds.');
  return lines;
};
