import { useCallback, useEffect, useRef } from 'react';
import type { OverviewSummary, RenewalForecast } from '#shared/contract/overview.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** While a list is generated its changes come ten times a second; a summary is read far less often. */
const QUIET_MS = 400;
/** With very many clients a reading costs the processor nearly half a second: while they are refreshed it waits longer. */
const LONG_QUIET_MS = 5_000;
const MANY = 10_000;

/** How long changes are gathered before everything is counted again. */
export const quietFor = (clients: number): number => (clients > MANY ? LONG_QUIET_MS : QUIET_MS);

/** The summary, read again when anything it sums up has changed. */
export const useOverview = (): Query<OverviewSummary> => {
  const summary = useQuery('overview.summary', {});
  const changed = useLater(summary.reload, quietFor(summary.value?.clients.active ?? 0));
  useDeskEvents(
    [
      'clients.changed',
      'premium.changed',
      'vpn.changed',
      'dedicated.changed',
      'runs.changed',
      'purchases.changed',
      'lists.changed',
      'lists.exported',
      'settings.changed',
      'standing.changed',
    ],
    changed,
  );
  return summary;
};

/** How far the balance goes, read again when what ends, a price or the balance has changed. */
export const useRenewals = (clients: number): Query<RenewalForecast> => {
  const renewals = useQuery('overview.renewals', {});
  const changed = useLater(renewals.reload, quietFor(clients));
  useDeskEvents(['account.changed', 'clients.changed', 'dedicated.changed', 'purchases.changed'], changed);
  return renewals;
};

/** Calls of one moment become one, at its end. */
export const useLater = (work: () => void, quietMs = QUIET_MS): (() => void) => {
  const timer = useRef<number | undefined>(undefined);
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, quietMs);
  }, [quietMs]);
};
