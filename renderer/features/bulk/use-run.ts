import type { BulkRun } from '#shared/contract/bulk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

/** A run as it is now: read again at each of its changes, and when one of its purchases is settled. */
export const useRun = (runId: number, onChange: () => void): Query<BulkRun> => {
  const run = useQuery('bulk.get', { runId });
  const { reload } = run;
  const again = () => {
    reload();
    onChange();
  };
  useDeskEvent('bulk.changed', (changed) => {
    if (changed.runId === runId) again();
  });
  useDeskEvent('purchases.changed', again);
  return run;
};
