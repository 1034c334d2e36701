import { DeskError } from '#shared/result.ts';
import type { Database } from '../../storage/database.ts';
import type { DocKind } from './doc-kind.ts';
import type { FieldValue } from './doc-rows.ts';
import { computerMarkOf, type Stamp, timeOf } from './stamps.ts';

interface Lost {
  readonly kind: string;
  readonly uid: string;
  readonly field: string;
  readonly stamp: Stamp;
  readonly value: FieldValue;
}

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
  /** Of one thing, the newest first. `nameOf`: of a computer by its mark. */
  of: (kind: string, localId: number, nameOf: (mark: string) => string) =>
    db
      .all<{ id: number; field: string; value: string; stamp: string }>(
        `SELECT c.id, c.field, c.value, c.stamp FROM shared_docs d
         JOIN shared_conflicts c ON c.account_id = d.account_id AND c.kind = d.kind AND c.uid = d.uid
         WHERE d.account_id = ? AND d.kind = ? AND d.local_id = ? AND c.seen = 0 ORDER BY c.stamp DESC`,
        ...[accountId, kind, localId],
      )
      .map(({ stamp, ...lost }) => ({ ...lost, at: timeOf(stamp), computer: nameOf(computerMarkOf(stamp)) })),
  /** `take`: it is written again, as a change of now. Answers whose it is. Throws `not-found`. */
  settle: (
    kinds: readonly DocKind[],
    conflictId: number,
    take: boolean,
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
      if (lost === undefined || kind?.retype === undefined || kind.fields[lost.field] === undefined)
        throw new DeskError('not-found', 'There is no such text.', { code: 'shared-text' });
      if (take) kind.retype(db, { accountId, localId: lost.localId }, lost.field, lost.value, now);
      db.run('UPDATE shared_conflicts SET seen = 1 WHERE id = ?', conflictId);
      return { kind, localId: lost.localId };
    }),
});
