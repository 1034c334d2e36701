import { parentPort, workerData } from 'node:worker_threads';
import { loadCore } from './load-core.ts';

/** The file that the main process starts as the core's thread (main/core-thread.ts). */
if (parentPort !== null) loadCore(import.meta.dirname).runCore(parentPort, workerData);
