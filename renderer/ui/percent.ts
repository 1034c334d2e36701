/** The whole percent of work that is done, rounded down, because a screen reader says it. 0 while the total is not known. */
export const percentOf = (done: number, total: number): number =>
  Math.min(100, Math.floor((done / Math.max(1, total)) * 100));
