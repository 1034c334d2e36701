import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupTask } from '#shared/contract/backup.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { CountedProgress } from '../../ui/counted-progress.tsx';

/** The progress of reading, packing and encrypting. */
export const TaskProgress = ({ kind }: { readonly kind: BackupTask['kind'] }) => {
  const { t } = useTranslation('backup');
  const format = useFormat();
  const [task, setTask] = useState<BackupTask | null>(null);
  useDeskEvent('backup.progress', (event) => setTask(event.task));
  const { done, total } = task ?? { done: 0, total: 0 };
  const of = t('progress.of', { done: format.bytes(done), total: format.bytes(total) });
  return <CountedProgress label={t(`progress.${kind}`)} done={done} total={total} of={of} />;
};
