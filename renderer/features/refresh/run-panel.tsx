import { Button, Progress } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { FailureList } from './failure-list.tsx';
import styles from './refresh.module.css';
import { cancelRefresh, pauseRefresh, resumeRefresh, retryRefresh } from './refresh-actions.ts';
import { isMoving, isOpen } from './store.ts';
import { useBusy } from './use-busy.ts';
import { useRunText } from './use-run-text.ts';

/** One run in Activity: how far it is, what can be done with it, and whom it could not read. */
export const RefreshRunPanel = ({ runId }: { readonly runId: number }) => {
  const { t } = useTranslation('refresh');
  const query = useQuery('refresh.get', { runId });
  useDeskEvent('refresh.changed', (changed) => {
    if (changed.runId === runId) query.reload();
  });
  const textOf = useRunText();
  if (query.error !== undefined) return <ErrorNotice error={query.error} onRetry={query.reload} />;
  const run = query.value;
  if (run === undefined) return null;
  return (
    <div className={styles.panel}>
      <p className={styles.line} role="status">
        {textOf(run)}
      </p>
      <Progress value={((run.done + run.failed) / Math.max(1, run.total)) * 100} aria-label={t('progress')} />
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      <Actions run={run} />
      {run.failed === 0 ? null : <FailureList run={run} />}
    </div>
  );
};

const Actions = ({ run }: { readonly run: RefreshRun }) => {
  const { t } = useTranslation('refresh');
  const noService = useNoService();
  const { busy, during } = useBusy();
  const { runId } = run;
  return (
    <div className={styles.actions}>
      {isMoving(run) ? (
        <Button loading={busy} leftSection={<IconPlayerPause {...ICON} />} onClick={() => during(pauseRefresh(runId))}>
          {t('pause')}
        </Button>
      ) : null}
      {run.state === 'paused' || run.state === 'stopped' ? (
        <ServiceHint blocked={noService}>
          <Button
            loading={busy}
            leftSection={<IconPlayerPlay {...ICON} />}
            onClick={() => during(resumeRefresh(runId))}
          >
            {t('resume')}
          </Button>
        </ServiceHint>
      ) : null}
      {isOpen(run) ? (
        <Button leftSection={<IconPlayerStop {...ICON} />} onClick={() => during(cancelRefresh(runId))}>
          {t('cancel')}
        </Button>
      ) : null}
      {run.failed > 0 ? (
        <ServiceHint blocked={noService}>
          <Button leftSection={<IconRefresh {...ICON} />} onClick={() => during(retryRefresh(runId))}>
            {t('retry', { count: run.failed })}
          </Button>
        </ServiceHint>
      ) : null}
    </div>
  );
};
