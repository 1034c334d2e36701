import type { PremiumState } from '#shared/contract/premium.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { isStale, useDwell } from '../../bridge/use-dwell.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** The known state of a client's premium proxies. Events of the core keep it up to date. */
export const usePremiumState = (clientId: number): Query<PremiumState> => {
  const query = useQuery('premium.state', { clientId });
  useDeskEvent('premium.changed', (changed) => {
    if (changed.clientId === null || changed.clientId === clientId) query.reload();
  });
  // Data that a colleague bought or read for the client arrives together with the client.
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (clientIds === null || clientIds.includes(clientId)) query.reload();
  });
  return query;
};

/** Reads the traffic and the whitelist of an open client if they were never read, or long ago. */
export const useFreshPremium = (state: PremiumState | undefined) => {
  const balance = useAction('premium.refreshBalance');
  const whitelist = useAction('premium.refreshWhitelist');
  useDwell(state?.clientId, (clientId) => {
    if (isStale(state?.balance?.asOf)) void balance.run({ clientId });
    if (isStale(state?.whitelist?.asOf)) void whitelist.run({ clientId });
  });
  return { balance, whitelist };
};
