import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchasesDetail, Run } from '#shared/contract/runs.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import styles from '../run.module.css';
import { BoughtActions } from './bought-actions.tsx';
import type { RunPanelProps } from './run-panel.tsx';

interface StoppedPanelProps extends RunPanelProps {
  /** Called when the prices of the remaining lines were read again. */
  readonly onReviewed: () => void;
}

const isOutcomeOpen = ({ counts }: PurchasesDetail): boolean => counts.unknown + counts.buying > 0;

const stoppedBy = ({ state, reason }: Run) => (state === 'interrupted' ? state : (reason ?? 'paused'));

/** An unknown outcome stopped the run. Since then it was found, or the user continued without it. */
const wayOut = ({ counts }: PurchasesDetail) => (counts.skipped > 0 ? 'skipped' : 'settled');

const reasonOf = (run: Run, detail: PurchasesDetail) => {
  if (isOutcomeOpen(detail)) return 'unknown';
  const reason = stoppedBy(run);
  return reason === 'unknown' ? wayOut(detail) : reason;
};

/** Says why the run stopped, and offers to check the outcome, continue without it, resume, or leave. */
export const StoppedPanel = ({ run, detail, onReviewed }: StoppedPanelProps) => {
  const { t } = useTranslation('runPurchases');
  const format = useFormat();
  const requote = useAction('runs.requote');
  const resolve = useAction('purchases.resolve');
  const skip = useAction('runs.skipUnknown');
  const close = useAction('runs.cancel');
  const [asking, setAsking] = useState<'skip' | 'close'>();
  const runId = run.id;
  const { counts, waitingCharges } = detail;
  const isOpen = isOutcomeOpen(detail);
  const error = requote.error ?? resolve.error ?? skip.error ?? close.error;
  const review = async () => {
    const result = await requote.run({ runId });
    if (result.ok) onReviewed();
  };
  return (
    <footer className={styles.panel}>
      <Notice tone="warn" live="status">
        {t(`stopped.${reasonOf(run, detail)}`)}
        {isOpen || waitingCharges === 0 ? null : ` ${t('leftToDo', { count: counts.waiting })}`}
      </Notice>
      {run.error === null || isOpen || stoppedBy(run) === 'unknown' ? null : <ErrorNotice error={run.error} />}
      <ErrorNotice error={error} />
      {resolve.busy || resolve.error !== undefined || !isOpen ? null : (
        <p className="dim">{t('openHint', { price: format.roublesShort(detail.openKopecks) })}</p>
      )}
      <Group gap="8px 12px">
        {isOpen ? (
          <>
            <ServiceButton variant="filled" size="md" loading={resolve.busy} onClick={() => void resolve.run({})}>
              {t('findOut')}
            </ServiceButton>
            <Button size="md" loading={skip.busy} onClick={() => setAsking('skip')}>
              {t('goOnWithout')}
            </Button>
          </>
        ) : waitingCharges === 0 || run.reason === 'restored' ? null : (
          <ServiceButton variant="filled" size="md" loading={requote.busy} onClick={() => void review()}>
            {t('resume')}
          </ServiceButton>
        )}
        <Button size="md" loading={close.busy} onClick={() => setAsking('close')}>
          {t('leave')}
        </Button>
        <BoughtActions run={run} detail={detail} />
      </Group>
      <Question
        asking={asking}
        detail={detail}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined);
          void (asking === 'skip' ? skip : close).run({ runId });
        }}
      />
    </footer>
  );
};

interface QuestionProps {
  /** The action that the user has to confirm; `undefined` closes the dialog. */
  readonly asking: 'skip' | 'close' | undefined;
  readonly detail: PurchasesDetail;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

const Question = ({ asking, detail, onCancel, onConfirm }: QuestionProps) => {
  const { t } = useTranslation('runPurchases');
  const format = useFormat();
  const isSkip = asking === 'skip';
  return (
    <ConfirmDialog
      opened={asking !== undefined}
      title={isSkip ? t('goOnWithoutTitle') : t('leaveTitle')}
      confirmLabel={isSkip ? t('goOnWithout') : t('leave')}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {isSkip
        ? t('goOnWithoutText', { price: format.roublesShort(detail.openKopecks) })
        : t('leaveText', { count: detail.counts.waiting })}
    </ConfirmDialog>
  );
};
