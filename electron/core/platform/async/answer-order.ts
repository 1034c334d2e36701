export type AnswerOrder<Key> = ReturnType<typeof createAnswerOrder<Key>>;

/**
 * Decides which answers of the service may be stored. An answer that was requested before a purchase (a balance, a list
 * of subscriptions) can arrive after it and lack what was bought; and of two answers, the one requested first can
 * arrive last. Requests are counted instead of timed, because clocks can be set back.
 *
 * `asOf`: the time of the stored reading. It also changes when a reading from a colleague's computer is stored, which
 * is not reported in any other way.
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
     * Must be called before the request. Returns a function that calls `keep` to store the answer, unless something
     * newer is known by then, and returns whether it did.
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
    /** Notes that something newer than all requests so far is known: a purchase reported it, or the user changed it. */
    changed: (key: Key): void => {
      newest.set(key, next());
    },
  };
};
