import { useTranslation } from 'react-i18next';
import type { Batch } from '#shared/contract/batch.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

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
  const { t } = useTranslation('batch');
  return ({ params, items }) =>
    params.kind === 'generate' ? t('generateRun', { items, lines: params.recipe.quantity }) : t('exportRun', { items });
};
