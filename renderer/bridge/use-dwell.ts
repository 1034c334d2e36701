import { useEffect, useRef } from 'react';
import { useNoService } from './service-gap.ts';

/** Moving through a list of clients must not send a request to the service for each of them. */
const STAY_MS = 700;
const FRESH_MS = 5 * 60_000;

/** Whether something was never read, or so long ago that it is worth reading again. `asOf` is ms since the epoch, UTC. */
export const isStale = (asOf: number | null | undefined): boolean =>
  asOf === undefined || asOf === null || Date.now() - asOf > FRESH_MS;

/** Calls the newest `read` once a client has stayed open for a moment and the service can be reached. */
export const useDwell = (clientId: number | undefined, read: (clientId: number) => void): void => {
  const noService = useNoService();
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (clientId === undefined || noService) return;
    const timer = window.setTimeout(() => latest.current(clientId), STAY_MS);
    return () => window.clearTimeout(timer);
  }, [clientId, noService]);
};
