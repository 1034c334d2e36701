import { Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupTask } from '#shared/contract/backup.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** How far the reading, packing and sealing is. */
export const TaskProgress = ({ kind }: { readonly kind: BackupTask['kind'] }) => {
  const { t } = useTranslation('backup');
  const format = useFormat();
  const [task, setTask] = useState<BackupTask | null>(null);
  useDeskEvent('backup.progress', (event) => setTask(event.task));
  const { done, total } = task ?? { done: 0, total: 0 };
  const label = t(`progress.${kind}`);
  return (
    <Stack gap={6} mih={32}>
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={label} />
      <div className="dim" role="status">
        {label} {total === 0 ? '' : t('progress.of', { done: format.bytes(done), total: format.bytes(total) })}
      </div>
    </Stack>
  );
};
