import { parentPort, workerData } from 'node:worker_threads';
import { loadCore } from './load-core.ts';

/** The file that the main process starts as the core's thread (main/core-thread.ts). */
if (parentPort !== null) {
  const { core, compiled } = loadCore(import.meta.dirname);
  core.runCore(parentPort, workerData, compiled);
}
