import { Group } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargeState, PurchasesDetail, Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useTexts } from '../../../i18n/use-language.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../run.module.css';
import { RunningPanel } from '../running-panel.tsx';
import { BoughtActions } from './bought-actions.tsx';
import { labelOf } from './line-columns.tsx';
import { StartForm } from './start-form.tsx';
import { StoppedPanel } from './stopped-panel.tsx';

export interface RunPanelProps {
  readonly run: Run;
  readonly detail: PurchasesDetail;
}

/** The panel below the lines, with the possible next steps of the run. */
export const PurchasesRunPanel = ({ run, detail }: RunPanelProps) => {
  const [reviewed, setReviewed] = useState(false);
  // An agreement is valid once. When the run stops again, the panel shows that it stopped.
  const forget = () => setReviewed(false);
  switch (run.state) {
    case 'planned':
      return detail.waitingCharges === 0 ? <NothingToDo /> : <StartForm run={run} detail={detail} />;
    case 'running':
      return <Running run={run} detail={detail} />;
    case 'paused':
    case 'interrupted':
    case 'stopped':
      return reviewed && detail.waitingCharges > 0 && detail.counts.unknown === 0 ? (
        <StartForm run={run} detail={detail} onBack={forget} onStarted={forget} />
      ) : (
        <StoppedPanel run={run} detail={detail} onReviewed={() => setReviewed(true)} />
      );
    default:
      return <Over run={run} detail={detail} />;
  }
};

const linesOf = (counts: PurchasesDetail['counts']): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const NothingToDo = () => {
  const { t } = useTranslation('runPurchases');
  return (
    <footer className={styles.panel}>
      <Notice tone="warn" live="status">
        {t('nothingToDo')}
      </Notice>
    </footer>
  );
};

const Running = ({ run, detail: { counts } }: RunPanelProps) => {
  const { t } = useTranslation('runPurchases');
  const total = linesOf(counts) - counts.cannot;
  const done = total - counts.waiting - counts.buying;
  return <RunningPanel run={run} done={done} total={total} stop={{ label: t('pause'), icon: IconPlayerPause }} />;
};

const REST = [
  'waiting',
  'unknown',
  'not-as-ordered',
  'goods-missing',
  'rejected',
  'not-charged',
  'skipped',
  'cannot',
] as const satisfies readonly ChargeState[];

const Over = ({ run, detail }: RunPanelProps) => {
  const { counts, chargedKopecks } = detail;
  const { t } = useTranslation('runPurchases');
  const words = useTexts();
  const format = useFormat();
  const isClosed = run.state === 'cancelled';
  const total = linesOf(counts);
  const isWhole = counts.done === total;
  // The sum covers all lines, and the named counts match the views above.
  const rest = REST.filter((state) => counts[state] > 0).map(
    (state) => `${labelOf({ state, basis: null }, words, isClosed)}: ${format.number(counts[state])}.`,
  );
  return (
    <footer className={styles.panel}>
      <Notice tone={isWhole ? 'ok' : 'warn'} live="status">
        {[
          ...(isClosed ? [t('result.closed')] : []),
          t(isWhole ? 'result.whole' : 'result.partial', { done: counts.done, total }),
          ...rest,
          t('result.charged', { amount: format.roublesShort(chargedKopecks) }),
          ...(isWhole ? [] : [t('result.reasons')]),
        ].join(' ')}
      </Notice>
      <Group gap="8px 12px">
        <BoughtActions run={run} detail={detail} />
      </Group>
    </footer>
  );
};
