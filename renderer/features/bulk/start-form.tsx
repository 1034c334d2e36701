import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkRun } from '#shared/contract/bulk.ts';
import { kopecksToDecimal, parseRoubles } from '#shared/domain/money.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import styles from './bulk.module.css';
import { useDeedText } from './use-bulk-texts.ts';

interface StartFormProps {
  readonly run: BulkRun;
  /** Of a run that is resumed. */
  readonly onBack?: () => void;
  readonly onStarted?: () => void;
}

const decimalOf = (kopecks: number, language: string): string => {
  const text = kopecksToDecimal(kopecks).replace(/\.00$/, '');
  return language === 'ru' ? text.replace('.', ',') : text;
};

/** Something waits, at no more than was agreed to, and the balance is enough where it is known. */
const isCovered = ({ waitingCharges, remainingKopecks, balanceKopecks }: BulkRun, agreedKopecks: number): boolean =>
  waitingCharges > 0 && remainingKopecks <= Math.min(agreedKopecks, balanceKopecks ?? agreedKopecks);

/** What it costs, what is left after it, how much may be spent at most, and the deed on the button. */
export const StartForm = ({ run, onBack, onStarted }: StartFormProps) => {
  const { t, i18n } = useTranslation(['bulk', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const deed = useDeedText();
  const requote = useAction('bulk.requote');
  const start = useAction('bulk.start');
  const busy = requote.busy || start.busy;
  const error = requote.error ?? start.error;
  const least = Math.max(run.totalKopecks, run.capKopecks ?? 0);
  const [typed, setTyped] = useState<string>();
  useUnsaved(typed !== undefined);
  const cap = typed === undefined ? least : parseRoubles(typed);
  const isLow = cap !== null && cap < run.totalKopecks;
  const capError =
    cap === null
      ? t('bulk:cap.unreadable')
      : isLow
        ? t('bulk:cap.tooLow', { min: format.roublesShort(run.totalKopecks) })
        : fieldProblem(error, 'capKopecks');
  const after = run.balanceKopecks === null ? null : run.balanceKopecks - run.remainingKopecks;
  const isShort = after !== null && after < 0;
  const blocked = noService || cap === null || isLow || isShort;
  /** Prices and balance are asked for once more: what has become dearer than what is on the button is shown first. */
  const begin = async () => {
    if (blocked || busy || cap === null) return;
    const fresh = await requote.run({ runId: run.id });
    if (!fresh.ok || !isCovered(fresh.value, run.remainingKopecks)) return;
    const { remainingKopecks } = fresh.value;
    const started = await start.run({ runId: run.id, remainingKopecks, capKopecks: cap });
    if (started.ok) onStarted?.();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
  };
  return (
    <form className={styles.panel} onSubmit={onSubmit} aria-label={t('bulk:startLabel')}>
      {run.formerRemainingKopecks === null || run.formerRemainingKopecks === run.remainingKopecks ? null : (
        <Notice tone="warn" live="alert">
          {t('bulk:pricesChanged', {
            before: format.roublesShort(run.formerRemainingKopecks),
            after: format.roublesShort(run.remainingKopecks),
          })}
        </Notice>
      )}
      {run.datesAsOf === null || run.params.kind !== 'dedicated-prolong' ? null : (
        <Notice tone="warn">{t('bulk:datesOfCopy', { moment: format.dateTime(run.datesAsOf) })}</Notice>
      )}
      {isShort ? <Notice tone="warn">{t('bulk:notCovered', { missing: format.roublesShort(-after) })}</Notice> : null}
      {error === undefined || fieldProblem(error, 'capKopecks') !== undefined ? null : <ErrorNotice error={error} />}
      <div className={styles.row}>
        <dl className={`${styles.facts} selectable`}>
          <div>
            <dt>{t('common:words.total')}</dt>
            <dd className={styles.sum}>{format.roubles(run.remainingKopecks)}</dd>
          </div>
          <div>
            <dt>{t('bulk:facts.charges')}</dt>
            <dd>{format.number(run.waitingCharges)}</dd>
          </div>
          <div>
            <dt>{t('common:words.balance')}</dt>
            <dd>{run.balanceKopecks === null ? '—' : format.roubles(run.balanceKopecks)}</dd>
          </div>
          <div>
            <dt>{t('bulk:facts.after')}</dt>
            <dd>{after === null ? '—' : format.roubles(after)}</dd>
          </div>
        </dl>
        <TextInput
          className={styles.cap ?? ''}
          label={t('bulk:cap.label')}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? decimalOf(least, i18n.language)}
          error={capError}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={styles.deed}>
          {onBack === undefined ? null : (
            <Button size="md" disabled={busy} onClick={onBack}>
              {t('common:actions.cancel')}
            </Button>
          )}
          <ServiceHint blocked={noService}>
            <MoneyButton label={deed(run)} busy={busy} disabled={blocked} onClick={() => void begin()} />
          </ServiceHint>
        </div>
      </div>
    </form>
  );
};
