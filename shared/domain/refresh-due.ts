const HOUR = 3_600_000;

/** Hours that can be chosen between two runs over all clients; 0: never by themselves. */
export const REFRESH_HOURS = [0, 3, 6, 12, 24] as const;

interface RefreshHistory {
  /** When the newest run over all clients began; `null` when there never was one. */
  readonly lastStartedAt: number | null;
  /** 0: never by itself. */
  readonly everyHours: number;
}

/**
 * When all clients are read again by themselves; ms since the epoch, UTC; `null`: not by themselves. A start that lies in
 * the future was written by a clock that has been set back since, and says nothing.
 */
export const nextRefreshAt = ({ lastStartedAt, everyHours }: RefreshHistory, now: number): number | null => {
  if (everyHours <= 0) return null;
  if (lastStartedAt === null || lastStartedAt > now) return now;
  return Math.max(now, lastStartedAt + everyHours * HOUR);
};

/** Younger readings, in ms, are left alone by a run that begins by itself: somebody has just looked at them. */
export const freshWithin = (everyHours: number): number => (everyHours * HOUR) / 2;
