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
import { createDeedRepository, type StoredDeed } from './deed-repository.ts';

/** Above the groups of removals that older versions of the app gave. */
const LEAST_ID = 2 ** 41;
const MOST_ID = 2 ** 47;

/** How one kind of deeds is taken back. */
export interface TakingBack<Part> {
  readonly part: z.ZodType<Part>;
  /**
   * Takes back of one part what is still as the deed left it; of how many things. Joins the transaction that is open; does the
   * same or less when it is called again.
   */
  takeBack(accountId: string, part: Part, deedId: number): number;
  /** Ends each transaction, inside it. */
  readonly finish?: () => void;
  /** Tells the window, when all is taken back or that has failed. */
  readonly told: () => void;
}

/** The action that is being noted. */
export interface DeedNotes<Part> {
  readonly id: number;
  /** Notes what was just changed, and how many things that are. Joins the transaction that changes them. */
  add(part: Part, count: number): void;
}

interface NewDeed {
  readonly accountId: string;
  readonly kind: DeedKind;
  /** Where it is done to one thing. */
  readonly name?: string | null;
}

/** How much is taken back, and how much stays because somebody has changed it since. */
export interface TakenBack {
  readonly count: number;
  readonly left: number;
}

const NOTHING: TakenBack = { count: 0, left: 0 };

export type Deeds = ReturnType<typeof createDeeds>;

/** Bulk actions, stored with everything needed to undo them: for a day, and across restarts and kills. */
export const createDeeds = ({
  db,
  clock,
  emit,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
}) => {
  const repository = createDeedRepository(db);
  const kinds = new Map<DeedKind, TakingBack<unknown>>();
  const underWay = new Map<number, Promise<unknown>>();
  const beingTakenBack = new Map<number, Promise<TakenBack>>();
  const changed = (): void => emit('undo.changed', {});

  const takeAllBack = async ({ id, accountId, kind }: Pick<StoredDeed, 'id' | 'accountId' | 'kind'>): Promise<void> => {
    const taking = kinds.get(kind);
    if (taking === undefined) return;
    const write = (partId: number): void => {
      const { data, success } = taking.part.safeParse(parseJson(repository.part(partId) ?? ''));
      repository.noteBack(id, partId, success ? taking.takeBack(accountId, data, id) : 0);
    };
    try {
      await writeInSlices(
        db,
        repository.partIds(id),
        write,
        taking.finish === undefined ? {} : { finish: taking.finish },
      );
    } finally {
      taking.told();
    }
  };

  const takeBack = async (deed: StoredDeed): Promise<TakenBack> => {
    try {
      await takeAllBack(deed);
      repository.end(deed.id, clock.now());
    } finally {
      changed();
    }
    const { count, back } = repository.find(deed.accountId, deed.id, 0) ?? deed;
    return { count: back, left: count - back };
  };

  /** Something is begun that stays as far as it goes, and is taken back as far as it went. `end` says that it is over. */
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
        repository.add({ id, accountId, kind, name, at, count: more }, part);
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
    /** Once, before anything of the kind is done or taken back. */
    register: <Part>(kind: DeedKind, taking: TakingBack<Part>): void => {
      kinds.set(kind, taking as TakingBack<unknown>);
    },
    begin,
    /**
     * Does something to many things, whole or not at all when it throws. Where the app dies midway, what was done by then is
     * noted, and can be taken back.
     */
    note: async <Part>(
      deed: NewDeed,
      work: (notes: DeedNotes<Part>) => Promise<unknown>,
    ): Promise<{ count: number; undoId: number }> => {
      const notes = begin<Part>(deed);
      const undo = async (): Promise<number> => {
        await takeAllBack({ ...deed, id: notes.id });
        repository.drop(notes.id);
        return notes.count();
      };
      try {
        await allOrNothing(() => work(notes), undo);
      } finally {
        notes.end();
      }
      return { count: notes.count(), undoId: notes.id };
    },
    /** Once only, unless it fails; nothing for what is not kept, or another account's. Throws what the writing throws. */
    takeBack: async (accountId: string, id: number): Promise<TakenBack> => {
      await underWay.get(id);
      const deed = repository.find(accountId, id, clock.now());
      if (deed === undefined || deed.takenBackAt !== null) return NOTHING;
      const running = beingTakenBack.get(id) ?? takeBack(deed).finally(() => beingTakenBack.delete(id));
      beingTakenBack.set(id, running);
      return running;
    },
    page: (
      accountId: string,
      page: { readonly offset: number; readonly limit: number },
    ): { total: number; rows: Deed[] } => {
      const { total, rows } = repository.page(accountId, clock.now(), page);
      return {
        total,
        rows: rows.map(({ accountId: _, takenBackAt, ...deed }) => ({
          ...deed,
          until: deed.at + UNDO_MS,
          state:
            underWay.has(deed.id) || beingTakenBack.has(deed.id)
              ? 'under-way'
              : takenBackAt === null
                ? 'done'
                : 'taken-back',
        })),
      };
    },
    /** Those whose day is over by a clock that can be believed. */
    forgetOld: (now: number): void => repository.dropOld(now),
  };
};
