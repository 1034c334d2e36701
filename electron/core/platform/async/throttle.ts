import type { Clock } from '#core/ports.ts';

/** Limits how often progress is reported to a pace that a person can follow, however fast the work goes. */
export const createThrottle = (clock: Clock, intervalMs: number) => {
  let last = Number.NEGATIVE_INFINITY;
  /** Runs `act` in any case, for progress that must not be missed. */
  const force = (act: () => void) => {
    last = clock.now();
    act();
  };
  return {
    /** Runs `act` if none ran within the interval; otherwise skips it, because a later call will report more. */
    attempt: (act: () => void): void => {
      const elapsed = clock.now() - last;
      // A clock that was set back must not silence the progress.
      if (elapsed >= intervalMs || elapsed < 0) force(act);
    },
    force,
  };
};
