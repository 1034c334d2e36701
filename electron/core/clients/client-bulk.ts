import { normaliseTags, tagProblems } from '#shared/domain/client-fields.ts';
import { invalidInput } from '#shared/result.ts';
import { allOrNothing } from '../common/all-or-nothing.ts';
import type { CommonDeps } from '../common/common-deps.ts';
import { selectIds } from '../common/list.ts';
import { WRITTEN_AGAIN } from '../common/removed-groups.ts';
import { writeInSlices } from '../common/write-slices.ts';
import type { ManyContext } from '../runs/run-many.ts';
import { plain, type Sql, sql } from '../storage/sql.ts';
import { removalTime } from '../trash/trash-clock.ts';
import type { ClientRepository } from './client-repository.ts';

/** The index is given its merging once for so many rows whose text changed. */
const ROWS_PER_MERGE = 60;
/** More changed clients than this are told as "many". */
const NAMED = 200;
/** Taking back is neither watched nor stopped. */
const UNWATCHED: ManyContext = { signal: new AbortController().signal, progress: () => {} };

const BACK = plain('removed = 0, removed_at = NULL');

interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}
type TagGroups = Map<string, { readonly change: TagChange; readonly ids: number[] }>;

/** How many really changed, and the number that takes it back. */
interface Changed {
  readonly count: number;
  readonly undoId: number;
}

/** What all of it is given: a large change is stopped and watched through it. */
type Context = ManyContext;

/** Each of them happens whole, or not at all when it throws. */
export const createClientBulk = (
  deps: CommonDeps<'db' | 'clock' | 'emit' | 'undos'> & { readonly repository: ClientRepository },
) => {
  const { db, clock, emit, repository, undos } = deps;
  /** Ends a transaction that wrote texts. */
  let unmerged = 0;
  const tidyIndex = (): void => {
    if (unmerged < ROWS_PER_MERGE) return;
    unmerged = 0;
    repository.tidyIndex();
  };

  const changed = (clientIds: readonly number[]): void =>
    emit('clients.changed', { clientIds: clientIds.length > NAMED ? null : [...clientIds] });

  /** Adds to `done` the ids that really changed: they are known also when it fails midway. */
  const update = async (
    clientIds: readonly number[],
    done: number[],
    { signal, progress }: Context,
    statementOf: (id: number) => Sql,
  ): Promise<number> => {
    // In the order of the table, neighbours share their pages. As bare numbers they are sorted three times as fast.
    const inOrder = [...Float64Array.from(clientIds).sort()];
    const write = (id: number): void => {
      if (db.run(statementOf(id)).changes > 0) done.push(id);
    };
    try {
      await writeInSlices(db, inOrder, write, { signal, onSlice: progress });
    } finally {
      if (done.length > 0) changed(done);
    }
    return done.length;
  };

  const archive = (
    accountId: string,
    clientIds: readonly number[],
    archived: boolean,
    context: Context,
    done: number[] = [],
  ) => {
    const at = clock.now();
    return update(
      ...[clientIds, done, context],
      (id) => sql`UPDATE clients SET archived = ${archived}, updated_at = ${at}
        WHERE account_id = ${accountId} AND removed = 0 AND archived <> ${archived} AND id = ${id}`,
    );
  };

  /** Marks what one removal removed: none that a removed client still has. */
  const nextGroup = (accountId: string): number =>
    (db.value<number>(sql`SELECT max(removed) FROM clients WHERE account_id = ${accountId}`) ?? 0) + 1;

  /** What was added and what was taken away; `undefined`: nothing. */
  const retag = (
    accountId: string,
    id: number,
    add: readonly string[],
    gone: ReadonlySet<string>,
  ): TagChange | undefined => {
    const client = repository.stored(accountId, id);
    if (client === undefined) return undefined;
    const tags = normaliseTags([...client.tags.filter((tag) => !gone.has(tag.toLowerCase())), ...add]);
    const change = {
      add: tags.filter((tag) => !client.tags.includes(tag)),
      remove: client.tags.filter((tag) => !tags.includes(tag)),
    };
    if (change.add.length + change.remove.length === 0) return undefined;
    const problems = tagProblems(tags);
    if (problems.length > 0) throw invalidInput('A client would have too many tags.', ...problems);
    repository.write(id, { ...client, tags }, clock.now());
    unmerged += 1;
    return change;
  };

  /** Puts clients by what changed for them into `groups`: few, however many clients, and known when it fails midway. */
  const retagAll = async (
    accountId: string,
    clientIds: readonly number[],
    { add, remove }: TagChange,
    { signal, progress }: Context,
    groups: TagGroups = new Map(),
  ): Promise<number> => {
    const gone = new Set(remove.map((tag) => tag.toLowerCase()));
    const write = (id: number): void => {
      const change = retag(accountId, id, add, gone);
      if (change === undefined) return;
      const key = JSON.stringify(change);
      const group = groups.get(key) ?? { change, ids: [] };
      groups.set(key, group);
      group.ids.push(id);
    };
    try {
      await writeInSlices(db, clientIds, write, { signal, onSlice: progress, finish: tidyIndex });
    } finally {
      changed(clientIds);
    }
    return [...groups.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  };

  const untag = async (accountId: string, groups: TagGroups): Promise<number> => {
    let count = 0;
    for (const { change, ids } of groups.values()) {
      count += await retagAll(accountId, ids, { add: change.remove, remove: change.add }, UNWATCHED);
    }
    return count;
  };

  const bringBack = (accountId: string, group: number): Promise<number> => {
    const removed = sql`account_id = ${accountId} AND removed = ${group}`;
    const ids = selectIds(db, sql`SELECT id FROM clients WHERE ${removed}`);
    return update(ids, [], UNWATCHED, (id) => sql`UPDATE clients SET ${BACK} WHERE ${removed} AND id = ${id}`);
  };

  /** How many are gone for good. */
  const purgeAll = async (ids: readonly number[], options: { readonly signal?: AbortSignal } = {}): Promise<number> => {
    let count = 0;
    const purge = (id: number): void => {
      if (!repository.purge(id)) return;
      count += 1;
      unmerged += 1;
    };
    await writeInSlices(db, ids, purge, { ...options, finish: tidyIndex });
    return count;
  };

  /** Out of the trash. */
  const restore = async (accountId: string, ids: readonly number[]): Promise<number> => {
    const back: { readonly id: number; readonly group: number; readonly at: number | null }[] = [];
    const write = (id: number): void => {
      const trashed = sql`FROM clients WHERE id = ${id} AND account_id = ${accountId} AND removed > 0`;
      const before = db.get<(typeof back)[number]>(sql`SELECT id, removed AS "group", removed_at AS at ${trashed}`);
      if (before === undefined) return;
      db.run(sql`UPDATE clients SET ${BACK} WHERE id = ${id}`);
      back.push(before);
    };
    const throwAway = async (): Promise<number> => {
      await writeInSlices(db, back, ({ id, group, at }) => {
        db.run(sql`UPDATE clients SET removed = ${group}, removed_at = ${at} WHERE id = ${id} AND removed = 0`);
      });
      return back.length;
    };
    await allOrNothing(() => writeInSlices(db, ids, write), throwAway);
    changed(back.map(({ id }) => id));
    return back.length;
  };

  return {
    setArchived: async (
      accountId: string,
      clientIds: readonly number[],
      archived: boolean,
      context: Context,
    ): Promise<Changed> => {
      const ids: number[] = [];
      const undo = () => archive(accountId, ids, !archived, UNWATCHED);
      const count = await allOrNothing(() => archive(accountId, clientIds, archived, context, ids), undo);
      return { count, undoId: undos.keep(accountId, undo) };
    },
    remove: async (accountId: string, clientIds: readonly number[], context: Context): Promise<Changed> => {
      const group = nextGroup(accountId);
      const at = removalTime(db, clock.now());
      const remove = () =>
        update(
          ...[clientIds, [], context],
          (id) =>
            sql`UPDATE clients SET removed = ${group}, removed_at = ${at}
              WHERE account_id = ${accountId} AND removed = 0 AND id = ${id}`,
        );
      const undo = () => bringBack(accountId, group);
      const count = await allOrNothing(remove, undo);
      return { count, undoId: undos.keep(accountId, undo) };
    },
    /** Throws `invalid-input` for a tag that cannot be one. */
    tag: async (
      accountId: string,
      clientIds: readonly number[],
      { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
      context: Context,
    ): Promise<Changed> => {
      const added = normaliseTags(add);
      const problems = tagProblems(added);
      if (problems.length > 0) throw invalidInput('A tag is not right.', ...problems);
      const groups: TagGroups = new Map();
      const undo = () => untag(accountId, groups);
      const change = { add: added, remove };
      const count = await allOrNothing(() => retagAll(accountId, clientIds, change, context, groups), undo);
      return { count, undoId: undos.keep(accountId, undo) };
    },
    /**
     * For the trash. A client that things were bought or generated for stays as a hidden row when it is deleted for good, so
     * that the ledger knows whose they were and the pair can be added again with its history; what else is known of it goes.
     */
    trash: { restore, delete: purgeAll },
    /** For start-up: what other computers have told of clients that were deleted for good. */
    purgeWrittenAgain: async (): Promise<void> => {
      const ids = selectIds(
        db,
        sql`SELECT id FROM clients WHERE account_id IN (SELECT id FROM accounts) AND removed = ${WRITTEN_AGAIN}`,
      );
      await purgeAll(ids);
    },
  };
};
