import { Button, Progress } from '@mantine/core';
import { IconFolderOpen, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '#shared/contract/batch.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Action, useAction } from '../../bridge/use-action.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import styles from './batch.module.css';

interface RunPanelProps {
  readonly batch: Batch;
}

/** Below the items: how far it is, why it stands, and the ways on. */
export const RunPanel = ({ batch }: RunPanelProps) => {
  switch (batch.state) {
    case 'running':
      return <Running batch={batch} />;
    case 'stopped':
      return <Stopped batch={batch} />;
    case 'finished':
      return <Finished batch={batch} />;
  }
};

const Running = ({ batch }: RunPanelProps) => {
  const { t } = useTranslation(['batch', 'common']);
  const stop = useAction('batch.stop');
  const done = batch.items - batch.counts.waiting - batch.counts.running;
  return (
    <footer className={styles.panel}>
      <div className={styles.buttons}>
        <span role="status" className={styles.progressText}>
          {t('progress', { done, total: batch.items })}
        </span>
        <Progress
          className={styles.bar}
          value={(done / Math.max(1, batch.items)) * 100}
          aria-label={t('progressLabel')}
        />
        <Button
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          loading={stop.busy}
          onClick={() => void stop.run({ batchId: batch.id })}
        >
          {t('common:words.stop')}
        </Button>
      </div>
      {stop.error === undefined ? null : <ErrorNotice error={stop.error} />}
    </footer>
  );
};

const Stopped = ({ batch }: RunPanelProps) => {
  const { t } = useTranslation('batch');
  const resume = useAction('batch.resume');
  const change = useAction('batch.changePlace');
  const error = resume.error ?? change.error;
  return (
    <footer className={styles.panel}>
      <Notice tone="warn" live="status">
        {t(`stopped.${batch.stopReason ?? 'cancelled'}`)}
        {batch.counts.waiting === 0 ? null : ` ${t('leftToDo', { count: batch.counts.waiting })}`}
      </Notice>
      {batch.error === null ? null : <ErrorNotice error={batch.error} />}
      {error === undefined ? null : <ErrorNotice error={error} />}
      <div className={styles.buttons}>
        <NeedsService batch={batch}>
          <Button
            variant="filled"
            size="md"
            loading={resume.busy}
            onClick={() => void resume.run({ batchId: batch.id, retry: false })}
          >
            {t('resume')}
          </Button>
        </NeedsService>
        {batch.place === null ? null : (
          <Button size="md" loading={change.busy} onClick={() => void change.run({ batchId: batch.id })}>
            {t('changePlace')}
          </Button>
        )}
        <Retry batch={batch} resume={resume} />
        <Place batch={batch} />
      </div>
    </footer>
  );
};

const Finished = ({ batch }: RunPanelProps) => {
  const { t } = useTranslation('batch');
  const resume = useAction('batch.resume');
  const isWhole = batch.counts.done === batch.items;
  return (
    <footer className={styles.panel}>
      <Notice tone={isWhole ? 'ok' : 'warn'} live="status">
        {t(isWhole ? 'result.whole' : 'result.partial', { done: batch.counts.done, total: batch.items })}
      </Notice>
      {resume.error === undefined ? null : <ErrorNotice error={resume.error} />}
      <div className={styles.buttons}>
        <Retry batch={batch} resume={resume} />
        <Place batch={batch} />
      </div>
    </footer>
  );
};

/** Saving what is in the app needs no network; generating does. */
const NeedsService = ({ batch, children }: RunPanelProps & Pick<ComponentProps<typeof ServiceHint>, 'children'>) => {
  const noService = useNoService() && batch.params.kind === 'generate';
  return <ServiceHint blocked={noService}>{children}</ServiceHint>;
};

const Retry = ({ batch, resume }: RunPanelProps & { readonly resume: Action<'batch.resume'> }) => {
  const { t } = useTranslation('batch');
  if (batch.retryable === 0) return null;
  return (
    <NeedsService batch={batch}>
      <Button
        size="md"
        loading={resume.busy}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() => void resume.run({ batchId: batch.id, retry: true })}
      >
        {t('retry', { count: batch.retryable })}
      </Button>
    </NeedsService>
  );
};

/** Where the files are. */
const Place = ({ batch }: RunPanelProps) => {
  const { t } = useTranslation('batch');
  const show = useAction('batch.showPlace');
  if (batch.place === null || batch.files === 0) return null;
  return (
    <>
      <Button
        size="md"
        loading={show.busy}
        leftSection={<IconFolderOpen size={15} aria-hidden />}
        onClick={() => void show.run({ batchId: batch.id })}
      >
        {t('show')}
      </Button>
      <span className={`${styles.place} selectable`} title={batch.place}>
        {t('savedTo', { place: batch.place })}
      </span>
      {show.error === undefined ? null : <ErrorNotice error={show.error} />}
    </>
  );
};
