import { z } from 'zod';
import { NOT_REMOVED, removedBy, toTrash, WRITTEN_AGAIN } from '#core/catalogue/trash/removal-states.ts';
import { removalTime } from '#core/catalogue/trash/trash-clock.ts';
import type { CommonDeps } from '#core/context.ts';
import type { ManyContext } from '#core/engine/run-many.ts';
import { selectIds } from '#core/platform/sqlite/list.ts';
import { among, ofRow, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { allOrNothing } from '#core/platform/undo/all-or-nothing.ts';
import type { DeedNotes, TakingBack } from '#core/platform/undo/deeds.ts';
import { type IdsPart, idsPart } from '#core/platform/undo/ids-part.ts';
import { normaliseTags, tagProblems } from '#shared/domain/client-fields.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { purgeClient, storedClient, tidyClientIndex, writeClient } from './client-repository.ts';

/** The number of changed texts after which the index is merged a little. */
const ROWS_PER_MERGE = 60;

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const taggedIds = idsPart.extend({ add: z.array(z.string()).readonly(), remove: z.array(z.string()).readonly() });
type TaggedIds = z.output<typeof taggedIds>;

/** The number of clients that really changed, and the id for the undo. */
interface Changed {
  readonly count: number;
  readonly undoId: number;
}

/** The signal and the progress of a large change. */
type Context = ManyContext;

/**
 * Returns the ids in the order of the table, in which neighbours share their pages. A typed array sorts numbers three
 * times as fast.
 */
const inTableOrder = (ids: readonly number[]): readonly number[] => [...Float64Array.from(ids).sort()];

/** Creates the bulk changes of clients. Each is done completely, or not at all if it throws. */
export const createClientBulk = (deps: CommonDeps<'db' | 'clock' | 'deeds'>) => {
  const { db, clock, deeds } = deps;
  /** The number of changed texts since the last merge of the index. */
  let unmerged = 0;
  const tidyIndex = (): void => {
    if (unmerged < ROWS_PER_MERGE) return;
    unmerged = 0;
    tidyClientIndex(db);
  };

  /** Writes the changes, and notes in each transaction the ids that really changed. */
  const update = async (
    clientIds: readonly number[],
    notes: DeedNotes<IdsPart>,
    { signal, progress }: Context,
    statementOf: (id: number) => Sql,
  ): Promise<void> => {
    const done: number[] = [];
    let noted = 0;
    const write = (id: number): void => {
      if (db.run(ofRow('clients', id, statementOf(id))).changes > 0) done.push(id);
    };
    const finish = (): void => {
      notes.add({ ids: done.slice(noted) }, done.length - noted);
      noted = done.length;
    };
    await writeInSlices(db, inTableOrder(clientIds), write, { signal, onSlice: progress, finish });
  };

  /** Returns the label if the change is about one client. */
  const nameOf = (accountId: string, clientIds: readonly number[]): string | null => {
    const [only = 0] = clientIds;
    const client = clientIds.length === 1 ? storedClient(db, accountId, only) : undefined;
    return client === undefined ? null : clientLabel(client);
  };

  /** Changes a client's tags. Returns the added and removed ones; `undefined` if nothing changed. */
  const retag = (
    accountId: string,
    id: number,
    add: readonly string[],
    gone: ReadonlySet<string>,
  ): TagChange | undefined => {
    const client = storedClient(db, accountId, id);
    if (client === undefined) return undefined;
    const tags = normaliseTags([...client.tags.filter((tag) => !gone.has(tag.toLowerCase())), ...add]);
    const change = {
      add: tags.filter((tag) => !client.tags.includes(tag)),
      remove: client.tags.filter((tag) => !tags.includes(tag)),
    };
    if (change.add.length + change.remove.length === 0) return undefined;
    const problems = tagProblems(tags);
    if (problems.length > 0) throw invalidInput('A client would have too many tags.', ...problems);
    writeClient(db, id, { ...client, tags }, clock.now());
    unmerged += 1;
    return change;
  };

  /**
   * Changes the tags of all clients. Each transaction notes the changes; clients with the same change are noted
   * together.
   */
  const retagAll = async (
    accountId: string,
    clientIds: readonly number[],
    { add, remove }: TagChange,
    notes: DeedNotes<TaggedIds>,
    { signal, progress }: Context,
  ): Promise<void> => {
    const gone = new Set(remove.map((tag) => tag.toLowerCase()));
    let groups = new Map<string, { readonly change: TagChange; readonly ids: number[] }>();
    const write = (id: number): void => {
      const change = retag(accountId, id, add, gone);
      if (change === undefined) return;
      const key = JSON.stringify(change);
      const group = groups.get(key) ?? { change, ids: [] };
      groups.set(key, group);
      group.ids.push(id);
    };
    const finish = (): void => {
      for (const { change, ids } of groups.values()) notes.add({ ...change, ids }, ids.length);
      groups = new Map();
      tidyIndex();
    };
    await writeInSlices(db, clientIds, write, { signal, onSlice: progress, finish });
  };

  /** Takes tag changes back. Clients that have no room for the former tags any more keep their present ones. */
  const undoRetag = (accountId: string, { add, remove, ids }: TaggedIds): number => {
    const gone = new Set(add.map((tag) => tag.toLowerCase()));
    const isBack = (id: number): boolean => {
      try {
        return retag(accountId, id, remove, gone) !== undefined;
      } catch (error) {
        if (error instanceof DeskError) return false;
        throw error;
      }
    };
    return ids.filter(isBack).length;
  };

  const undoArchived = (archived: boolean): TakingBack<IdsPart> => ({
    part: idsPart,
    takeBack: (accountId, { ids }) =>
      db.run(sql`UPDATE clients SET archived = ${archived}, updated_at = ${clock.now()}
        WHERE account_id = ${accountId} AND removed = 0 AND archived <> ${archived} AND id IN ${among(ids)}`).changes,
  });
  deeds.register('clients-archive', undoArchived(false));
  deeds.register('clients-restore', undoArchived(true));
  deeds.register('clients-remove', {
    part: idsPart,
    takeBack: (accountId, { ids }, deedId) =>
      db.run(sql`UPDATE clients SET ${NOT_REMOVED}
        WHERE account_id = ${accountId} AND ${removedBy(deedId)} AND id IN ${among(ids)}`).changes,
  });
  deeds.register('clients-tag', { part: taggedIds, takeBack: undoRetag, finish: tidyIndex });

  /** Permanently deletes clients and returns their number. */
  const purgeAll = async (ids: readonly number[], options: { readonly signal?: AbortSignal } = {}): Promise<number> => {
    let count = 0;
    const purge = (id: number): void => {
      if (!purgeClient(db, id)) return;
      count += 1;
      unmerged += 1;
    };
    await writeInSlices(db, inTableOrder(ids), purge, { ...options, finish: tidyIndex });
    return count;
  };

  /** Restores clients from the trash. */
  const restore = async (accountId: string, ids: readonly number[]): Promise<number> => {
    const back: { readonly id: number; readonly removal: number | null; readonly at: number | null }[] = [];
    const write = (id: number): void => {
      const trashed = sql`FROM clients WHERE id = ${id} AND account_id = ${accountId} AND removed > 0`;
      const before = db.get<(typeof back)[number]>(sql`SELECT id, removal, removed_at AS at ${trashed}`);
      if (before === undefined) return;
      db.run(ofRow('clients', id, sql`UPDATE clients SET ${NOT_REMOVED} WHERE id = ${id}`));
      back.push(before);
    };
    const removeAgain = async (): Promise<number> => {
      await writeInSlices(db, back, ({ id, removal, at }) => {
        const remove = sql`UPDATE clients SET ${toTrash(removal, at)} WHERE id = ${id} AND removed = 0`;
        db.run(ofRow('clients', id, remove));
      });
      return back.length;
    };
    await allOrNothing(() => writeInSlices(db, inTableOrder(ids), write), removeAgain);
    return back.length;
  };

  return {
    setArchived: (
      accountId: string,
      clientIds: readonly number[],
      archived: boolean,
      context: Context,
    ): Promise<Changed> => {
      const at = clock.now();
      const kind = archived ? 'clients-archive' : 'clients-restore';
      return deeds.note<IdsPart>({ accountId, kind, name: nameOf(accountId, clientIds) }, (notes) =>
        update(
          clientIds,
          notes,
          context,
          (id) => sql`UPDATE clients SET archived = ${archived}, updated_at = ${at}
            WHERE account_id = ${accountId} AND removed = 0 AND archived <> ${archived} AND id = ${id}`,
        ),
      );
    },
    remove: (accountId: string, clientIds: readonly number[], context: Context): Promise<Changed> => {
      const at = removalTime(db, clock.now());
      return deeds.note<IdsPart>({ accountId, kind: 'clients-remove', name: nameOf(accountId, clientIds) }, (notes) =>
        update(
          clientIds,
          notes,
          context,
          (id) => sql`UPDATE clients SET ${toTrash(notes.id, at)}
            WHERE account_id = ${accountId} AND removed = 0 AND id = ${id}`,
        ),
      );
    },
    /** Adds and removes tags. Throws `invalid-input` for an invalid tag. */
    tag: async (
      accountId: string,
      clientIds: readonly number[],
      { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
      context: Context,
    ): Promise<Changed> => {
      const added = normaliseTags(add);
      const problems = tagProblems(added);
      if (problems.length > 0) throw invalidInput('A tag is not allowed.', ...problems);
      return deeds.note<TaggedIds>({ accountId, kind: 'clients-tag', name: nameOf(accountId, clientIds) }, (notes) =>
        retagAll(accountId, clientIds, { add: added, remove }, notes, context),
      );
    },
    /**
     * The actions of the trash. A permanently deleted client with purchases or lists stays as a hidden row, so that the
     * ledger still has its name and the pair can be added again with its history. All other data about it is deleted.
     */
    trash: { restore, delete: purgeAll },
    /** Deletes data that other computers have sent about permanently deleted clients. Called at the start. */
    purgeWrittenAgain: async (): Promise<void> => {
      const ids = selectIds(
        db,
        sql`SELECT id FROM clients WHERE account_id IN (SELECT id FROM accounts) AND removed = ${WRITTEN_AGAIN}`,
      );
      await purgeAll(ids);
    },
  };
};
