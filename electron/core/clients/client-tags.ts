import type { Database } from '../storage/database.ts';

/** All tags of the account, less those of its removed clients: far fewer rows to look at than the clients themselves. */
const COUNTS = `
  SELECT tag, sum(n) AS count FROM (
    SELECT tag, count(*) AS n FROM client_tags WHERE account_id = ?1 GROUP BY tag
    UNION ALL
    SELECT t.tag, -count(*) FROM clients c CROSS JOIN client_tags t ON t.client_id = c.id
    WHERE c.account_id = ?1 AND c.removed > 0 GROUP BY t.tag
  ) GROUP BY tag HAVING sum(n) > 0`;

/** The tags of the clients that are there, archived ones too, with how many have each; by name. */
export const listTags = (db: Database, accountId: string): { tag: string; count: number }[] =>
  db.all<{ tag: string; count: number }>(COUNTS, accountId).toSorted((a, b) => a.tag.localeCompare(b.tag));
