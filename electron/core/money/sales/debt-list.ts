import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, type List, rowsInOrder, tieBreakId } from '#core/platform/sqlite/list.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { clientsWith } from '#core/platform/sqlite/text-grams.ts';
import type { Debt, DebtFilter, DebtSort } from '#shared/contract/sales.ts';

/** Creates the list of clients that owe money, including archived ones. Removed clients owe nothing. */
export const createDebtList = (db: Database): List<Debt, DebtFilter, DebtSort['by']> =>
  createList(db, {
    table: 'clients',
    scope: (accountId) => sql`account_id = ${accountId} AND removed = 0 AND owed_kopecks > 0`,
    sorts: {
      due: tieBreakId('due_day', { nullable: true }),
      owed: tieBreakId('owed_kopecks'),
      since: tieBreakId('owed_since', { nullable: true }),
      name: tieBreakId('name_sort', { nullable: true }),
    },
    matchesWords: (words) => [clientsWith(words)],
    filters: () => [],
    rows: (accountId, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Debt>(sql`SELECT id, name, client_key, messenger_id, owed_kopecks, owed_since AS since,
          due_day FROM clients
          WHERE +account_id = ${accountId} AND removed = 0 AND id IN ${ids}`),
      ),
  });
