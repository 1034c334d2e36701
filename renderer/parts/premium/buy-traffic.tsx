import { useTranslation } from 'react-i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { parseTrafficGb } from '#shared/domain/products/traffic.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { unreadable } from '../../ui/form/form-state.ts';
import type { NamedClient } from '../clients/client-label.ts';
import { type TrafficChoice, TrafficFields } from '../products/traffic-fields.tsx';
import { LivePrice, type OrderForm, OrderFrame, useLiveQuote } from '../purchases/order-frame.tsx';
import { OpenPurchaseButton, PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import styles from './buy-traffic.module.css';

interface BuyTrafficProps {
  readonly client: NamedClient;
  /** The pool that is selected at first. */
  readonly poolType?: PoolType;
  /** The amount that is typed at first. */
  readonly typedGb?: string;
  readonly reviewAtOnce?: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Buys traffic for a client, from the order with its live price through the review to the outcome. */
export const BuyTraffic = ({
  client,
  poolType,
  typedGb = '',
  reviewAtOnce = false,
  opened,
  onClose,
}: BuyTrafficProps) => {
  const { t } = useTranslation('premium');
  return (
    <PurchaseDialog<TrafficChoice>
      opened={opened}
      onClose={onClose}
      title={t('buy.title', { client: clientLabel(client) })}
      client={client}
      initial={{ poolType: poolType ?? 'residential', typedGb }}
      reviewAtOnce={reviewAtOnce}
      read={({ poolType: chosen, typedGb }) => {
        const parsed = parseTrafficGb(typedGb);
        return parsed.ok
          ? { ok: true, value: { kind: 'traffic', clientId: client.id, poolType: chosen, gb: parsed.gb } }
          : unreadable({ field: 'gb', ...parsed });
      }}
      keys={{ gb: 'typedGb' }}
      form={(form) => <BuyTrafficForm form={form} />}
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

/** Selects pool and amount, and shows the price while the user types. Nothing is bought here. */
const BuyTrafficForm = ({ form }: { readonly form: OrderForm<TrafficChoice> }) => {
  const { t } = useTranslation('premium');
  const { values: choice } = form;
  const parsed = parseTrafficGb(choice.typedGb);
  const quote = useLiveQuote('premium.quote', parsed.ok ? { poolType: choice.poolType, gb: parsed.gb } : null);

  const isEmpty = choice.typedGb.trim() === '';
  const typing = parsed.ok || isEmpty ? undefined : problemText({ field: 'gb', ...parsed });
  return (
    <OrderFrame price={<LivePrice quote={quote} hint={t('buy.typeAmount')} />} form={form} disabled={!parsed.ok}>
      <div className={styles.order}>
        <TrafficFields
          choice={choice}
          onChange={form.change}
          gbLabel={t('buy.gb')}
          error={form.problem('gb') ?? typing}
        />
      </div>
    </OrderFrame>
  );
};
