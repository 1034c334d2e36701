import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import { mayCountDays } from '#core/catalogue/trash/trash-clock.ts';
import type { CommonDeps } from '#core/context.ts';
import type { ManyContext } from '#core/engine/run-many.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { SharedChange } from '#shared/contract/shared-desk.ts';
import type { TrashRow } from '#shared/contract/trash.ts';
import { TRASH_KINDS, type TrashKind } from '#shared/domain/trash-rules.ts';
import { correctDates, createTrashLists, dueIds } from './trash-lists.ts';

/** One kind of things in the trash. Ids that are not in it are ignored. */
export interface TrashedThings {
  /** Restores all things, or none if it throws. Returns their number. */
  restore(accountId: string, ids: readonly number[]): Promise<number>;
  /** Deletes things permanently until the signal aborts. Returns their number. */
  delete(ids: readonly number[], context?: Pick<ManyContext, 'signal'>): Promise<number>;
}

export interface TrashDeps extends CommonDeps<'db' | 'clock' | 'session' | 'closing' | 'deeds'> {
  readonly things: Readonly<Record<TrashKind, TrashedThings>>;
  /** Returns which computers of a shared desk changed these things. */
  readonly changes: (kind: TrashKind, ids: readonly number[]) => Promise<readonly SharedChange[]>;
  /** How far this computer's clock is ahead of the service's, in ms; `null` if the service has not said. */
  readonly clockAheadMs: () => number | null;
}

const ALL = { filter: { search: '' }, sort: { by: 'removed', direction: 'desc' } } as const;

export type Trash = ReturnType<typeof createTrash>;

/** Creates the feature "trash", where removed things stay for 30 days: docs/architecture.md#trash. */
export const createTrash = (deps: TrashDeps) => {
  const { db, clock, session, things } = deps;
  const lists = createTrashLists(db, () => clock.now());

  const withRemovers = async (kind: TrashKind, rows: readonly Omit<TrashRow, 'by'>[]): Promise<TrashRow[]> => {
    const ids = rows.map(({ id }) => id);
    const removals = ids.length === 0 ? [] : (await deps.changes(kind, ids)).filter(({ field }) => field === REMOVED);
    const removers = new Map(removals.map(({ id, computer }) => [id, { computer }]));
    return rows.map((row) => ({ ...row, by: removers.get(row.id) ?? null }));
  };

  const handlers: FeatureHandlers<'trash'> = {
    'trash.list': async ({ kind, ...question }) => {
      const { total, rows } = lists[kind].page(session.accountId(), question);
      return { total, rows: await withRemovers(kind, rows) };
    },
    'trash.ids': ({ kind, ...question }) => ({ ids: [...lists[kind].ids(session.accountId(), question)] }),
    'trash.restore': async ({ kind, ids }) => {
      const count = await things[kind].restore(session.accountId(), ids);
      return { count, gone: ids.length - count };
    },
    'trash.delete': async ({ kind, ids }) => {
      const there = lists[kind].inOrder(session.accountId(), ALL, ids);
      const count = await things[kind].delete(there);
      return { count, gone: ids.length - count };
    },
  };

  return {
    handlers,
    /**
     * Permanently deletes things whose 30 days are over, if the clocks allow counting days. Called at the start and now
     * and then.
     */
    purge: async (): Promise<void> => {
      const now = clock.now();
      if (!db.transaction(() => mayCountDays(db, now, deps.clockAheadMs()))) return;
      deps.deeds.forgetOld(now);
      correctDates(db, now);
      for (const kind of TRASH_KINDS) {
        const ids = dueIds(db, kind, now);
        if (ids.length > 0) await things[kind].delete(ids, { signal: deps.closing });
      }
    },
  };
};
