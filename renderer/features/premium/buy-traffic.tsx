import { useTranslation } from 'react-i18next';
import type { PoolType } from '#shared/domain/limits.ts';
import { clientLabel, type NamedClient } from '../clients/client-label.ts';
import { OpenPurchase } from '../purchases/open-purchase.tsx';
import { PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import { BuyTrafficForm } from './buy-traffic-form.tsx';

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
