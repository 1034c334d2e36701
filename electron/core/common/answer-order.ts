/**
 * What was asked for before a purchase (a balance, a list of subscriptions) may come back after it, without what was
 * bought. Counted, not timed: clocks are set back.
 */
interface AnswerOrder {
  /** Call it before asking; what it returns says whether the answer is still the newest that is known. */
  ask(clientId: number): () => boolean;
  /** Something newer is known: a purchase told it, or the user changed it. */
  changed(clientId: number): void;
}

export const createAnswerOrder = (): AnswerOrder => {
  const newest = new Map<number, number>();
  let counter = 0;
  const next = (): number => {
    counter += 1;
    return counter;
  };
  return {
    ask: (clientId) => {
      const mine = next();
      return () => {
        if (mine < (newest.get(clientId) ?? 0)) return false;
        newest.set(clientId, mine);
        return true;
      };
    },
    changed: (clientId) => {
      newest.set(clientId, next());
    },
  };
};
