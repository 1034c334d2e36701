/** The newest so many count: the service's pace changes over a long run. */
const WINDOW = 60;
const ENOUGH = 5;

export type Pace = ReturnType<typeof createPace>;

/** How fast a run goes, to say how long it will still take. Times are of any clock in ms that only moves forward. */
export const createPace = () => {
  let times: number[] = [];
  return {
    /** One more line was done. */
    note: (at: number): void => {
      times.push(at);
      if (times.length > WINDOW) times = times.slice(-WINDOW);
    },
    /** Nothing moved since: what was measured before says nothing any more. */
    reset: (): void => {
      times = [];
    },
    /** ms for so many more; `null` while too little was seen to say it. */
    timeLeft: (left: number, now: number): number | null => {
      const first = times[0];
      if (left <= 0) return 0;
      if (first === undefined || times.length < ENOUGH) return null;
      // Up to now, not up to the last one: when nothing comes any more, the time left grows.
      return Math.round(((now - first) / (times.length - 1)) * left);
    },
  };
};
