import { useEffect, useRef } from 'react';
import type { EventName, EventPayload } from '#shared/contract/index.ts';
import { subscribe } from './desk.ts';

/** Calls the newest `listener` for each event while the component is shown. */
export const useDeskEvent = <N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): void => {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => subscribe(event, (payload) => latest.current(payload)), [event]);
};

/** Does the same for several events. */
export const useDeskEvents = (events: readonly EventName[], listener: () => void): void => {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const names = events.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same names in another array are not other events.
  useEffect(() => {
    const ends = events.map((event) => subscribe(event, () => latest.current()));
    return () => {
      for (const end of ends) end();
    };
  }, [names]);
};
