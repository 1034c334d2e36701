/** When the day of `now` began on this computer's clock. ms since the epoch, UTC. */
export const startOfDay = (now: number): number => {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
};

/** When the month of `now` began on this computer's clock. ms since the epoch, UTC. */
export const startOfLocalMonth = (now: number): number => {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), 1).getTime();
};
