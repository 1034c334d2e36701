import { useEffect, useRef } from 'react';
import type { VpnState } from '#shared/contract/vpn.ts';
import { type Action, useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** The known state of a client's VPN subscriptions. Events of the core keep it up to date. `null` asks nothing. */
export const useVpnState = (clientId: number | null): Query<VpnState> => {
  const query = useQuery('vpn.state', clientId === null ? null : { clientId });
  useDeskEvent('vpn.changed', (changed) => {
    if (changed.clientId === null || changed.clientId === clientId) query.reload();
  });
  // Data that a colleague bought or read for the client arrives together with the client.
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (clientId !== null && (clientIds === null || clientIds.includes(clientId))) query.reload();
  });
  return query;
};

/** The subscriptions, read from the service if they never were, for a dialog that chooses one of them. */
export const useLoadedVpn = (
  clientId: number | null,
): { readonly state: Query<VpnState>; readonly refresh: Action<'vpn.refresh'>; readonly isReading: boolean } => {
  const state = useVpnState(clientId);
  const refresh = useAction('vpn.refresh');
  const asked = useRef<number | null>(null);
  const isUnread = state.value !== undefined && state.value.asOf === null && state.value.subscriptions.length === 0;
  const { run } = refresh;
  useEffect(() => {
    if (clientId === null || !isUnread || asked.current === clientId) return;
    asked.current = clientId;
    void run({ clientId });
  }, [clientId, isUnread, run]);
  // The answer arrives a moment before the state that contains it, and until then the subscriptions count as unknown.
  const isWaiting = isUnread && refresh.error === undefined;
  return { state, refresh, isReading: state.value === undefined || isWaiting };
};
