import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy, ProlongOrder } from '#shared/contract/dedicated.ts';
import { DEDICATED_PROLONG_PERIODS } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/result.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import styles from './dedicated.module.css';
import { LivePrice, useLiveQuote } from './live-price.tsx';
import { ProlongTable } from './prolong-table.tsx';

interface ProlongFormProps {
  /** The selected ones; `undefined` while they are read. */
  readonly rows: readonly DedicatedProxy[] | undefined;
  readonly loadError: AppError | undefined;
  readonly onReload: () => void;
  /** Those of them that can be prolonged. */
  readonly proxies: readonly DedicatedProxy[];
  /** `null` when there is none. */
  readonly order: ProlongOrder | null;
  readonly period: number;
  readonly onPeriod: (days: number) => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly onOrder: (order: ProlongOrder) => void;
  readonly onCancel: () => void;
}

/** How many days, and what that costs for each of the proxies. Nothing is bought here. */
export const ProlongForm = (props: ProlongFormProps) => {
  const { rows, loadError, proxies, order, period, error } = props;
  const { t } = useTranslation(['dedicated', 'purchases', 'common']);
  const offline = useIsOffline();
  const quote = useLiveQuote(offline ? null : order);
  const withoutId = (rows?.length ?? 0) - proxies.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (order !== null && !offline && !props.busy) props.onOrder(order);
      }}
    >
      {loadError !== undefined ? (
        <ErrorNotice error={loadError} onRetry={props.onReload} />
      ) : rows === undefined ? (
        <Skeleton height={160} />
      ) : (
        <div className={styles.form}>
          {withoutId === 0 ? null : (
            <Notice tone="warn">
              {order === null ? t('dedicated:prolong.nothing') : t('dedicated:prolong.withoutId', { count: withoutId })}
            </Notice>
          )}
          <Field label={t('dedicated:prolong.period')} error={error} name="period">
            <SegmentedControl
              fullWidth
              aria-label={t('dedicated:prolong.period')}
              value={String(period)}
              data={DEDICATED_PROLONG_PERIODS.map((days) => ({
                value: String(days),
                label: t('purchases:days', { count: days }),
              }))}
              onChange={(value) => props.onPeriod(Number(value))}
            />
          </Field>
          <ProlongTable proxies={proxies} lines={quote.waiting ? undefined : quote.value?.lines} />
          <div className={styles.quote} aria-live="polite">
            <LivePrice quote={quote} hint="" />
          </div>
        </div>
      )}
      {error === undefined || fieldProblem(error, 'period') !== undefined ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
      <div className={styles.actions}>
        <Button data-autofocus onClick={props.onCancel}>
          {t('common:actions.cancel')}
        </Button>
        <OfflineHint offline={offline}>
          <Button type="submit" variant="filled" loading={props.busy} disabled={offline || order === null}>
            {t('dedicated:prolong.review')}
          </Button>
        </OfflineHint>
      </div>
    </form>
  );
};
