import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTrafficGb } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { LivePrice, useLiveQuote } from '../purchases/live-price.tsx';
import { OrderFrame } from '../purchases/order-frame.tsx';
import styles from './premium.module.css';
import { type TrafficChoice, TrafficFields } from './traffic-fields.tsx';

interface BuyTrafficFormProps {
  readonly order: TrafficChoice;
  readonly onChange: (order: TrafficChoice) => void;
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
        <TrafficFields
          choice={order}
          onChange={(change) => onChange({ ...order, ...change })}
          gbLabel={t('buy.gb')}
          error={problem ?? fieldProblem(error, 'gb')}
        />
      </div>
    </OrderFrame>
  );
};
