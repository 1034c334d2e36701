import { Button, Group } from '@mantine/core';
import { IconFolderOpen, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListsDetail, Run } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ServiceHint } from '../../../ui/service-hint.tsx';
import styles from '../run.module.css';
import { RunningPanel } from '../running-panel.tsx';

interface RunPanelProps {
  readonly run: Run;
  readonly detail: ListsDetail;
}

/** The panel below the lines: the progress, why the run stopped, and the next steps. */
export const ListsRunPanel = ({ run, detail }: RunPanelProps) =>
  run.state === 'running' ? <Running run={run} detail={detail} /> : <NotRunning run={run} detail={detail} />;

const Running = ({ run, detail: { counts } }: RunPanelProps) => {
  const { t } = useTranslation('common');
  const done = run.total - counts.waiting - counts.running;
  return (
    <RunningPanel run={run} done={done} total={run.total} stop={{ label: t('words.stop'), icon: IconPlayerStop }} />
  );
};

/** Why the run stopped. */
const reasonOf = ({ state, reason }: Run): 'cancelled' | 'interrupted' | 'failures' | 'rate-limited' | 'error' => {
  if (state === 'interrupted') return 'interrupted';
  if (state !== 'stopped') return 'cancelled';
  return reason === 'failures' || reason === 'rate-limited' ? reason : 'error';
};

const NotRunning = ({ run, detail }: RunPanelProps) => {
  const { t } = useTranslation(['runLists', 'lists']);
  const resume = useAction('runs.resume');
  const change = useAction('runs.changePlace');
  const show = useAction('runs.showPlace');
  // Generating needs the service, but saving existing lists does not.
  const noService = useNoService() && detail.params.kind === 'generate';
  const { id: runId, total } = run;
  const { counts, retryable, place, files } = detail;
  const canGoOn = isHalted(run);
  const isWhole = counts.done === total;
  const error = resume.error ?? change.error ?? show.error;
  return (
    <footer className={styles.panel}>
      {canGoOn ? (
        <Notice tone="warn" live="status">
          {t(`stopped.${reasonOf(run)}`)}
          {counts.waiting === 0 ? null : ` ${t('leftToDo', { count: counts.waiting })}`}
        </Notice>
      ) : (
        <Notice tone={isWhole ? 'ok' : 'warn'} live="status">
          {t(isWhole ? 'result.whole' : 'result.partial', { done: counts.done, total })}
        </Notice>
      )}
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      {error === undefined ? null : <ErrorNotice error={error} />}
      <Group gap="8px 12px">
        {canGoOn ? (
          <ServiceHint blocked={noService}>
            <Button variant="filled" size="md" loading={resume.busy} onClick={() => void resume.run({ runId })}>
              {t('resume')}
            </Button>
          </ServiceHint>
        ) : null}
        {canGoOn && place !== null ? (
          <Button size="md" loading={change.busy} onClick={() => void change.run({ runId })}>
            {t('changePlace')}
          </Button>
        ) : null}
        {retryable === 0 || run.state === 'cancelled' ? null : (
          <ServiceHint blocked={noService}>
            <Button
              size="md"
              loading={resume.busy}
              leftSection={<IconRefresh size={15} aria-hidden />}
              onClick={() => void resume.run({ runId, retry: true })}
            >
              {t('retry', { count: retryable })}
            </Button>
          </ServiceHint>
        )}
        {place === null || files === 0 ? null : (
          <>
            <Button
              size="md"
              loading={show.busy}
              leftSection={<IconFolderOpen size={15} aria-hidden />}
              onClick={() => void show.run({ runId })}
            >
              {t('lists:showInFolder')}
            </Button>
            <span className="dim clip selectable" title={place}>
              {t('savedTo', { place })}
            </span>
          </>
        )}
      </Group>
    </footer>
  );
};
