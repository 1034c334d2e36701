import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { MAX_AHEAD_MS, type SharedTime } from '#core/sync/model/shared-time.ts';
import type { DocKind } from './doc-kind.ts';
import type { Outbox } from './outbox.ts';
import { computerMarkOf, type Timestamp, type Timestamps, timeOf } from './timestamps.ts';

interface TimestampCorrection {
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
  /** The mark of this computer. */
  readonly mark: string;
  readonly timestamps: Timestamps;
  readonly time: Pick<SharedTime, 'server' | 'now'>;
  readonly outbox: Pick<Outbox, 'add'>;
}

interface TimestampedDoc {
  readonly kind: string;
  readonly uid: string;
  readonly timestamps: Readonly<Record<string, Timestamp>>;
}

interface Ahead {
  readonly doc: TimestampedDoc;
  readonly name: string;
  readonly timestamp: Timestamp;
}

const timestampedDocs = function* (db: Database, accountId: string): Generator<TimestampedDoc> {
  const SOME = 500;
  for (let [kind, uid, size] = ['', '', SOME]; size === SOME; ) {
    const some: readonly TimestampedDoc[] =
      db.all<TimestampedDoc>(sql`SELECT kind, uid, timestamps AS "timestamps:json" FROM shared_docs
      WHERE account_id = ${accountId} AND (kind, uid) > (${kind}, ${uid}) ORDER BY kind, uid LIMIT ${SOME}`);
    yield* some;
    const last = some.at(-1);
    [kind, uid, size] = [last?.kind ?? '', last?.uid ?? '', some.length];
  }
};

/**
 * Gives fields that are dated ahead of the server's time new timestamps, in the order in which they were written. If
 * other computers have written later than the server's time, their latest time counts instead. So a server with a wrong
 * clock makes no computer's timestamps older than those of the others.
 */
export const correctTimestampsAhead = (
  db: Database,
  { accountId, kinds, mark, timestamps, time, outbox }: TimestampCorrection,
): void => {
  const server = time.server();
  const last = timestamps.last();
  if (server === null || last === null || timeOf(last) <= server + MAX_AHEAD_MS) return;
  db.transaction(() => {
    const others = newestOfOthers(db, accountId, mark, Math.max(server, time.now()) + MAX_AHEAD_MS);
    const limit = Math.max(server, others) + MAX_AHEAD_MS;
    const ahead: Ahead[] = [];
    let newest: Timestamp | null = null;
    for (const doc of timestampedDocs(db, accountId)) {
      for (const [name, timestamp] of Object.entries(doc.timestamps)) {
        if (timeOf(timestamp) > limit) ahead.push({ doc, name, timestamp });
        else if (newest === null || timestamp > newest) newest = timestamp;
      }
    }
    timestamps.goBackTo(newest);
    ahead.sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    const changed = new Map<TimestampedDoc, Record<string, string>>();
    for (const { doc, name, timestamp } of ahead) {
      const kind = kinds.find((one) => one.name === doc.kind);
      if (kind === undefined) continue;
      const all = changed.get(doc) ?? { ...doc.timestamps };
      const given = timestamps.next();
      all[name] = given;
      changed.set(doc, all);
      // The replaced timestamp goes with it: a computer that took that one over accepts this one in its place, although
      // it is older.
      outbox.add(kind, doc.uid, name, given, timestamp);
    }
    for (const [{ kind, uid }, all] of changed)
      db.run(sql`UPDATE shared_docs SET timestamps = ${JSON.stringify(all)}
        WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}`);
    db.run(sql`UPDATE shared_desks SET last_timestamp = ${timestamps.last()} WHERE account_id = ${accountId}`);
  });
};

/** Returns the latest time, in ms, at which another computer wrote something, ignoring times after `latest`. */
const newestOfOthers = (db: Database, accountId: string, mark: string, latest: number): number => {
  let newest = 0;
  for (const { timestamps } of timestampedDocs(db, accountId)) {
    for (const timestamp of Object.values(timestamps)) {
      const at = timeOf(timestamp);
      if (computerMarkOf(timestamp) !== mark && at <= latest && at > newest) newest = at;
    }
  }
  return newest;
};
