import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PoolType } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/traffic-amount.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { clientLabel, type NamedClient } from '../clients/client-label.ts';
import { LivePrice, OrderFrame, useLiveQuote } from '../purchases/order-frame.tsx';
import { OpenPurchase, PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import styles from './premium.module.css';
import { type TrafficChoice, TrafficFields } from './traffic-fields.tsx';

interface BuyTrafficProps {
  readonly client: NamedClient;
  /** Chosen at first. */
  readonly poolType?: PoolType;
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface Draft {
  readonly poolType: PoolType;
  readonly typedGb: string;
}

/** Buys traffic for a client: order with the price as you type, review, outcome. */
export const BuyTraffic = ({ client, poolType, opened, onClose }: BuyTrafficProps) => {
  const { t } = useTranslation('premium');
  return (
    <PurchaseDialog<Draft>
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

/** The button that opens it, where it can be used at all. */
export const BuyTrafficButton = ({ client, poolType }: Pick<BuyTrafficProps, 'client' | 'poolType'>) => {
  const { t } = useTranslation('premium');
  return (
    <OpenPurchase
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
