import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 1_000;
/** Of all processor time. Above it, numbers in milliseconds say more about the others than about the app. */
const BUSY = 0.25;

const processorTimes = (): { readonly idle: number; readonly all: number } => {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
};

/** What this machine is and what it does already, in one line; a second one when that is too much. */
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
