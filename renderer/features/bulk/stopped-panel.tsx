import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkRun } from '#shared/contract/bulk.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import styles from './bulk.module.css';

interface StoppedPanelProps {
  readonly run: BulkRun;
  /** The prices of the rest were asked for again. */
  readonly onReviewed: () => void;
}

/** Why the run stands, and the ways on: find out, go on without, resume, leave. */
export const StoppedPanel = ({ run, onReviewed }: StoppedPanelProps) => {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const noService = useNoService();
  const requote = useAction('bulk.requote');
  const resolve = useAction('purchases.resolve');
  const skip = useAction('bulk.skipUnknown');
  const close = useAction('bulk.close');
  const [asking, setAsking] = useState<'skip' | 'close'>();
  const runId = run.id;
  const isOpen = run.counts.unknown + run.counts.buying > 0;
  // It was found out, or the user goes on without knowing.
  const wayOut = run.counts.skipped > 0 ? 'skipped' : 'settled';
  const reason = isOpen ? 'unknown' : run.stopReason === 'unknown' ? wayOut : (run.stopReason ?? 'paused');
  const error = requote.error ?? resolve.error ?? skip.error ?? close.error;
  const review = async () => {
    const result = await requote.run({ runId });
    if (result.ok) onReviewed();
  };
  return (
    <footer className={styles.panel}>
      <Notice tone="warn" live="status">
        {t(`stopped.${reason}`)}
        {isOpen || run.waitingCharges === 0 ? null : ` ${t('leftToDo', { count: run.counts.waiting })}`}
      </Notice>
      {run.error === null || isOpen || reason === wayOut ? null : <ErrorNotice error={run.error} />}
      {error === undefined ? null : <ErrorNotice error={error} />}
      {resolve.busy || resolve.error !== undefined || !isOpen ? null : (
        <p className={styles.hint}>{t('openHint', { price: format.roublesShort(run.openKopecks) })}</p>
      )}
      <div className={styles.buttons}>
        {isOpen ? (
          <>
            <ServiceHint blocked={noService}>
              <Button variant="filled" size="md" loading={resolve.busy} onClick={() => void resolve.run({})}>
                {t('findOut')}
              </Button>
            </ServiceHint>
            <Button size="md" loading={skip.busy} onClick={() => setAsking('skip')}>
              {t('goOnWithout')}
            </Button>
          </>
        ) : run.waitingCharges === 0 || run.stopReason === 'restored' ? null : (
          <ServiceHint blocked={noService}>
            <Button variant="filled" size="md" loading={requote.busy} onClick={() => void review()}>
              {t('resume')}
            </Button>
          </ServiceHint>
        )}
        <Button size="md" loading={close.busy} onClick={() => setAsking('close')}>
          {t('leave')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking !== undefined}
        title={asking === 'skip' ? t('goOnWithoutTitle') : t('leaveTitle')}
        confirmLabel={asking === 'skip' ? t('goOnWithout') : t('leave')}
        onCancel={() => setAsking(undefined)}
        onConfirm={() => {
          setAsking(undefined);
          void (asking === 'skip' ? skip : close).run({ runId });
        }}
      >
        {asking === 'skip'
          ? t('goOnWithoutText', { price: format.roublesShort(run.openKopecks) })
          : t('leaveText', { count: run.counts.waiting })}
      </ConfirmDialog>
    </footer>
  );
};
