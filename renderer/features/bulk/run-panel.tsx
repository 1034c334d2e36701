import { Button, Progress } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkRun, ChargeState } from '#shared/contract/bulk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bulk.module.css';
import { labelOf } from './line-columns.tsx';
import { StartForm } from './start-form.tsx';
import { StoppedPanel } from './stopped-panel.tsx';

/** Below the lines: what can be done with the run now. */
export const RunPanel = ({ run }: { readonly run: BulkRun }) => {
  const [reviewed, setReviewed] = useState(false);
  // What is agreed to is agreed to once: when it stops again, that is what is shown.
  const forget = () => setReviewed(false);
  switch (run.state) {
    case 'planned':
      return run.waitingCharges === 0 ? <NothingToDo /> : <StartForm run={run} />;
    case 'running':
      return <Running run={run} />;
    case 'stopped':
      return reviewed && run.waitingCharges > 0 && run.counts.unknown === 0 ? (
        <StartForm run={run} onBack={forget} onStarted={forget} />
      ) : (
        <StoppedPanel run={run} onReviewed={() => setReviewed(true)} />
      );
    case 'finished':
    case 'closed':
      return <Over run={run} />;
  }
};

const NothingToDo = () => {
  const { t } = useTranslation('bulk');
  return (
    <footer className={styles.panel}>
      <Notice tone="warn" live="status">
        {t('nothingToDo')}
      </Notice>
    </footer>
  );
};

const Running = ({ run }: { readonly run: BulkRun }) => {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const pause = useAction('bulk.pause');
  const total = run.lines - run.counts.cannot;
  const done = total - run.counts.waiting - run.counts.buying;
  return (
    <footer className={styles.panel}>
      <div className={styles.row}>
        <span role="status" className={styles.progressText}>
          {t('progress', { done, total })}
          {run.waitsUntil === null ? null : ` ${t('waits', { moment: format.time(run.waitsUntil) })}`}
        </span>
        <Progress className={styles.bar} value={(done / Math.max(1, total)) * 100} aria-label={t('progressLabel')} />
        <Button
          leftSection={<IconPlayerPause size={15} aria-hidden />}
          loading={pause.busy}
          onClick={() => void pause.run({ runId: run.id })}
        >
          {t('pause')}
        </Button>
      </div>
      {pause.error === undefined ? null : <ErrorNotice error={pause.error} />}
    </footer>
  );
};

const REST = [
  'waiting',
  'unknown',
  'goods-missing',
  'rejected',
  'not-charged',
  'skipped',
  'cannot',
] as const satisfies readonly ChargeState[];

const Over = ({ run }: { readonly run: BulkRun }) => {
  const { t } = useTranslation('bulk');
  const words = useTexts();
  const format = useFormat();
  const isWhole = run.counts.done === run.lines;
  // All lines are in the sum: what is named is what the views above count.
  const rest = REST.filter((state) => run.counts[state] > 0).map(
    (state) =>
      `${labelOf({ state, basis: null }, words, run.state === 'closed')}: ${format.number(run.counts[state])}.`,
  );
  return (
    <footer className={styles.panel}>
      <Notice tone={isWhole ? 'ok' : 'warn'} live="status">
        {[
          ...(run.state === 'closed' ? [t('result.closed')] : []),
          t(isWhole ? 'result.whole' : 'result.partial', { done: run.counts.done, total: run.lines }),
          ...rest,
          t('result.charged', { amount: format.roublesShort(run.chargedKopecks) }),
          ...(isWhole ? [] : [t('result.reasons')]),
        ].join(' ')}
      </Notice>
    </footer>
  );
};
