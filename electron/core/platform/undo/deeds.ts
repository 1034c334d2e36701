import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { Emit } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { allOrNothing } from '#core/platform/undo/all-or-nothing.ts';
import type { Clock } from '#core/ports.ts';
import type { Deed } from '#shared/contract/undo.ts';
import { type DeedKind, UNDO_MS } from '#shared/domain/deed-kinds.ts';
import {
  addDeedPart,
  deedPart,
  deedPartIds,
  deedsPage,
  dropDeed,
  dropOldDeeds,
  endDeed,
  findDeed,
  notePartUndone,
  type StoredDeed,
} from './deed-repository.ts';

/** Above the numbers of removals that older versions of the app assigned. */
const LEAST_ID = 2 ** 41;
const MOST_ID = 2 ** 47;

/** How one kind of action is undone. */
export interface TakingBack<Part> {
  readonly part: z.ZodType<Part>;
  /**
   * Undoes one part as far as it is still as the action left it, and returns for how many things. Runs in the caller's
   * transaction. It may be called again, and does the same or less then.
   */
  takeBack(accountId: string, part: Part, deedId: number): number;
  /** Runs at the end of each transaction, inside it. */
  readonly finish?: () => void;
}

/** Records what an action changes while it runs. */
export interface DeedNotes<Part> {
  readonly id: number;
  /** Records a change just made, and how many things it concerns. Runs in the transaction of the change. */
  add(part: Part, count: number): void;
}

interface NewDeed {
  readonly accountId: string;
  readonly kind: DeedKind;
  /** The name, if the action is done to one thing. */
  readonly name?: string | null;
}

/** How many things were undone, and how many stay because they were changed since. */
export interface TakenBack {
  readonly count: number;
  readonly left: number;
}

const NOTHING: TakenBack = { count: 0, left: 0 };

export type Deeds = ReturnType<typeof createDeeds>;

/** Stores bulk actions with everything needed to undo them within a day, also after restarts and crashes. */
export const createDeeds = ({
  db,
  clock,
  emit,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
}) => {
  const kinds = new Map<DeedKind, TakingBack<unknown>>();
  const underWay = new Map<number, Promise<unknown>>();
  const beingTakenBack = new Map<number, Promise<TakenBack>>();
  const changed = (): void => emit('undo.changed', {});

  const takeAllBack = async ({ id, accountId, kind }: Pick<StoredDeed, 'id' | 'accountId' | 'kind'>): Promise<void> => {
    const taking = kinds.get(kind);
    if (taking === undefined) return;
    const write = (partId: number): void => {
      const { data, success } = taking.part.safeParse(parseJson(deedPart(db, partId) ?? ''));
      notePartUndone(db, id, partId, success ? taking.takeBack(accountId, data, id) : 0);
    };
    await writeInSlices(db, deedPartIds(db, id), write, taking.finish === undefined ? {} : { finish: taking.finish });
  };

  const takeBack = async (deed: StoredDeed): Promise<TakenBack> => {
    try {
      await takeAllBack(deed);
      endDeed(db, deed.id, clock.now());
    } finally {
      changed();
    }
    const { count, undone } = findDeed(db, deed.accountId, deed.id, 0) ?? deed;
    return { count: undone, left: count - undone };
  };

  /**
   * Begins an action that is not undone when it stops midway: what was done until then stays and can be undone. `end`
   * must be called when it is over.
   */
  const begin = <Part>({
    accountId,
    kind,
    name = null,
  }: NewDeed): DeedNotes<Part> & { count(): number; end(): void } => {
    const id = randomInt(LEAST_ID, MOST_ID);
    const at = clock.now();
    let over = (): void => {};
    underWay.set(
      id,
      new Promise<void>((resolve) => {
        over = resolve;
      }),
    );
    let count = 0;
    return {
      id,
      add: (part, more) => {
        if (more === 0) return;
        count += more;
        addDeedPart(db, { id, accountId, kind, name, at, count: more }, part);
      },
      count: () => count,
      end: () => {
        underWay.delete(id);
        over();
        changed();
      },
    };
  };

  return {
    /** Must be called once per kind, before an action of the kind is done or undone. */
    register: <Part>(kind: DeedKind, taking: TakingBack<Part>): void => {
      kinds.set(kind, taking as TakingBack<unknown>);
    },
    begin,
    /**
     * Does something to many things, completely or, when `work` throws, not at all. If the app dies midway, what was
     * done until then is stored and can be undone.
     */
    note: async <Part>(
      deed: NewDeed,
      work: (notes: DeedNotes<Part>) => Promise<unknown>,
    ): Promise<{ count: number; undoId: number }> => {
      const notes = begin<Part>(deed);
      const undo = async (): Promise<number> => {
        await takeAllBack({ ...deed, id: notes.id });
        dropDeed(db, notes.id);
        return notes.count();
      };
      try {
        await allOrNothing(() => work(notes), undo);
      } finally {
        notes.end();
      }
      return { count: notes.count(), undoId: notes.id };
    },
    /**
     * Undoes an action once, or again if that fails. Does nothing for an unknown action or one of another account.
     * Throws the error of the write.
     */
    takeBack: async (accountId: string, id: number): Promise<TakenBack> => {
      await underWay.get(id);
      const deed = findDeed(db, accountId, id, clock.now());
      if (deed === undefined || deed.undoneAt !== null) return NOTHING;
      const running = beingTakenBack.get(id) ?? takeBack(deed).finally(() => beingTakenBack.delete(id));
      beingTakenBack.set(id, running);
      return running;
    },
    page: (
      accountId: string,
      page: { readonly offset: number; readonly limit: number },
    ): { total: number; rows: Deed[] } => {
      const { total, rows } = deedsPage(db, accountId, clock.now(), page);
      return {
        total,
        rows: rows.map(({ accountId: _, undoneAt, ...deed }) => ({
          ...deed,
          until: deed.at + UNDO_MS,
          state:
            underWay.has(deed.id) || beingTakenBack.has(deed.id)
              ? 'under-way'
              : undoneAt === null
                ? 'done'
                : 'taken-back',
        })),
      };
    },
    /** Deletes actions that are older than a day. `now` must come from a clock that can be trusted. */
    forgetOld: (now: number): void => dropOldDeeds(db, now),
  };
};
