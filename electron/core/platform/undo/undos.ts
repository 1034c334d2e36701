import { randomInt } from 'node:crypto';

/** Undoes a change and returns how many things it concerned. */
export type Undo = () => Promise<number>;

/**
 * How many actions are remembered: the toasts of older ones are not visible any more, so they cannot be undone this
 * way.
 */
const KEPT = 20;

export type Undos = ReturnType<typeof createUndos>;

/** Remembers actions that can be undone while the app is open. */
export const createUndos = () => {
  const kept = new Map<number, { readonly accountId: string; readonly undo: Undo }>();
  // If the core restarts while the window stays open, the window still shows messages about earlier actions. Neither their
  // numbers nor those of stored actions (deeds.ts) may be used again.
  let last = 2 ** 47 + randomInt(2 ** 47);
  return {
    /** Returns the number with which the change can be undone. */
    keep: (accountId: string, undo: Undo): number => {
      last += 1;
      kept.set(last, { accountId, undo });
      kept.delete(last - KEPT);
      return last;
    },
    /**
     * Undoes a change, and forgets it unless that fails. Returns how many things it concerned: 0 for an unknown number or
     * another account's. Throws the undo's error.
     */
    takeBack: async (accountId: string, undoId: number): Promise<number> => {
      const found = kept.get(undoId);
      if (found?.accountId !== accountId) return 0;
      kept.delete(undoId);
      try {
        return await found.undo();
      } catch (error) {
        // The rest of the change can still be undone.
        kept.set(undoId, found);
        throw error;
      }
    },
  };
};
