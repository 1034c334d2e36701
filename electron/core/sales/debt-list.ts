import type { Debt, DebtFilter, DebtSort } from '#shared/contract/sales.ts';
import { createList, type List, rowsInOrder, withIds } from '../common/list.ts';
import { clientsWith } from '../common/text-grams.ts';
import type { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

/** Who owes, archived clients too; whoever was removed owes nothing any more. */
export const createDebtList = (db: Database): List<Debt, DebtFilter, DebtSort['by']> =>
  createList(db, {
    table: 'clients',
    scope: (accountId) => sql`account_id = ${accountId} AND removed = 0 AND owed_kopecks > 0`,
    sorts: {
      due: withIds('due_day', { nullable: true }),
      owed: withIds('owed_kopecks'),
      since: withIds('owed_since', { nullable: true }),
      name: withIds('name_sort', { nullable: true }),
    },
    containing: (words) => [clientsWith(words)],
    narrowedBy: () => [],
    rows: (accountId, wanted) =>
      rowsInOrder(wanted, (ids) =>
        db.all<Debt>(sql`SELECT id, name, client_key, messenger_id, owed_kopecks, owed_since AS since,
          due_day FROM clients
          WHERE +account_id = ${accountId} AND removed = 0 AND id IN ${ids}`),
      ),
  });
