import { Button, Group } from '@mantine/core';
import { IconFileText, IconListCheck, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckDetail, Run } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { type Action, useAction } from '../../../bridge/use-action.ts';
import { go } from '../../../nav/router.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { doneToast } from '../../../ui/undo-toast.tsx';
import styles from '../run.module.css';
import { RunningPanel } from '../running-panel.tsx';

interface CheckPanelProps {
  readonly run: Run;
  readonly detail: CheckDetail;
}

/** The panel below the proxies: the progress, why the check stopped, and lists that can be made from the results. */
export const CheckPanel = ({ run, detail }: CheckPanelProps) => {
  const { t } = useTranslation(['checks', 'common']);
  if (run.state !== 'running') return <NotRunning run={run} detail={detail} />;
  const { total } = run;
  const stop = { label: t('common:words.stop'), icon: IconPlayerStop };
  return <RunningPanel run={run} done={total - detail.counts.waiting} total={total} stop={stop} />;
};

const whyOf = ({ state, reason }: Run): 'paused' | 'interrupted' | 'failures' | 'error' => {
  if (state === 'paused' || state === 'interrupted') return state;
  return reason === 'failures' ? 'failures' : 'error';
};

type Counts = CheckDetail['counts'];

const workingOf = ({ alive, slow }: Counts): number => alive + slow;

/** Says how the check ended, and what it found. */
const Result = ({ run, counts }: { readonly run: Run; readonly counts: Counts }) => {
  const { t } = useTranslation('checks');
  const canGoOn = isHalted(run);
  const working = workingOf(counts);
  return (
    <Notice tone={canGoOn || working === 0 ? 'warn' : 'ok'} live="status">
      {canGoOn ? `${t(`stopped.${whyOf(run)}`)} ` : run.state === 'cancelled' ? `${t('stopped.cancelled')} ` : ''}
      {t('result', { count: run.total - counts.waiting - counts.unreadable, working })}
      {counts.unreadable === 0 ? '' : ` ${t('unread', { count: counts.unreadable })}`}
      {counts.waiting === 0 ? '' : ` ${t('left', { count: counts.waiting })}`}
    </Notice>
  );
};

interface KeepButtonsProps {
  readonly runId: number;
  readonly counts: Counts;
  /** Making a list is the next step, so its button stands out. */
  readonly isNext: boolean;
  readonly keep: Action<'runs.keepWorking'>;
}

/** Make lists of the proxies that work, or of the fast ones alone. */
const KeepButtons = ({ runId, counts, isNext, keep }: KeepButtonsProps) => {
  const { t } = useTranslation('checks');
  const working = workingOf(counts);
  const make = async (fastOnly: boolean) => {
    const made = await keep.run({ runId, fastOnly });
    if (!made.ok) return;
    doneToast(t('kept', { count: made.value.lines }));
    go('lists', { listId: made.value.listId });
  };
  return (
    <>
      {working === 0 ? null : (
        <Button
          variant={isNext ? 'filled' : 'default'}
          size="md"
          leftSection={<IconListCheck size={16} aria-hidden />}
          loading={keep.busy}
          onClick={() => void make(false)}
        >
          {t('keep', { count: working })}
        </Button>
      )}
      {counts.slow === 0 || counts.alive === 0 ? null : (
        <Button size="md" disabled={keep.busy} onClick={() => void make(true)}>
          {t('keepFast', { count: counts.alive })}
        </Button>
      )}
    </>
  );
};

const NotRunning = ({ run, detail: { counts, listId, params } }: CheckPanelProps) => {
  const { t } = useTranslation(['checks', 'lists']);
  const resume = useAction('runs.resume');
  const keep = useAction('runs.keepWorking');
  const close = useAction('runs.cancel');
  const { id: runId } = run;
  const canGoOn = isHalted(run);
  const failed = counts.refused + counts.dead;
  const isThere = params.kind === 'check-proxies' || listId !== null;
  const error = resume.error ?? keep.error ?? close.error;
  return (
    <footer className={styles.panel}>
      <Result run={run} counts={counts} />
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      <ErrorNotice error={error} />
      <Group gap="8px 12px">
        {canGoOn && isThere ? (
          <Button variant="filled" size="md" loading={resume.busy} onClick={() => void resume.run({ runId })}>
            {t('resume')}
          </Button>
        ) : null}
        {isThere ? <KeepButtons runId={runId} counts={counts} isNext={!canGoOn} keep={keep} /> : null}
        {failed === 0 || !isThere || run.state === 'cancelled' ? null : (
          <Button
            size="md"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={resume.busy}
            onClick={() => void resume.run({ runId, retry: true })}
          >
            {t('retry', { count: failed })}
          </Button>
        )}
        {canGoOn && counts.waiting > 0 ? (
          <Button size="md" loading={close.busy} onClick={() => void close.run({ runId })}>
            {t('leave')}
          </Button>
        ) : null}
        {listId === null ? null : (
          <Button
            size="md"
            leftSection={<IconFileText size={15} aria-hidden />}
            onClick={() => go('lists', { listId })}
          >
            {t('lists:openList')}
          </Button>
        )}
      </Group>
    </footer>
  );
};
