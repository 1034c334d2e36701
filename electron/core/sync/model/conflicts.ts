import type { Database } from '#core/platform/sqlite/database.ts';
import { also, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { DeskError } from '#shared/result.ts';
import type { DocKind } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import { type Timestamp, timeOf } from './timestamps.ts';

interface Lost {
  readonly kind: string;
  readonly uid: string;
  readonly field: string;
  readonly timestamp: Timestamp;
  readonly value: FieldValue;
}

interface OpenConflict {
  readonly id: number;
  readonly kind: string;
  readonly localId: number;
  /** The name of the record, as people call it; '' where the records of the kind have no name. */
  readonly name: string;
  readonly field: string;
  readonly value: string;
  readonly timestamp: Timestamp;
  /** The time at which the text was written, in ms since the epoch. */
  readonly at: number;
}

interface Named {
  readonly clientName: string;
  readonly clientKey: string;
  readonly messengerId: number | null;
  /** The address of a proxy. */
  readonly address: string;
}

const MOST = 100;
/** Selects the unseen conflicts of an account whose record exists. */
const openOf = (accountId: string): Sql => sql`shared_conflicts c
  JOIN shared_docs d ON d.account_id = c.account_id AND d.kind = c.kind AND d.uid = c.uid
  LEFT JOIN clients ON c.kind = 'client' AND clients.id = d.local_id
  LEFT JOIN dedicated_proxies proxies ON c.kind = 'proxy' AND proxies.id = d.local_id
  WHERE c.account_id = ${accountId} AND c.seen = 0 AND d.local_id IS NOT NULL AND coalesce(clients.removed, 0) = 0`;

/** Keeps a text that lost against a later text of somebody else, until somebody has looked at it. */
export const addConflict = (db: Database, accountId: string, { kind, uid, field, timestamp, value }: Lost): void => {
  const [text] = value as readonly FieldValue[];
  db.run(sql`INSERT INTO shared_conflicts (account_id, kind, uid, field, timestamp, value)
    VALUES (${accountId}, ${kind}, ${uid}, ${field}, ${timestamp}, ${String(text)})
    ON CONFLICT DO NOTHING`);
};

/** Returns the conflicts of one record, or (`null`) of all records that exist, the newest first. */
export const openConflicts = (
  db: Database,
  accountId: string,
  of: { readonly kind: string; readonly id: number } | null,
): readonly OpenConflict[] =>
  db
    .all<Omit<OpenConflict, 'at' | 'name'> & Named>(sql`SELECT c.id, c.kind, d.local_id, c.field, c.value, c.timestamp,
        coalesce(clients.name, '') AS clientName, coalesce(clients.client_key, '') AS clientKey,
        clients.messenger_id, coalesce(proxies.ip || ':' || proxies.port, '') AS address FROM ${openOf(accountId)}${also(of && sql`c.kind = ${of.kind} AND d.local_id = ${of.id}`)}
      ORDER BY c.timestamp DESC, c.id DESC LIMIT ${MOST}`)
    .map(({ clientName, clientKey, messengerId, address, ...lost }) => ({
      ...lost,
      name: rowClientLabel({ clientName, clientKey, messengerId }) || address,
      at: timeOf(lost.timestamp),
    }));

/** Returns the number of unseen conflicts of records that exist. */
export const countConflicts = (db: Database, accountId: string): number =>
  db.value<number>(sql`SELECT count(*) FROM ${openOf(accountId)}`) ?? 0;

/**
 * Settles a conflict and returns the record that it belongs to. `take` writes the lost text again, as a change made
 * now, and keeps the text that was there in its place. `let-go` means that nobody wants the lost text, and `open`
 * that somebody is to look at it again. Throws `not-found`.
 */
export const settleConflict = (
  db: Database,
  accountId: string,
  kinds: readonly DocKind[],
  { conflictId, outcome }: { readonly conflictId: number; readonly outcome: 'take' | 'let-go' | 'open' },
  now: number,
): { readonly kind: DocKind; readonly localId: number } =>
  db.transaction(() => {
    const lost = db.get<{ kind: string; localId: number; field: string; value: string }>(sql`SELECT c.kind,
      d.local_id, c.field, c.value FROM shared_conflicts c
      JOIN shared_docs d ON d.account_id = c.account_id AND d.kind = c.kind AND d.uid = c.uid
      WHERE c.id = ${conflictId} AND c.account_id = ${accountId} AND d.local_id IS NOT NULL`);
    const kind = kinds.find(({ name }) => name === lost?.kind);
    const field = kind?.fields[lost?.field ?? ''];
    if (lost === undefined || kind?.retype === undefined || field?.is !== 'columns')
      throw new DeskError('not-found', 'There is no such overruled text.', { code: 'shared-text' });
    const { localId } = lost;
    if (outcome === 'take') {
      const present = db.value<string>(`SELECT ${field.columns[0]} FROM ${kind.table} WHERE ${kind.id} = ?`, localId);
      kind.retype(db, { accountId, localId }, lost.field, lost.value, now);
      db.run(sql`UPDATE shared_conflicts SET value = ${present ?? ''} WHERE id = ${conflictId}`);
    }
    db.run(sql`UPDATE shared_conflicts SET seen = ${outcome !== 'open'} WHERE id = ${conflictId}`);
    return { kind, localId };
  });
