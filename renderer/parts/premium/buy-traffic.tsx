import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import type { NamedClient } from '../clients/client-label.ts';
import { LivePrice, OrderFrame, useLiveQuote } from '../purchases/order-frame.tsx';
import { OpenPurchaseButton, PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import styles from './buy-traffic.module.css';
import { type TrafficChoice, TrafficFields } from './traffic-fields.tsx';

interface BuyTrafficProps {
  readonly client: NamedClient;
  /** The pool that is selected at first. */
  readonly poolType?: PoolType;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Buys traffic for a client, from the order with its live price through the review to the outcome. */
export const BuyTraffic = ({ client, poolType, opened, onClose }: BuyTrafficProps) => {
  const { t } = useTranslation('premium');
  return (
    <PurchaseDialog<TrafficChoice>
      opened={opened}
      onClose={onClose}
      title={t('buy.title', { client: clientLabel(client) })}
      client={client}
      initial={{ poolType: poolType ?? 'residential', typedGb: '' }}
      form={({ draft, setDraft, busy, error, order, cancel }) => (
        <BuyTrafficForm
          order={draft}
          onChange={setDraft}
          busy={busy}
          error={error}
          onOrder={(gb) => order({ kind: 'traffic', clientId: client.id, poolType: draft.poolType, gb })}
          onCancel={cancel}
        />
      )}
    />
  );
};

/** The button that opens the purchase. It is disabled while the service cannot be reached. */
export const BuyTrafficButton = ({ client, poolType }: Pick<BuyTrafficProps, 'client' | 'poolType'>) => {
  const { t } = useTranslation('premium');
  return (
    <OpenPurchaseButton
      label={t('buy.open')}
      dialog={(dialog) => <BuyTraffic client={client} {...(poolType === undefined ? {} : { poolType })} {...dialog} />}
    />
  );
};

interface BuyTrafficFormProps {
  readonly order: TrafficChoice;
  readonly onChange: (order: TrafficChoice) => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly onOrder: (gb: number) => void;
  readonly onCancel: () => void;
}

/** Selects pool and amount, and shows the price while the user types. Nothing is bought here. */
const BuyTrafficForm = ({ order, onChange, busy, error, onOrder, onCancel }: BuyTrafficFormProps) => {
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
