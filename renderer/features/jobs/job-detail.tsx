import { Button, Progress } from '@mantine/core';
import { IconCheck, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ImportReportSection } from '../clients/import-report.tsx';
import { RefreshRunPanel } from '../refresh/run-panel.tsx';
import { countText, percentOf } from './job-columns.tsx';
import { JobStateChip } from './job-state-chip.tsx';
import styles from './jobs.module.css';
import { isTroubled, useJobActions, wayToResult } from './use-job-actions.ts';
import { useJobTitle } from './use-job-title.ts';

interface JobDetailProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** One job: how far it is, why it ended, and the way to what it made. */
export const JobDetail = ({ job, onClose }: JobDetailProps) => {
  const { t } = useTranslation('jobs');
  const format = useFormat();
  const title = useJobTitle()(job);
  const result = wayToResult(job);
  useChosenActions(title, useJobActions(job));
  const cancel = useAction('jobs.cancel');
  const dismiss = useAction('jobs.dismiss');
  // It can be paused and resumed as well, so it brings its own buttons.
  const isRefresh = job.kind === 'refresh';
  return (
    <>
      <CardHead title={title} closeLabel={t('close')} onClose={onClose} />
      <div className={styles.detail}>
        <div className={styles.row}>
          <JobStateChip state={job.state} />
          {isRefresh ? null : <span>{countText(job, format)}</span>}
        </div>
        {isRefresh ? null : <Progress value={percentOf(job)} aria-label={t('columns.progress')} />}
        <dl className={styles.facts}>
          <dt>{t('columns.started')}</dt>
          <dd className="selectable">{format.dateTime(job.startedAt)}</dd>
          {job.finishedAt === null ? null : (
            <>
              <dt>{t('finished')}</dt>
              <dd className="selectable">{format.dateTime(job.finishedAt)}</dd>
            </>
          )}
        </dl>
        {/* Asked again when it has ended. */}
        {job.kind === 'import' ? <ImportReportSection key={`${job.id} ${job.state}`} job={job} /> : null}
        {isRefresh && job.targetId !== null ? <RefreshRunPanel key={job.targetId} runId={job.targetId} /> : null}
        {job.error === null || isRefresh ? null : (
          <section aria-label={t('why')}>
            <ErrorNotice error={job.error} />
          </section>
        )}
        <div className={styles.row}>
          {job.state === 'running' && !isRefresh ? (
            <Button
              leftSection={<IconPlayerStop size={15} aria-hidden />}
              loading={cancel.busy}
              onClick={() => void cancel.run({ jobId: job.id })}
            >
              {t('cancel')}
            </Button>
          ) : null}
          {isTroubled(job) ? (
            <Button
              leftSection={<IconCheck size={15} aria-hidden />}
              loading={dismiss.busy}
              onClick={() => void dismiss.run({ jobId: job.id, dismissed: true })}
            >
              {t('dismiss')}
            </Button>
          ) : null}
          {result === undefined ? null : (
            <Button leftSection={<IconFileText size={15} aria-hidden />} onClick={result.run}>
              {t(result.name)}
            </Button>
          )}
        </div>
        {dismiss.error === undefined ? null : <ErrorNotice error={dismiss.error} />}
        {cancel.error === undefined ? null : <ErrorNotice error={cancel.error} />}
      </div>
    </>
  );
};
