import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchasesDetail, Run } from '#shared/contract/runs.ts';
import { parseRoubles } from '#shared/domain/money.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { fieldProblem } from '../../../i18n/describe-error.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Unguarded } from '../../../parts/shared-desk/unguarded.tsx';
import { amountText } from '../../../ui/amount-text.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Form } from '../../../ui/form.tsx';
import { MoneyButton } from '../../../ui/money-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ServiceHint } from '../../../ui/service-hint.tsx';
import { useUnsaved } from '../../../ui/use-escape.ts';
import styles from '../run.module.css';

interface StartFormProps {
  readonly run: Run;
  readonly detail: PurchasesDetail;
  /** Present if a run is resumed. */
  readonly onBack?: () => void;
  readonly onStarted?: () => void;
}

/** The label of the button that spends: the whole action and its price. */
const useActionText = (): ((detail: PurchasesDetail) => string) => {
  const { t } = useTranslation('runPurchases');
  const format = useFormat();
  return ({ counts: { waiting: count }, remainingKopecks, params }) => {
    const price = format.roublesShort(remainingKopecks);
    switch (params.kind) {
      case 'vpn-renew':
        return t('actions.vpn-renew', { count, price });
      case 'dedicated-prolong':
        return t('actions.dedicated-prolong', { count, price });
      case 'traffic':
        return t('actions.traffic', { count, price, gb: format.gb(params.gb) });
    }
  };
};

/** Whether charges are waiting, cost no more than agreed, and are covered by the balance as far as it is known. */
const isCovered = (now: PurchasesDetail, agreedKopecks: number): boolean =>
  now.waitingCharges > 0 && now.remainingKopecks <= Math.min(agreedKopecks, now.balanceKopecks ?? agreedKopecks);

/** Shows the price and the remaining balance, and asks for a spending limit. The button names the action. */
export const StartForm = ({ run: { id: runId }, detail, onBack, onStarted }: StartFormProps) => {
  const { t } = useTranslation(['runPurchases', 'purchases', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const action = useActionText();
  const requote = useAction('runs.requote');
  const start = useAction('runs.resume');
  const busy = requote.busy || start.busy;
  const error = requote.error ?? start.error;
  const least = Math.max(detail.totalKopecks, detail.capKopecks ?? 0);
  const [typed, setTyped] = useState<string>();
  useUnsaved(typed !== undefined);
  const cap = typed === undefined ? least : parseRoubles(typed);
  const isLow = cap !== null && cap < detail.totalKopecks;
  const capError =
    cap === null
      ? t('runPurchases:cap.unreadable')
      : isLow
        ? t('runPurchases:cap.tooLow', { min: format.roublesShort(detail.totalKopecks) })
        : fieldProblem(error, 'capKopecks');
  const after = detail.balanceKopecks === null ? null : detail.balanceKopecks - detail.remainingKopecks;
  const isShort = after !== null && after < 0;
  const blocked = noService || cap === null || isLow || isShort;
  /** Asks for prices and balance again. If they exceed the price on the button, the new price is shown first. */
  const begin = async () => {
    if (blocked || busy || cap === null) return;
    const fresh = await requote.run({ runId });
    const now = fresh.ok ? fresh.value.detail : null;
    if (now?.of !== 'purchases' || !isCovered(now, detail.remainingKopecks)) return;
    const agreed = { remainingKopecks: now.remainingKopecks, capKopecks: cap, isUnguarded: detail.isUnguarded };
    const started = await start.run({ runId, agreed });
    if (started.ok) onStarted?.();
  };
  return (
    <Form className={styles.panel ?? ''} onSubmit={() => undefined} aria-label={t('runPurchases:startLabel')}>
      {detail.formerRemainingKopecks === null || detail.formerRemainingKopecks === detail.remainingKopecks ? null : (
        <Notice tone="warn" live="alert">
          {t('runPurchases:pricesChanged', {
            before: format.roublesShort(detail.formerRemainingKopecks),
            after: format.roublesShort(detail.remainingKopecks),
          })}
        </Notice>
      )}
      {detail.datesAsOf === null || detail.params.kind !== 'dedicated-prolong' ? null : (
        <Notice tone="warn">{t('runPurchases:datesOfCopy', { moment: format.dateTime(detail.datesAsOf) })}</Notice>
      )}
      {detail.isUnguarded ? <Unguarded /> : null}
      {isShort ? (
        <Notice tone="warn">{t('runPurchases:notCovered', { missing: format.roublesShort(-after) })}</Notice>
      ) : null}
      {error === undefined || fieldProblem(error, 'capKopecks') !== undefined ? null : <ErrorNotice error={error} />}
      <Group gap="12px 32px" align="flex-end">
        <dl className={`${styles.sums} selectable`}>
          <div>
            <dt>{t('common:words.total')}</dt>
            <dd className={styles.sum}>{format.roubles(detail.remainingKopecks)}</dd>
          </div>
          <div>
            <dt>{t('runPurchases:facts.charges')}</dt>
            <dd>{format.number(detail.waitingCharges)}</dd>
          </div>
          <div>
            <dt>{t('common:words.balance')}</dt>
            <dd>{detail.balanceKopecks === null ? '—' : format.roubles(detail.balanceKopecks)}</dd>
          </div>
          <div>
            <dt>{t('runPurchases:facts.after')}</dt>
            <dd>{after === null ? '—' : format.roubles(after)}</dd>
          </div>
        </dl>
        <TextInput
          w={170}
          label={t('runPurchases:cap.label')}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? amountText(least)}
          error={capError}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group gap={8} wrap="nowrap" className="push">
          {onBack === undefined ? null : (
            <Button size="md" disabled={busy} onClick={onBack}>
              {t('common:actions.cancel')}
            </Button>
          )}
          <ServiceHint>
            <MoneyButton label={action(detail)} busy={busy} disabled={blocked} onClick={() => void begin()} />
          </ServiceHint>
        </Group>
      </Group>
    </Form>
  );
};
