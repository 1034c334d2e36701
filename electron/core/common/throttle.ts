import type { Clock } from '../ports.ts';

interface Throttle {
  /** Runs `act` if none ran within the interval; otherwise lets it be, because a later one will say more. */
  attempt(act: () => void): void;
  /** Runs `act` in any case: for what must not be missed. */
  force(act: () => void): void;
}

/** Keeps progress to a pace that a person can see, however fast the work goes. */
export const createThrottle = (clock: Clock, intervalMs: number): Throttle => {
  let last = Number.NEGATIVE_INFINITY;
  const force = (act: () => void) => {
    last = clock.now();
    act();
  };
  return {
    attempt: (act) => {
      const elapsed = clock.now() - last;
      // A clock that was set back must not silence the progress.
      if (elapsed >= intervalMs || elapsed < 0) force(act);
    },
    force,
  };
};
