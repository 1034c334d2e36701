import { plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';

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

/** Assignments of an `UPDATE` that restores a client or a list. */
export const NOT_REMOVED = plain('removed = 0, removal = NULL, removed_at = NULL');

/** Assignments of an `UPDATE` that moves a client or a list to the trash at `at`, in ms since the epoch, UTC. */
export const toTrash = (removal: number | null, at: number | null): Sql =>
  sql`removed = ${IN_TRASH}, removal = ${removal}, removed_at = ${at}`;

/** The condition that this action, and nobody else since, has moved a client or a list to the trash. */
export const removedBy = (removal: number): Sql => sql`removed = ${IN_TRASH} AND removal = ${removal}`;

/** The name of the field of a shared desk that says whether the thing is removed. */
export const REMOVED = 'removed';
