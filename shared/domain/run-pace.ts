/** Only the newest entries count, because the service's pace changes during a long run. */
const WINDOW = 60;
const ENOUGH = 5;

export type Pace = ReturnType<typeof createPace>;

/** Measures the pace of a run to estimate the time left. Times come from any clock in ms that never goes back. */
export const createPace = () => {
  let times: number[] = [];
  return {
    /** Records that one more line is done. */
    note: (at: number): void => {
      times.push(at);
      if (times.length > WINDOW) times = times.slice(-WINDOW);
    },
    /** Forgets the measurements, because a pause has made them meaningless. */
    reset: (): void => {
      times = [];
    },
    /** Estimates the time for the remaining lines in ms; returns `null` until enough lines are measured. */
    timeLeft: (left: number, now: number): number | null => {
      const first = times[0];
      if (left <= 0) return 0;
      if (first === undefined || times.length < ENOUGH) return null;
      // Measuring up to now instead of the last line lets the estimate grow while nothing is done.
      return Math.round(((now - first) / (times.length - 1)) * left);
    },
  };
};
