import { createTurns, type Turns } from '#core/platform/async/turns.ts';

export type AccountQueue = ReturnType<typeof createAccountQueue>;

/** One money call at a time per account: two at once could each find the same balance sufficient. */
export const createAccountQueue = () => {
  const turns = new Map<string, Turns>();
  return {
    run: <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
      const inTurn = turns.get(accountId) ?? createTurns();
      turns.set(accountId, inTurn);
      return inTurn(work);
    },
  };
};

/** Purchases from the click to the written end, of every account. */
export type InFlight = ReturnType<typeof createInFlight>;

/** `onCount` hears how many there are; of a new one before its work begins. */
export const createInFlight = (onCount: (count: number) => void = () => {}) => {
  const running = new Map<Promise<unknown>, string>();
  return {
    /** Counts until the work ends. Throws what the work throws. */
    track: <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
      onCount(running.size + 1);
      const mine = work();
      running.set(mine, accountId);
      const done = () => {
        running.delete(mine);
        onCount(running.size);
      };
      mine.then(done, done);
      return mine;
    },
    /** Whether any is under way, of one account or of all. */
    has: (accountId?: string) =>
      accountId === undefined ? running.size > 0 : [...running.values()].includes(accountId),
    /** Resolves when what is under way now has ended, however. */
    settled: async (): Promise<void> => {
      await Promise.allSettled([...running.keys()]);
    },
  };
};
