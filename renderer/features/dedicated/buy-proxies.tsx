import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { PurchaseDialog } from '../../parts/purchases/purchase-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BUY_KEYS, BuyForm, type DraftOrder, readProxiesOrder } from './buy-form.tsx';

interface BuyProxiesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShow: (purchaseId: number) => void;
}

const FIRST: DraftOrder = { ipv: 4, country: null, period: 30, typedCount: '1', client: null };

/** Buys proxies, from the order with its live price through the review to the outcome. */
export const BuyProxies = ({ opened, onClose, onShow }: BuyProxiesProps) => {
  const { t } = useTranslation('dedicated');
  return (
    <PurchaseDialog<DraftOrder>
      opened={opened}
      onClose={onClose}
      title={t('buy.title')}
      client={(draft) => draft.client}
      initial={FIRST}
      read={readProxiesOrder}
      keys={BUY_KEYS}
      form={(form) => <BuyForm form={form} />}
      extra={(purchase) => <Received purchase={purchase} onShow={() => onShow(purchase.id)} />}
    />
  );
};

interface ReceivedProps {
  readonly purchase: Purchase;
  readonly onShow: () => void;
}

/** Shows the proxies of a purchase, and what could not be read. */
const Received = ({ purchase, onShow }: ReceivedProps) => {
  const { t } = useTranslation('dedicated');
  const { goods, order } = purchase;
  if (goods?.kind !== 'dedicated' || order.kind !== 'dedicated') return null;
  const { received, incomplete } = goods;
  return (
    <Stack gap={8} mt={12}>
      {received < order.count ? <Notice tone="bad">{t('buy.fewer', { received, asked: order.count })}</Notice> : null}
      {incomplete > 0 ? <Notice tone="warn">{t('buy.incomplete', { count: incomplete })}</Notice> : null}
      <Group gap={12} wrap="nowrap" justify="space-between">
        <span>{t('buy.received', { count: received })}</span>
        <Button onClick={onShow}>{t('buy.show')}</Button>
      </Group>
    </Stack>
  );
};
