const DAY = 86_400_000;

/** The number of days for which a removed thing can be restored. */
export const TRASH_DAYS = 30;
export const TRASH_MS = TRASH_DAYS * DAY;

/**
 * Returns the days until final deletion, rounded up. Times are in ms since the epoch, UTC; a removal dated in the
 * future counts as made now.
 */
export const trashDaysLeft = (removedAt: number, now: number): number =>
  Math.max(0, Math.ceil((Math.min(removedAt, now) + TRASH_MS - now) / DAY));

/** The kinds of things in the trash. */
export const TRASH_KINDS = ['client', 'list'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

export const TRASH_SORTS = ['removed', 'name', 'key'] as const;
