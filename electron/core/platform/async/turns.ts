export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue that runs tasks one after another. Each starts when the one before it has ended or failed. */
export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
