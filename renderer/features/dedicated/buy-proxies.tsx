import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { DEDICATED_BUY_PERIODS } from '#shared/domain/limits.ts';
import { clientLabel } from '../premium/premium-client.ts';
import { usePurchase } from '../purchases/use-purchase.ts';
import { BuyForm, type DraftOrder } from './buy-form.tsx';
import { DedicatedOutcome } from './dedicated-outcome.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { PurchaseReview } from './purchase-review.tsx';

interface BuyProxiesProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShow: (purchaseId: number) => void;
}

const FIRST: DraftOrder = { ipv: 4, country: null, period: 30, count: 1, client: null };

/** Buys proxies: order with the price as it is put together, review, outcome. Cannot be closed while money moves. */
export const BuyProxies = ({ opened, onClose, onShow }: BuyProxiesProps) => (
  <Modal.Root opened={opened} onClose={onClose} size={560} centered closeOnClickOutside={false} closeOnEscape={false}>
    <Modal.Overlay />
    {opened ? <BuySteps onClose={onClose} onShow={onShow} /> : null}
  </Modal.Root>
);

const BuySteps = ({ onClose, onShow }: Omit<BuyProxiesProps, 'opened'>) => {
  const { t } = useTranslation('dedicated');
  const { step, askForOffer, confirm, edit } = usePurchase();
  const [draft, setDraft] = useState(FIRST);
  const isBuying = step.name === 'buying';
  const days = t('buy.days', { count: draft.period });
  const change = (part: Partial<DraftOrder>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      const sold = DEDICATED_BUY_PERIODS[next.ipv];
      return sold.includes(next.period) ? next : { ...next, period: sold[0] ?? next.period };
    });
  const show = ({ id }: Purchase) => onShow(id);
  return (
    <MoneyDialog
      title={step.name === 'review' || isBuying ? t('buy.confirmTitle') : t('buy.title')}
      locked={isBuying}
      onClose={onClose}
    >
      {step.name === 'editing' ? (
        <BuyForm
          draft={draft}
          onChange={change}
          busy={step.busy}
          error={step.error}
          onOrder={(order) => void askForOffer(order)}
          onCancel={onClose}
        />
      ) : null}
      {step.name === 'review' || step.name === 'buying' ? (
        <PurchaseReview
          offer={step.offer}
          agreedKopecks={step.name === 'review' ? step.agreedKopecks : null}
          busy={isBuying}
          what={t('buy.whatValue', {
            count: draft.count,
            kind: t(`kinds.ipv${draft.ipv}`),
            country: draft.country?.title ?? '',
            days,
          })}
          client={draft.client === null ? t('buy.noClient') : clientLabel(draft.client)}
          count={draft.count}
          confirmLabel={(price) => t('buy.confirm', { count: draft.count, price })}
          onConfirm={() => void confirm()}
          onBack={edit}
        />
      ) : null}
      {step.name === 'ended' ? <DedicatedOutcome purchase={step.purchase} onClose={onClose} onShow={show} /> : null}
    </MoneyDialog>
  );
};
