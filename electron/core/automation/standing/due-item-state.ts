import type { Database } from '#core/platform/sqlite/database.ts';
import { json, sql } from '#core/platform/sqlite/sql.ts';
import type { Logger } from '#core/ports.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';
import { canFollow, IllegalDueItemStep, type StoredDueItemState } from '#shared/domain/due-item-states.ts';

export type DueItemStates = ReturnType<typeof createDueItemStates>;

/**
 * The only writer of a due item's state on this computer; a change of a colleague's computer arrives through sync.
 *
 * A step that `DUE_ITEM_TRANSITIONS` does not permit throws `IllegalDueItemStep` in development and in tests. The
 * released app logs each such step once and leaves the item as it is. That is the safer side for money: the states that
 * permit few steps are those of an item that is being paid for or was given up, and neither is ever paid for. An error
 * here would instead keep the order from paying for everything else that is due. `start` alone throws in the released
 * app, too, because a payment follows it.
 */
export const createDueItemStates = (
  db: Database,
  { isStrict = false, logger }: { readonly isStrict?: boolean | undefined; readonly logger: Pick<Logger, 'error'> },
) => {
  const logged = new Set<string>();
  const report = (step: IllegalDueItemStep): void => {
    if (isStrict) throw step;
    if (logged.has(step.message)) return;
    logged.add(step.message);
    logger.error('a due item was left as it was', { reason: step.message });
  };
  const stateOf = (id: number): StoredDueItemState | null =>
    db.value<StoredDueItemState>(sql`SELECT state FROM standing_occasions WHERE id = ${id}`);
  const write = (id: number, state: StoredDueItemState, at: number, error: StoredError | null): void => {
    db.run(sql`UPDATE standing_occasions SET state = ${state}, error_json = ${json(error)},
      at = iif(state = ${state}, at, ${at})
      WHERE id = ${id} AND (state <> ${state} OR error_json IS NOT ${json(error)})`);
  };

  return {
    /** Sets the state, with the error of an item that failed. Returns whether the item has the state now. */
    set: (id: number, state: StoredDueItemState, at: number, error: StoredError | null = null): boolean => {
      const from = stateOf(id);
      if (from === null) return false;
      if (from !== state && !canFollow(from, state)) {
        report(new IllegalDueItemStep(from, state));
        return false;
      }
      write(id, state, at, error);
      return true;
    },
    /** Marks an item that this computer begins to pay for. Throws `IllegalDueItemStep` if it may not. */
    start: (id: number, at: number): void => {
      const from = stateOf(id);
      // An item that is started already may be on its way to the service.
      if (from === null || !canFollow(from, 'started')) throw new IllegalDueItemStep(from ?? 'none', 'started');
      write(id, 'started', at, null);
    },
  };
};
