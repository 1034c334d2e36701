/**
 * What was asked for before a purchase (a balance, a list of subscriptions) may come back after it, without what was
 * bought; and of two answers the one that was asked for first may come last. Counted, not timed: clocks are set back.
 *
 * `asOf`: how old what is kept is. It changes, too, when a colleague's reading comes, and nobody else would say so.
 */
export const createAnswerOrder = <Key>(asOf: (key: Key) => number | null = () => null) => {
  const newest = new Map<Key, number>();
  const kept = new Map<Key, number | null>();
  let counter = 0;
  const next = (): number => {
    counter += 1;
    return counter;
  };
  return {
    /**
     * Call it before asking. What it returns keeps the answer, unless something newer is known by then, and says whether it
     * did.
     */
    ask: (key: Key): ((keep: () => void) => boolean) => {
      const mine = next();
      const before = asOf(key);
      return (keep) => {
        const now = asOf(key);
        const isOfColleague = now !== before && now !== kept.get(key);
        if (mine < (newest.get(key) ?? 0) || isOfColleague) return false;
        keep();
        newest.set(key, mine);
        kept.set(key, asOf(key));
        return true;
      };
    },
    /** Something newer is known: a purchase told it, or the user changed it. */
    changed: (key: Key): void => {
      newest.set(key, next());
    },
  };
};
