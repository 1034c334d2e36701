/**
 * The values of the column `removed` of clients and lists: 0 while the thing exists, above 0 while it is in the trash,
 * below 0 if nobody can restore it.
 */

/** In the trash. The column `removal` then has the number of the action on this computer that removed it, if one did. */
export const IN_TRASH = 1;

/** Permanently deleted. For a client, the name that the ledger shows stays. */
export const PURGED = -1;
/** Permanently deleted, and then written again by a computer of a shared desk that had not deleted it yet. */
export const WRITTEN_AGAIN = -2;

/** The name of the field of a shared desk that says whether the thing is removed. */
export const REMOVED = 'removed';
