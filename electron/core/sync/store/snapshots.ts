import { randomUUID } from 'node:crypto';
import { asHash, MAX_SEALED } from './changes.ts';
import { FORMAT } from './schema.ts';
import type { DatabaseSession } from './session.ts';
import type { Head, SharedStore, Snapshot, SnapshotDebt, UploadedSnapshot } from './shared-store.ts';
import { asBytes, asInteger, asUuid, postgresSql } from './sql.ts';
import { storeError } from './store-error.ts';

/** The limit of parts. With 8 MiB each, more would be larger than any desk. */
const MAX_PARTS = 10_000;
/** How many changes are deleted in one transaction, whose time is limited. */
const SOME = 5_000;

/**
 * Uploads a snapshot part by part under an id of its own. It counts from the moment in which the desk names it, so no
 * computer ever sees half of a snapshot, even if an upload breaks off or two computers make one at once.
 */
export const snapshotsOf = (
  run: DatabaseSession['run'],
  deskId: string,
): Pick<SharedStore, 'putSnapshot' | 'snapshot' | 'snapshotDebt' | 'dropChanges'> => {
  const named = postgresSql`SELECT snapshot FROM reseller_desk.desks WHERE id = ${deskId} AND snapshot IS NOT NULL`;

  const putSnapshot = async (at: Head, parts: AsyncIterable<Uint8Array>): Promise<UploadedSnapshot> => {
    await run(
      postgresSql`DELETE FROM reseller_desk.snapshots WHERE desk = ${deskId} AND seq <= ${at.seq} AND id NOT IN (${named})`,
    );
    const id = randomUUID();
    let count = 0;
    for await (const sealed of parts) {
      const row = postgresSql`${deskId}, ${id}, ${at.seq}, ${count}, ${sealed}`;
      await run(postgresSql`INSERT INTO reseller_desk.snapshots (desk, id, seq, part, sealed) VALUES (${row})`);
      count += 1;
    }
    return { at, count, parts: partsOf(id, count), publish: (known) => publish({ id, at, count }, known) };
  };

  const publish = async (
    { id, at, count }: { readonly id: string; readonly at: Head; readonly count: number },
    known: Head,
  ): Promise<boolean> => {
    const there = postgresSql`SELECT count(*) FROM reseller_desk.snapshots WHERE desk = ${deskId} AND id = ${id}`;
    const [rows] = await run(
      postgresSql`UPDATE reseller_desk.desks
        SET snapshot = ${id}, snapshot_seq = ${at.seq}, snapshot_head = ${at.hash}, snapshot_parts = ${count}
        WHERE id = ${deskId} AND format = ${FORMAT} AND seq = ${known.seq} AND head = ${known.hash}
          AND coalesce(snapshot_seq, 0) <= ${at.seq} AND ${count} = (${there}) RETURNING id`,
    );
    if (rows?.[0] === undefined) return false;
    await run(
      postgresSql`DELETE FROM reseller_desk.snapshots WHERE desk = ${deskId} AND seq <= ${at.seq} AND id NOT IN (${named})`,
    );
    return true;
  };

  const snapshot = async (): Promise<Snapshot | null> => {
    const [rows] = await run(
      postgresSql`SELECT snapshot, snapshot_seq, encode(snapshot_head, 'base64'), snapshot_parts
        FROM reseller_desk.desks WHERE id = ${deskId} AND snapshot IS NOT NULL`,
    );
    const row = rows?.[0];
    if (row === undefined) return null;
    const count = asInteger(row[3]);
    if (count > MAX_PARTS) throw storeError('store-answer');
    const at = { seq: asInteger(row[1]), hash: asHash(row[2]) };
    return { at, count, parts: partsOf(asUuid(row[0]), count) };
  };

  async function* partsOf(id: string, count: number): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < count; part += 1) {
      const [rows] = await run(
        postgresSql`SELECT encode(sealed, 'base64') FROM reseller_desk.snapshots
          WHERE desk = ${deskId} AND id = ${id} AND part = ${part}`,
      );
      if (rows?.[0] === undefined) throw storeError('store-snapshot-gone');
      yield asBytes(rows[0][0], MAX_SEALED);
    }
  }

  const snapshotDebt = async (): Promise<SnapshotDebt> => {
    const from = postgresSql`SELECT coalesce(snapshot_seq, 0) FROM reseller_desk.desks WHERE id = ${deskId}`;
    const [changes, parts] = await run(
      postgresSql`SELECT count(*), coalesce(sum(octet_length(sealed)), 0) FROM reseller_desk.changes
        WHERE desk = ${deskId} AND seq > (${from})`,
      postgresSql`SELECT coalesce(sum(octet_length(sealed)), 0) FROM reseller_desk.snapshots
        WHERE desk = ${deskId} AND id IN (${named})`,
    );
    return {
      changes: asInteger(changes?.[0]?.[0]),
      bytes: asInteger(changes?.[0]?.[1]),
      snapshotBytes: asInteger(parts?.[0]?.[0]),
    };
  };

  const dropChanges = async (upTo: number): Promise<void> => {
    const some = postgresSql`SELECT seq FROM reseller_desk.changes WHERE desk = ${deskId} AND seq <= ${upTo} LIMIT ${SOME}`;
    const gone = postgresSql`DELETE FROM reseller_desk.changes WHERE desk = ${deskId} AND seq IN (${some}) RETURNING seq`;
    let count = SOME;
    while (count === SOME) {
      const [rows] = await run(postgresSql`WITH gone AS (${gone}) SELECT count(*) FROM gone`);
      count = asInteger(rows?.[0]?.[0]);
    }
  };

  return { putSnapshot, snapshot, snapshotDebt, dropChanges };
};
