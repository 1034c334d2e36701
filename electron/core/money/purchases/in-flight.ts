import { createTurns, type Turns } from '#core/platform/async/turns.ts';

export type AccountQueue = ReturnType<typeof createAccountQueue>;

/** Creates a queue with one charge at a time per account: two at once could both find the same balance sufficient. */
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

/** Purchases of all accounts from the click to the written end. */
export type InFlight = ReturnType<typeof createInFlight>;

/** Creates the count. `onCount` is called with the number of purchases, for a new one before its work begins. */
export const createInFlight = (onCount: (count: number) => void = () => {}) => {
  const running = new Map<Promise<unknown>, string>();
  return {
    /** Counts a purchase until its work ends. Throws the errors of the work. */
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
    /** Returns whether any purchase is in flight, of one account or of all. */
    has: (accountId?: string) =>
      accountId === undefined ? running.size > 0 : [...running.values()].includes(accountId),
    /** Resolves when all purchases now in flight have ended, whatever their outcome. */
    settled: async (): Promise<void> => {
      await Promise.allSettled([...running.keys()]);
    },
  };
};
