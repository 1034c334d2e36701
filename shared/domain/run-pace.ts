/** How fast a run goes, to say how long it will still take. Times are of any clock in ms that only moves forward. */
export interface Pace {
  /** One more line was done. */
  note(at: number): void;
  /** Nothing moved since: what was measured before says nothing any more. */
  reset(): void;
  /** ms for so many more; `null` while too little was seen to say it. */
  timeLeft(left: number, now: number): number | null;
}

/** The newest so many count: the service's pace changes over a long run. */
const WINDOW = 60;
const ENOUGH = 5;

export const createPace = (): Pace => {
  let times: number[] = [];
  return {
    note: (at) => {
      times.push(at);
      if (times.length > WINDOW) times = times.slice(-WINDOW);
    },
    reset: () => {
      times = [];
    },
    timeLeft: (left, now) => {
      const first = times[0];
      if (left <= 0) return 0;
      if (first === undefined || times.length < ENOUGH) return null;
      // Up to now, not up to the last one: when nothing comes any more, the time left grows.
      return Math.round(((now - first) / (times.length - 1)) * left);
    },
  };
};
