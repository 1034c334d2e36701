/** Returns the start of the month of `now` in this computer's zone, in ms since the epoch, UTC. */
export const startOfLocalMonth = (now: number): number => {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), 1).getTime();
};
