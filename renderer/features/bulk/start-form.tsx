import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkRun } from '#shared/contract/bulk.ts';
import { kopecksToDecimal, parseRoubles } from '#shared/domain/money.ts';
import { useNoService } from '../../app/service-gap.ts';
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
}

const decimalOf = (kopecks: number, language: string): string => {
  const text = kopecksToDecimal(kopecks).replace(/\.00$/, '');
  return language === 'ru' ? text.replace('.', ',') : text;
};

/** What it costs, what is left after it, how much may be spent at most, and the deed on the button. */
export const StartForm = ({ run, onBack }: StartFormProps) => {
  const { t, i18n } = useTranslation(['bulk', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const deed = useDeedText();
  const start = useAction('bulk.start');
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
        : fieldProblem(start.error, 'capKopecks');
  const after = run.balanceKopecks === null ? null : run.balanceKopecks - run.remainingKopecks;
  const isShort = after !== null && after < 0;
  const blocked = noService || cap === null || isLow || isShort;
  const begin = () => {
    if (!blocked && !start.busy && cap !== null) {
      void start.run({ runId: run.id, remainingKopecks: run.remainingKopecks, capKopecks: cap });
    }
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
      {isShort ? <Notice tone="warn">{t('bulk:notCovered', { missing: format.roublesShort(-after) })}</Notice> : null}
      {start.error === undefined || fieldProblem(start.error, 'capKopecks') !== undefined ? null : (
        <ErrorNotice error={start.error} />
      )}
      <div className={styles.row}>
        <dl className={`${styles.facts} selectable`}>
          <div>
            <dt>{t('bulk:facts.total')}</dt>
            <dd className={styles.sum}>{format.roubles(run.remainingKopecks)}</dd>
          </div>
          <div>
            <dt>{t('bulk:facts.charges')}</dt>
            <dd>{format.number(run.waitingCharges)}</dd>
          </div>
          <div>
            <dt>{t('bulk:facts.balance')}</dt>
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
            <Button size="md" disabled={start.busy} onClick={onBack}>
              {t('common:actions.cancel')}
            </Button>
          )}
          <ServiceHint blocked={noService}>
            <MoneyButton label={deed(run)} busy={start.busy} disabled={blocked} onClick={begin} />
          </ServiceHint>
        </div>
      </div>
    </form>
  );
};
