/** Returns the CPU time in ms that this thread spends on the work; other programs of a busy machine do not count. */
export const cpuTimeOf = (work: () => unknown): number => {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};

/** Does the same for work that waits in between. A failure of the work counts as its end. */
export const cpuTimeUntilEnd = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = process.threadCpuUsage();
  await work().catch(() => undefined);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};
