/**
 * What the column `removed` of clients and lists says: 0 while the thing is there, above 0 while it is in the trash (the
 * group it was removed with), below 0 what nobody can restore.
 */

/** Emptied for good; of a client what the books name stays. */
export const PURGED = -1;
/** Emptied for good, and written once more by a computer of a shared desk that had not emptied it yet. */
export const WRITTEN_AGAIN = -2;
/** Removed by another computer of a shared desk: no removal of this one has the number. */
export const REMOVED_ELSEWHERE = 2 ** 40;

/** The name of the field that says on a shared desk whether the thing is removed. */
export const REMOVED = 'removed';
