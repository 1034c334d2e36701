/** Returns the CPU time in ms that this thread spends on the work; other programs of a busy machine do not count. */
export const cpuTimeOf = (work: () => unknown): number => {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};
