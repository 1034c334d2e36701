import { useEffect, useRef } from 'react';
import type { VpnState } from '#shared/contract/vpn.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** What is known of a client's VPN subscriptions, kept up to date by the core's events. */
export const useVpnState = (clientId: number): Query<VpnState> => {
  const query = useQuery('vpn.state', { clientId });
  useDeskEvent('vpn.changed', (changed) => {
    if (changed.clientId === clientId) query.reload();
  });
  return query;
};

/** Whoever only walks past a client in the list asks the service nothing. */
const STAY_MS = 700;
const FRESH_MS = 5 * 60_000;

/** Reads the subscriptions of a client that is looked at, when they were never read or long ago. */
export const useFreshVpn = (state: VpnState | undefined) => {
  const offline = useIsOffline();
  const refresh = useAction('vpn.refresh');
  const clientId = state?.clientId;
  const latest = useRef(state);
  latest.current = state;

  useEffect(() => {
    if (clientId === undefined || offline) return;
    const timer = window.setTimeout(() => {
      const asOf = latest.current?.asOf ?? null;
      if (asOf === null || Date.now() - asOf > FRESH_MS) void refresh.run({ clientId });
    }, STAY_MS);
    return () => window.clearTimeout(timer);
  }, [clientId, offline, refresh.run]);

  return refresh;
};
