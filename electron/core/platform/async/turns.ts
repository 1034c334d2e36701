export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Work that is done one after another: whoever comes while some is under way waits for it, however that ends. */
export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
