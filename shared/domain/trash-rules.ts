const DAY = 86_400_000;

/** How long something that was removed can be restored. */
export const TRASH_DAYS = 30;
export const TRASH_MS = TRASH_DAYS * DAY;

/** Whole days, counted up, until it is deleted for good. Times in ms since the epoch, UTC; a removal dated ahead of now is of now. */
export const trashDaysLeft = (removedAt: number, now: number): number =>
  Math.max(0, Math.ceil((Math.min(removedAt, now) + TRASH_MS - now) / DAY));

/** What can be in the trash. */
export const TRASH_KINDS = ['client', 'list'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];

export const TRASH_SORTS = ['removed', 'name', 'key'] as const;
