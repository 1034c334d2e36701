import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { SavedFilter } from '#shared/contract/saved-filters.ts';
import { DeskError } from '#shared/result.ts';

const COLUMNS = sql`id, screen, name, filter_json AS "filter:json", sort_json AS "sort:json"`;

/** Returns the filters that an account saved on this computer, by their names. */
export const allSavedFilters = (db: Database, accountId: string): SavedFilter[] =>
  db.all<SavedFilter>(sql`SELECT ${COLUMNS} FROM saved_filters WHERE account_id = ${accountId} ORDER BY name, id`);

/** Returns how many filters an account keeps, apart from the one of this name on this screen. */
export const countOtherFilters = (
  db: Database,
  accountId: string,
  { screen, name }: Pick<SavedFilter, 'screen' | 'name'>,
): number =>
  db.value<number>(sql`SELECT count(*) FROM saved_filters
    WHERE account_id = ${accountId} AND NOT (screen = ${screen} AND name = ${name})`) ?? 0;

/** Saves a filter. It replaces one of the same name on the same screen; the window's button says so. */
export const writeSavedFilter = (
  db: Database,
  accountId: string,
  { screen, name, filter, sort }: Omit<SavedFilter, 'id'>,
): SavedFilter => {
  const saved = db.get<SavedFilter>(sql`INSERT INTO saved_filters (account_id, screen, name, filter_json, sort_json)
    VALUES (${accountId}, ${screen}, ${name}, ${JSON.stringify(filter)}, ${JSON.stringify(sort)})
    ON CONFLICT (account_id, screen, name)
      DO UPDATE SET filter_json = excluded.filter_json, sort_json = excluded.sort_json
    RETURNING ${COLUMNS}`);
  if (saved === undefined) throw new DeskError('storage', 'The filter was not stored.');
  return saved;
};

/** Throws `not-found` if the account has no such filter. */
export const removeSavedFilter = (db: Database, accountId: string, savedFilterId: number): void => {
  const { changes } = db.run(sql`DELETE FROM saved_filters WHERE id = ${savedFilterId} AND account_id = ${accountId}`);
  if (changes === 0) throw new DeskError('not-found', 'There is no such filter.', { code: 'saved-filter' });
};
