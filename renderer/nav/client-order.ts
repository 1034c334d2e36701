import { useEffect, useRef } from 'react';

/** Finds the client after this one; `undefined` if there is none. */
type NextOf = (clientId: number) => Promise<number | undefined>;

let nextOf: NextOf | undefined;

/** The client after this one in the selection or the order of the list on the screen, as it is now. */
export const nextClientAfter: NextOf = (clientId) => nextOf?.(clientId) ?? Promise.resolve(undefined);

/** Lets others ask for the next client while the component is shown. */
export const useClientOrder = (next: NextOf): void => {
  const newest = useRef(next);
  newest.current = next;
  useEffect(() => {
    const own: NextOf = (clientId) => newest.current(clientId);
    nextOf = own;
    return () => {
      if (nextOf === own) nextOf = undefined;
    };
  }, []);
};
