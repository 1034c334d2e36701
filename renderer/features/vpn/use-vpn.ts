import type { VpnState } from '#shared/contract/vpn.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { isStale, useLookedAt } from '../../bridge/use-looked-at.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** What is known of a client's VPN subscriptions, kept up to date by the core's events. */
export const useVpnState = (clientId: number): Query<VpnState> => {
  const query = useQuery('vpn.state', { clientId });
  useDeskEvent('vpn.changed', (changed) => {
    if (changed.clientId === clientId) query.reload();
  });
  return query;
};

/** Reads the subscriptions of a client that is looked at, when they were never read or long ago. */
export const useFreshVpn = (state: VpnState | undefined) => {
  const refresh = useAction('vpn.refresh');
  useLookedAt(state?.clientId, (clientId) => {
    if (isStale(state?.asOf)) void refresh.run({ clientId });
  });
  return refresh;
};
