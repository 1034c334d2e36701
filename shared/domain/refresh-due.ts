const HOUR = 3_600_000;

/** The hours to choose from between two refreshes of all clients; 0 turns automatic refreshes off. */
export const REFRESH_HOURS = [0, 3, 6, 12, 24] as const;

interface RefreshHistory {
  /** When the newest run over all clients started; `null` if there was none. */
  readonly lastStartedAt: number | null;
  /** 0 turns automatic refreshes off. */
  readonly everyHours: number;
}

/**
 * Returns when all clients are next refreshed automatically, in ms since the epoch, UTC; `null` if never. A start in
 * the future was recorded by a clock that has been set back since, and is ignored.
 */
export const nextRefreshAt = ({ lastStartedAt, everyHours }: RefreshHistory, now: number): number | null => {
  if (everyHours <= 0) return null;
  if (lastStartedAt === null || lastStartedAt > now) return now;
  return Math.max(now, lastStartedAt + everyHours * HOUR);
};

/** Returns the age in ms below which an automatic run skips readings, because they are recent enough. */
export const freshWithin = (everyHours: number): number => (everyHours * HOUR) / 2;
