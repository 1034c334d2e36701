import { useCallback, useEffect, useRef } from 'react';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** While a list is generated its changes come ten times a second; a summary is read far less often. */
const QUIET_MS = 400;

/** The summary, read again when anything it sums up has changed. */
export const useOverview = (): Query<OverviewSummary> => {
  const summary = useQuery('overview.summary', {});
  const changed = useLater(summary.reload);
  useDeskEvent('clients.changed', changed);
  useDeskEvent('premium.changed', changed);
  useDeskEvent('vpn.changed', changed);
  useDeskEvent('dedicated.changed', changed);
  useDeskEvent('jobs.changed', changed);
  useDeskEvent('purchases.changed', changed);
  useDeskEvent('lists.changed', changed);
  useDeskEvent('lists.exported', changed);
  useDeskEvent('settings.changed', changed);
  return summary;
};

/** Calls of one moment become one, at its end. */
export const useLater = (work: () => void): (() => void) => {
  const timer = useRef<number | undefined>(undefined);
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, QUIET_MS);
  }, []);
};
