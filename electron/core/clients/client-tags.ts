import type { Database } from '../storage/database.ts';

/** The tags of the clients that are there, archived ones too, with how many have each; by name. */
export const listTags = (db: Database, accountId: string): { tag: string; count: number }[] =>
  db
    .all<{ tag: string; count: number }>(
      `SELECT tag, count(*) AS count FROM client_tags
       WHERE client_id IN (SELECT id FROM clients WHERE account_id = ? AND removed = 0) GROUP BY tag`,
      accountId,
    )
    .toSorted((a, b) => a.tag.localeCompare(b.tag));
