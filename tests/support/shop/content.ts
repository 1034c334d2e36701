import { createHash } from 'node:crypto';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createDocNames } from '#core/sync/model/doc-names.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { computerMark } from '#core/sync/model/timestamps.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const LONGEST_SHOWN = 300;

/**
 * Lists all shared data that one computer has in its file: each field of each record, under the name that all computers use
 * for it. Equal desks give equal lists, line by line.
 */
export const contentOf = (db: Database): readonly string[] => {
  const desk = db.get<{ accountId: string; computerId: string }>(
    'SELECT account_id AS accountId, computer_id AS computerId FROM shared_desks',
  );
  if (desk === undefined) throw new Error('This desk is not shared.');
  const { accountId, computerId } = desk;
  const { rows, docOfRow, isPartOfSomething } = createDocNames(db, {
    accountId,
    kinds: KINDS,
    mark: computerMark(computerId),
    isFrozen: true,
  });
  const all = KINDS.flatMap((kind) =>
    db
      .values<number>(`SELECT ${kind.id} FROM ${kind.table} WHERE account_id = ?`, accountId)
      .filter((id) => {
        const row = rows.find(kind, id);
        return row?.isReady === true && !row.isRemoved && isPartOfSomething(kind, id);
      })
      .flatMap((id) => {
        const name = docOfRow(kind, id)?.uid ?? `unnamed ${id}`;
        return rows.fieldNames(kind, id).map((field) => {
          const value = JSON.stringify(rows.read(kind, field, id));
          return `${kind.name} ${name} ${field} ${value.length > LONGEST_SHOWN ? hashOf(value) : value}`;
        });
      }),
  );
  return all.sort();
};
