import { randomInt } from 'node:crypto';

/** Takes a change back; how many things it concerned. */
export type Undo = () => Promise<number>;

/** Older ones can only be taken back by hand: nobody sees their toast any more. */
const KEPT = 20;

export type Undos = ReturnType<typeof createUndos>;

/** Actions that can be undone while the app is open. */
export const createUndos = () => {
  const kept = new Map<number, { readonly accountId: string; readonly undo: Undo }>();
  // An app that runs on after the core began anew still shows what it could take back before: never the same numbers.
  // Nor one that a deed can have (platform/undo/deeds.ts).
  let last = 2 ** 47 + randomInt(2 ** 47);
  return {
    /** Answers with the number that takes it back. */
    keep: (accountId: string, undo: Undo): number => {
      last += 1;
      kept.set(last, { accountId, undo });
      kept.delete(last - KEPT);
      return last;
    },
    /** Once only, unless it fails; 0 for a number that is not kept, or another account's. Throws what the undo throws. */
    takeBack: async (accountId: string, undoId: number): Promise<number> => {
      const found = kept.get(undoId);
      if (found?.accountId !== accountId) return 0;
      kept.delete(undoId);
      try {
        return await found.undo();
      } catch (error) {
        // The rest of it can still be undone.
        kept.set(undoId, found);
        throw error;
      }
    },
  };
};
