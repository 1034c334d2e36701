import { useEffect, useRef } from 'react';
import type { PremiumState } from '#shared/contract/premium.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** What is known of a client's premium proxies, kept up to date by the core's events. */
export const usePremiumState = (clientId: number): Query<PremiumState> => {
  const query = useQuery('premium.state', { clientId });
  useDeskEvent('premium.changed', (changed) => {
    if (changed.clientId === clientId) query.reload();
  });
  return query;
};

/** Whoever only walks past a client in the list asks the service nothing. */
const STAY_MS = 700;
const FRESH_MS = 5 * 60_000;

/** Reads the traffic and the whitelist of a client that is looked at, when they were never read or long ago. */
export const useFreshPremium = (state: PremiumState | undefined) => {
  const offline = useIsOffline();
  const balance = useAction('premium.refreshBalance');
  const whitelist = useAction('premium.refreshWhitelist');
  const clientId = state?.clientId;
  const latest = useRef(state);
  latest.current = state;

  useEffect(() => {
    if (clientId === undefined || offline) return;
    const timer = window.setTimeout(() => {
      const isOld = (asOf: number | undefined) => asOf === undefined || Date.now() - asOf > FRESH_MS;
      if (isOld(latest.current?.balance?.asOf)) void balance.run({ clientId });
      if (isOld(latest.current?.whitelist?.asOf)) void whitelist.run({ clientId });
    }, STAY_MS);
    return () => window.clearTimeout(timer);
  }, [clientId, offline, balance.run, whitelist.run]);

  return { balance, whitelist };
};
