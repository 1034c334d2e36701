import { Menu } from '@mantine/core';
import { IconCopy, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import { call } from '../../bridge/desk.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ICON } from '../../ui/menu-icon.ts';
import { errorToast } from '../../ui/undo-toast.tsx';
import { useJobTitle } from './use-job-title.ts';

interface JobMenuItemsProps {
  readonly job: Job;
  readonly onOpenResult: () => void;
}

const stop = async (jobId: number): Promise<void> => {
  const result = await call('jobs.cancel', { jobId });
  if (!result.ok) errorToast(result.error);
};

/** What can be done with one job, behind the right click. */
export const JobMenuItems = ({ job, onOpenResult }: JobMenuItemsProps) => {
  const { t } = useTranslation('jobs');
  const titleOf = useJobTitle();
  return (
    <>
      {job.targetId === null ? null : (
        <Menu.Item leftSection={<IconFileText {...ICON} />} onClick={onOpenResult}>
          {job.kind === 'bulk' ? t('openRun') : t('openResult')}
        </Menu.Item>
      )}
      {job.state === 'running' ? (
        <Menu.Item leftSection={<IconPlayerStop {...ICON} />} onClick={() => void stop(job.id)}>
          {t('cancel')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => copyText(titleOf(job))}>
        {t('copyTitle')}
      </Menu.Item>
    </>
  );
};
