import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { openBatch } from '#core/sync/crypto/batch.ts';
import { type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import type { DocKind } from '#core/sync/model/doc-kind.ts';
import { createDocRows, wakes } from '#core/sync/model/doc-rows.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import type { Timestamp } from '#core/sync/model/timestamps.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { changesBehind, EMPTY_HEAD } from './chain.ts';
import { type Change, contentOf } from './change.ts';
import { type ComputerEntry, readProfile } from './computers.ts';
import { readSnapshot } from './snapshot.ts';

interface Desk {
  readonly deskId: string;
  readonly keys: KeyRing;
  readonly kind: DocKind;
}

/**
 * Yields everything that was published of a kind: first from the newest snapshot, which has the kinds one after the
 * other and the lines of all lists last, then from the changes behind it.
 */
async function* changesThere(store: SharedStore, { deskId, keys, kind }: Desk): AsyncGenerator<Change, void> {
  const snapshot = await store.snapshot();
  if (snapshot !== null) {
    const later = new Set(KINDS.slice(KINDS.indexOf(kind) + 1).map(({ name }) => name));
    for await (const change of (await readSnapshot(snapshot, { deskId, ring: keys, reader: null })).changes) {
      yield change;
      if (change.records.some(({ kind: name }) => later.has(name))) break;
    }
  }
  const least = snapshot === null ? 1 : newestKey(keys).generation;
  for await (const change of changesBehind(store, snapshot?.at ?? EMPTY_HEAD, least)) {
    if (change.isOfNobody) continue;
    const content = contentOf(openBatch(keys, { deskId, ...change }, change.sealed));
    if (content.is === 'change') yield content.change;
  }
}

/**
 * The times at which one thing was last removed or restored, and at which a field was last written that brings it back.
 */
interface Life {
  removal: { readonly at: Timestamp; readonly isOn: boolean };
  wokenAt: Timestamp;
}

/** The uids of things that are on the desk, and of things that were removed from it. */
interface Names {
  readonly there: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/**
 * Returns the things of a kind on a shared desk, and those that were removed from it. Writes nothing. `see` receives
 * everything that was published of them. Throws as `Sync.exchange` does.
 */
export const namesThere = async (
  store: SharedStore,
  desk: Desk,
  see: (record: RecordChange) => void = () => {},
): Promise<Names> => {
  const lives = new Map<string, Life>();
  const { kind } = desk;
  for await (const { records } of changesThere(store, desk)) {
    for (const one of records) {
      const { kind: name, uid, fields } = one;
      if (name !== kind.name) continue;
      see(one);
      const life = lives.get(uid) ?? { removal: { at: '', isOn: false }, wokenAt: '' };
      lives.set(uid, life);
      for (const [field, [timestamp, value]] of Object.entries(fields)) {
        if (field === REMOVED && timestamp > life.removal.at) life.removal = { at: timestamp, isOn: value !== 0 };
        if (wakes(kind, field) && timestamp > life.wokenAt) life.wokenAt = timestamp;
      }
    }
  }
  const names = { there: new Set<string>(), removed: new Set<string>() };
  for (const [uid, { removal, wokenAt }] of lives) {
    // A removal counts by the same rule as `isRemovedBy` (model/local-changes.ts).
    if (removal.isOn && wokenAt < removal.at) names.removed.add(uid);
    else if (wokenAt !== '') names.there.add(uid);
  }
  return names;
};

/** Returns those entries of the computers of a shared desk that can be read. Throws as `SharedStore.computers` does. */
export const computersThere = async (
  store: SharedStore,
  { deskId, keys }: Pick<Desk, 'deskId' | 'keys'>,
): Promise<readonly ComputerEntry[]> => {
  const leastGeneration = newestKey(keys).generation;
  return (await store.computers()).flatMap(({ id: computerId, sealed }) => {
    const found = readProfile(keys, { deskId, computerId, leastGeneration }, sealed);
    return found === null ? [] : [found];
  });
};

/** Returns the uids of the things of a kind that an account has here. */
export const namesHere = async (db: Database, accountId: string, kind: DocKind): Promise<ReadonlySet<string>> => {
  const rows = createDocRows(db, accountId, { uid: () => null, localId: () => null }, '');
  const ids = db.values<number>(sql`SELECT ${plain(kind.id)} FROM ${plain(kind.table)}
    WHERE account_id = ${accountId} AND ${plain(kind.removed ?? '0')} = 0`);
  const names = new Set<string>();
  for (const [index, id] of ids.entries()) {
    names.add(rows.uidOf(kind, id, 0));
    if (index % 500 === 0) await nextTurn();
  }
  return names;
};
