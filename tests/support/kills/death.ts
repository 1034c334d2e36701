/** Ends this process at once, as a power cut does: nothing after it runs. */
export const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered at once.
  for (;;);
};

/**
 * Returns whether a process was killed, by itself or by its parent. Windows has no signals: there a process that kills
 * itself ends with code 1, like one that fails, whose complaint stands in its error output.
 */
export const wasKilled = (code: number | null, signal: string | null): boolean =>
  signal === 'SIGKILL' || (process.platform === 'win32' && signal === null && code === 1);
