import { createTurns, type Turns } from '../common/turns.ts';

/** One money call at a time per account: two at once could each find the same balance sufficient. */
export interface AccountQueue {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

export const createAccountQueue = (): AccountQueue => {
  const turns = new Map<string, Turns>();
  return {
    run: (accountId, work) => {
      const inTurn = turns.get(accountId) ?? createTurns();
      turns.set(accountId, inTurn);
      return inTurn(work);
    },
  };
};

/** Purchases from the click to the written end, of every account. */
export interface InFlight {
  /** Counts until the work ends. Throws what the work throws. */
  track<T>(accountId: string, work: () => Promise<T>): Promise<T>;
  /** Of one account, or of any. */
  has(accountId?: string): boolean;
  /** Resolves when what is under way now has ended, however. */
  settled(): Promise<void>;
}

/** `onCount` hears how many there are; of a new one before its work begins. */
export const createInFlight = (onCount: (count: number) => void = () => {}): InFlight => {
  const running = new Map<Promise<unknown>, string>();
  return {
    track: (accountId, work) => {
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
    has: (accountId) => (accountId === undefined ? running.size > 0 : [...running.values()].includes(accountId)),
    settled: async () => {
      await Promise.allSettled([...running.keys()]);
    },
  };
};
