import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { parseTrafficGb, TRAFFIC_GB } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { BuyTrafficPrice } from './buy-traffic-price.tsx';
import styles from './premium.module.css';

interface DraftOrder {
  readonly poolType: PoolType;
  readonly typedGb: string;
}

interface BuyTrafficFormProps {
  readonly order: DraftOrder;
  readonly onChange: (order: DraftOrder) => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly onOrder: (gb: number) => void;
  readonly onCancel: () => void;
}

const QUOTE_DELAY = 350;

/** Pool and amount, with the price as it is typed. Nothing is bought here. */
export const BuyTrafficForm = ({ order, onChange, busy, error, onOrder, onCancel }: BuyTrafficFormProps) => {
  const { t } = useTranslation(['premium', 'common']);
  const offline = useIsOffline();
  const [isTouched, setTouched] = useState(false);
  const parsed = parseTrafficGb(order.typedGb);
  const input = parsed.ok && !offline ? { poolType: order.poolType, gb: parsed.gb } : null;
  const [asked] = useDebouncedValue(input, QUOTE_DELAY);
  const isAsked = JSON.stringify(asked) === JSON.stringify(input);
  const quote = useQuery('premium.quote', isAsked ? asked : null);

  const isEmpty = order.typedGb.trim() === '';
  const problem = parsed.ok || (isEmpty && !isTouched) ? undefined : problemText({ field: 'gb', ...parsed });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (parsed.ok && !offline && !busy) onOrder(parsed.gb);
  };

  const isFieldError = fieldProblem(error, 'gb') !== undefined;
  return (
    <form onSubmit={onSubmit}>
      <div className={styles.order}>
        <NativeSelect
          label={t('premium:buy.pool')}
          // The theme's inner margin is for text that wraps; a closed choice is one line.
          styles={{ input: { paddingBlock: 0 } }}
          value={order.poolType}
          data={POOL_TYPES.map((value) => ({ value, label: t(`premium:pools.${value}`) }))}
          onChange={(event) => {
            const poolType = POOL_TYPES.find((pool) => pool === event.currentTarget.value);
            if (poolType !== undefined) onChange({ ...order, poolType });
          }}
        />
        <NumberField
          data-autofocus
          decimal
          max={TRAFFIC_GB.max}
          label={t('premium:buy.gb')}
          placeholder={t('premium:buy.gbPlaceholder')}
          value={order.typedGb}
          error={problem ?? fieldProblem(error, 'gb')}
          onChange={(typedGb) => onChange({ ...order, typedGb })}
        />
      </div>
      <div className={styles.quote} aria-live="polite">
        <BuyTrafficPrice
          quote={quote.value}
          isWaiting={parsed.ok && !offline && (!isAsked || quote.loading)}
          error={quote.error}
          onRetry={quote.reload}
        />
      </div>
      {error === undefined || isFieldError ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
        <OfflineHint offline={offline}>
          <Button type="submit" variant="filled" loading={busy} disabled={offline || !parsed.ok}>
            {t('premium:buy.review')}
          </Button>
        </OfflineHint>
      </div>
    </form>
  );
};
