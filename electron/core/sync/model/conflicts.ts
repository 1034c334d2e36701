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
  readonly stamp: Timestamp;
  readonly value: FieldValue;
}

interface OpenConflict {
  readonly id: number;
  readonly kind: string;
  readonly localId: number;
  /** Of the thing, as people call it; '' where the kind has one of its sort only. */
  readonly name: string;
  readonly field: string;
  readonly value: string;
  readonly stamp: Timestamp;
  /** When it was written, ms since the epoch. */
  readonly at: number;
}

interface Named {
  readonly clientName: string;
  readonly clientKey: string;
  readonly messengerId: number | null;
  /** Of a proxy. */
  readonly address: string;
}

const MOST = 100;
/** Those of an account whose thing is there. */
const openOf = (accountId: string): Sql => sql`shared_conflicts c
  JOIN shared_docs d ON d.account_id = c.account_id AND d.kind = c.kind AND d.uid = c.uid
  LEFT JOIN clients ON c.kind = 'client' AND clients.id = d.local_id
  LEFT JOIN dedicated_proxies proxies ON c.kind = 'proxy' AND proxies.id = d.local_id
  WHERE c.account_id = ${accountId} AND c.seen = 0 AND d.local_id IS NOT NULL AND coalesce(clients.removed, 0) = 0`;

/** Texts that lost against somebody's later ones, kept until somebody has looked at them. */
export const createConflicts = (db: Database, accountId: string) => ({
  add: ({ kind, uid, field, stamp, value }: Lost): void => {
    const [text] = value as readonly FieldValue[];
    db.run(sql`INSERT INTO shared_conflicts (account_id, kind, uid, field, stamp, value)
      VALUES (${accountId}, ${kind}, ${uid}, ${field}, ${stamp}, ${String(text)})
      ON CONFLICT DO NOTHING`);
  },
  /** Of one thing, or (`null`) of all that are there, the newest first. */
  open: (of: { readonly kind: string; readonly id: number } | null): readonly OpenConflict[] =>
    db
      .all<Omit<OpenConflict, 'at' | 'name'> & Named>(sql`SELECT c.id, c.kind, d.local_id, c.field, c.value, c.stamp,
          coalesce(clients.name, '') AS clientName, coalesce(clients.client_key, '') AS clientKey,
          clients.messenger_id, coalesce(proxies.ip || ':' || proxies.port, '') AS address FROM ${openOf(accountId)}${also(of && sql`c.kind = ${of.kind} AND d.local_id = ${of.id}`)}
        ORDER BY c.stamp DESC, c.id DESC LIMIT ${MOST}`)
      .map(({ clientName, clientKey, messengerId, address, ...lost }) => ({
        ...lost,
        name: rowClientLabel({ clientName, clientKey, messengerId }) || address,
        at: timeOf(lost.stamp),
      })),
  count: (): number => db.value<number>(sql`SELECT count(*) FROM ${openOf(accountId)}`) ?? 0,
  /**
   * `take`: it is written again, as a change of now, and the text that was there is kept in its place; `let-go`: nobody
   * wants it; `open`: it is to be looked at again. Answers whose it is. Throws `not-found`.
   */
  settle: (
    kinds: readonly DocKind[],
    conflictId: number,
    outcome: 'take' | 'let-go' | 'open',
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
        throw new DeskError('not-found', 'There is no such text.', { code: 'shared-text' });
      const { localId } = lost;
      if (outcome === 'take') {
        const present = db.value<string>(`SELECT ${field.columns[0]} FROM ${kind.table} WHERE ${kind.id} = ?`, localId);
        kind.retype(db, { accountId, localId }, lost.field, lost.value, now);
        db.run(sql`UPDATE shared_conflicts SET value = ${present ?? ''} WHERE id = ${conflictId}`);
      }
      db.run(sql`UPDATE shared_conflicts SET seen = ${outcome !== 'open'} WHERE id = ${conflictId}`);
      return { kind, localId };
    }),
});
