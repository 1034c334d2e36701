import type { Batch } from '#shared/contract/batch.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { useRunTitle } from '../activity/use-run-title.ts';

/** A batch as it is now: read again at each of its changes. */
export const useBatch = (batchId: number, onChange: () => void): Query<Batch> => {
  const batch = useQuery('batch.get', { batchId });
  const { reload } = batch;
  useDeskEvent('batch.changed', (changed) => {
    if (changed.batchId !== batchId) return;
    reload();
    onChange();
  });
  return batch;
};

/** What it does, for a title. */
export const useBatchTitle = (): ((batch: Batch) => string) => {
  const titleOf = useRunTitle();
  return ({ params, items, counts }) => {
    // Those that are left out from the start get nothing.
    const real = items - counts.skipped;
    const subject =
      params.kind === 'generate'
        ? ({ what: 'generate', clients: real, linesEach: params.recipe.quantity } as const)
        : ({ what: 'export', lists: real } as const);
    return titleOf({ title: '', subject });
  };
};
