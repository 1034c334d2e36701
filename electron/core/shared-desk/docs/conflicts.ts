import { DeskError } from '#shared/result.ts';
import type { Database } from '../../storage/database.ts';
import type { DocKind } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import { type Stamp, timeOf } from './stamps.ts';

interface Lost {
  readonly kind: string;
  readonly uid: string;
  readonly field: string;
  readonly stamp: Stamp;
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
  readonly stamp: Stamp;
  /** When it was written, ms since the epoch. */
  readonly at: number;
}

const MOST = 100;
/** Those of an account (`?1`) whose thing is there. */
const OPEN = `shared_conflicts c
  JOIN shared_docs d ON d.account_id = c.account_id AND d.kind = c.kind AND d.uid = c.uid
  LEFT JOIN clients ON c.kind = 'client' AND clients.id = d.local_id
  LEFT JOIN dedicated_proxies proxies ON c.kind = 'proxy' AND proxies.id = d.local_id
  WHERE c.account_id = ?1 AND c.seen = 0 AND d.local_id IS NOT NULL AND coalesce(clients.removed, 0) = 0`;
const NAME = "coalesce(nullif(clients.name, ''), clients.client_key, proxies.ip || ':' || proxies.port, '')";

/** Texts that lost against somebody's later ones, kept until somebody has looked at them. */
export const createConflicts = (db: Database, accountId: string) => ({
  add: ({ kind, uid, field, stamp, value }: Lost): void => {
    const [text] = value as readonly FieldValue[];
    db.run(
      `INSERT INTO shared_conflicts (account_id, kind, uid, field, stamp, value) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      ...[accountId, kind, uid, field, stamp, String(text)],
    );
  },
  /** Of one thing, or (`null`) of all that are there, the newest first. */
  open: (of: { readonly kind: string; readonly id: number } | null): readonly OpenConflict[] =>
    db
      .all<Omit<OpenConflict, 'at'>>(
        `SELECT c.id, c.kind, d.local_id AS localId, c.field, c.value, c.stamp, ${NAME} AS name FROM ${OPEN}
           AND (?2 IS NULL OR c.kind = ?2 AND d.local_id = ?3) ORDER BY c.stamp DESC, c.id DESC LIMIT ${MOST}`,
        ...[accountId, of?.kind ?? null, of?.id ?? null],
      )
      .map((lost) => ({ ...lost, at: timeOf(lost.stamp) })),
  count: (): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${OPEN}`, accountId)?.n ?? 0,
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
      const lost = db.get<{ kind: string; localId: number; field: string; value: string }>(
        `SELECT c.kind, d.local_id AS localId, c.field, c.value FROM shared_conflicts c
         JOIN shared_docs d ON d.account_id = c.account_id AND d.kind = c.kind AND d.uid = c.uid
         WHERE c.id = ? AND c.account_id = ? AND d.local_id IS NOT NULL`,
        conflictId,
        accountId,
      );
      const kind = kinds.find(({ name }) => name === lost?.kind);
      const field = kind?.fields[lost?.field ?? ''];
      if (lost === undefined || kind?.retype === undefined || field?.is !== 'columns')
        throw new DeskError('not-found', 'There is no such text.', { code: 'shared-text' });
      const { localId } = lost;
      if (outcome === 'take') {
        const present = db.get<{ text: string }>(
          `SELECT ${field.columns[0]} AS text FROM ${kind.table} WHERE ${kind.id} = ?`,
          localId,
        );
        kind.retype(db, { accountId, localId }, lost.field, lost.value, now);
        db.run('UPDATE shared_conflicts SET value = ? WHERE id = ?', present?.text ?? '', conflictId);
      }
      db.run('UPDATE shared_conflicts SET seen = ? WHERE id = ?', outcome === 'open' ? 0 : 1, conflictId);
      return { kind, localId };
    }),
});
