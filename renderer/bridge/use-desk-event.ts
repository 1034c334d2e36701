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

/** The same for several; `events` must be the same array each time. */
export const useDeskEvents = (events: readonly EventName[], listener: () => void): void => {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const ends = events.map((event) => subscribe(event, () => latest.current()));
    return () => {
      for (const end of ends) end();
    };
  }, [events]);
};
