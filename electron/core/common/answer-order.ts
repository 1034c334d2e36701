/**
 * What was asked for before a purchase (a balance, a list of subscriptions) may come back after it, without what was
 * bought. Counted, not timed: clocks are set back.
 */
export const createAnswerOrder = () => {
  const newest = new Map<number, number>();
  let counter = 0;
  const next = (): number => {
    counter += 1;
    return counter;
  };
  return {
    /** Call it before asking; what it returns says whether the answer is still the newest that is known. */
    ask: (clientId: number): (() => boolean) => {
      const mine = next();
      return () => {
        if (mine < (newest.get(clientId) ?? 0)) return false;
        newest.set(clientId, mine);
        return true;
      };
    },
    /** Something newer is known: a purchase told it, or the user changed it. */
    changed: (clientId: number): void => {
      newest.set(clientId, next());
    },
  };
};
