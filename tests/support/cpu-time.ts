/** What this thread has worked meanwhile, ms: other programs of a busy machine do not count. */
export const cpuTimeOf = (work: () => unknown): number => {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};
