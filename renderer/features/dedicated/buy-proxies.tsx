import { useTranslation } from 'react-i18next';
import { DEDICATED_BUY_PERIODS } from '#shared/domain/limits.ts';
import { PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import { BuyForm, type DraftOrder } from './buy-form.tsx';
import { Received } from './received.tsx';

interface BuyProxiesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShow: (purchaseId: number) => void;
}

const FIRST: DraftOrder = { ipv: 4, country: null, period: 30, typedCount: '1', client: null };

/** A period that the other kind is not sold for gives way to the shortest one it is. */
const changed = (draft: DraftOrder, part: Partial<DraftOrder>): DraftOrder => {
  const next = { ...draft, ...part };
  const sold = DEDICATED_BUY_PERIODS[next.ipv];
  return sold.includes(next.period) ? next : { ...next, period: sold[0] ?? next.period };
};

/** Buys proxies: order with the price as it is put together, review, outcome. */
export const BuyProxies = ({ opened, onClose, onShow }: BuyProxiesProps) => {
  const { t } = useTranslation('dedicated');
  return (
    <PurchaseDialog<DraftOrder>
      opened={opened}
      onClose={onClose}
      title={t('buy.title')}
      client={(draft) => draft.client}
      initial={FIRST}
      form={({ draft, setDraft, busy, error, order, cancel }) => (
        <BuyForm
          draft={draft}
          onChange={(part) => setDraft(changed(draft, part))}
          busy={busy}
          error={error}
          onOrder={order}
          onCancel={cancel}
        />
      )}
      extra={(purchase) => <Received purchase={purchase} onShow={() => onShow(purchase.id)} />}
    />
  );
};
