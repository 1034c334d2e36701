import { useCallback, useEffect, useRef } from 'react';
import type { OverviewSummary, RenewalForecast } from '#shared/contract/overview.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** A list in progress changes ten times a second. A summary is read far less often. */
const QUIET_MS = 400;
/** With very many clients, a reading costs half a second of processor time. During their refresh it waits longer. */
const LONG_QUIET_MS = 5_000;
const MANY = 10_000;

/** How long to gather changes before everything is counted again. */
export const quietFor = (clients: number): number => (clients > MANY ? LONG_QUIET_MS : QUIET_MS);

/** The summary, read again after every change of what it summarizes. */
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

/** The forecast of the balance, read again when an end date, a price or the balance has changed. */
export const useRenewals = (clients: number): Query<RenewalForecast> => {
  const renewals = useQuery('overview.renewals', {});
  const changed = useLater(renewals.reload, quietFor(clients));
  useDeskEvents(['account.changed', 'clients.changed', 'dedicated.changed', 'purchases.changed'], changed);
  return renewals;
};

/** Merges calls in quick succession into one, after the last of them. */
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
