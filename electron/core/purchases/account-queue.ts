/** One money call at a time per account: two at once could each find the same balance sufficient. */
export interface AccountQueue {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

export const createAccountQueue = (): AccountQueue => {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: (accountId, work) => {
      const before = last.get(accountId) ?? Promise.resolve();
      const mine = before.then(work, work);
      const settled = mine.catch(() => undefined);
      last.set(accountId, settled);
      void settled.then(() => {
        if (last.get(accountId) === settled) last.delete(accountId);
      });
      return mine;
    },
  };
};
