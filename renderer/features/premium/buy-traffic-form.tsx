import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { parseTrafficGb, TRAFFIC_GB } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { LivePrice, useLiveQuote } from '../purchases/live-price.tsx';
import { OrderFrame } from '../purchases/order-frame.tsx';
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

/** Pool and amount, with the price as it is typed. Nothing is bought here. */
export const BuyTrafficForm = ({ order, onChange, busy, error, onOrder, onCancel }: BuyTrafficFormProps) => {
  const { t } = useTranslation('premium');
  const [isTouched, setTouched] = useState(false);
  const parsed = parseTrafficGb(order.typedGb);
  const quote = useLiveQuote('premium.quote', parsed.ok ? { poolType: order.poolType, gb: parsed.gb } : null);

  const isEmpty = order.typedGb.trim() === '';
  const problem = parsed.ok || (isEmpty && !isTouched) ? undefined : problemText({ field: 'gb', ...parsed });
  return (
    <OrderFrame
      price={<LivePrice quote={quote} hint={t('buy.typeAmount')} />}
      error={error}
      fields={['gb']}
      busy={busy}
      disabled={!parsed.ok}
      onTry={() => setTouched(true)}
      order={parsed.ok ? () => onOrder(parsed.gb) : null}
      onCancel={onCancel}
    >
      <div className={styles.order}>
        <NativeSelect
          label={t('buy.pool')}
          // The theme's inner margin is for text that wraps; a closed choice is one line.
          styles={{ input: { paddingBlock: 0 } }}
          value={order.poolType}
          data={POOL_TYPES.map((value) => ({ value, label: t(`pools.${value}`) }))}
          onChange={(event) => {
            const poolType = POOL_TYPES.find((pool) => pool === event.currentTarget.value);
            if (poolType !== undefined) onChange({ ...order, poolType });
          }}
        />
        <NumberField
          data-autofocus
          decimal
          max={TRAFFIC_GB.max}
          label={t('buy.gb')}
          placeholder={t('buy.gbPlaceholder')}
          value={order.typedGb}
          error={problem ?? fieldProblem(error, 'gb')}
          onChange={(typedGb) => onChange({ ...order, typedGb })}
        />
      </div>
    </OrderFrame>
  );
};
