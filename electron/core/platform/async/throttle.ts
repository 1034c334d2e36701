import type { Clock } from '#core/ports.ts';

/** Keeps progress to a pace that a person can see, however fast the work goes. */
export const createThrottle = (clock: Clock, intervalMs: number) => {
  let last = Number.NEGATIVE_INFINITY;
  /** Runs `act` in any case: for what must not be missed. */
  const force = (act: () => void) => {
    last = clock.now();
    act();
  };
  return {
    /** Runs `act` if none ran within the interval; otherwise lets it be, because a later one will say more. */
    attempt: (act: () => void): void => {
      const elapsed = clock.now() - last;
      // A clock that was set back must not silence the progress.
      if (elapsed >= intervalMs || elapsed < 0) force(act);
    },
    force,
  };
};
