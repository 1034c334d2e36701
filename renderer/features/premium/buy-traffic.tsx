import { Button, Modal } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PoolType } from '#shared/domain/limits.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { PurchaseOutcome } from '../purchases/purchase-outcome.tsx';
import { usePurchase } from '../purchases/use-purchase.ts';
import { BuyTrafficForm } from './buy-traffic-form.tsx';
import { BuyTrafficReview, type TrafficOrder } from './buy-traffic-review.tsx';
import { clientLabel, type PremiumClient } from './premium-client.ts';

interface BuyTrafficProps {
  readonly client: PremiumClient;
  /** Chosen at first. */
  readonly poolType?: PoolType;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Buys traffic for a client: order with the price as you type, review, outcome. Cannot be closed while money moves. */
export const BuyTraffic = ({ opened, ...props }: BuyTrafficProps) => (
  <Modal.Root
    opened={opened}
    onClose={props.onClose}
    size={500}
    centered
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Modal.Overlay />
    {opened ? <BuyTrafficSteps {...props} /> : null}
  </Modal.Root>
);

const BuyTrafficSteps = ({ client, poolType, onClose }: Omit<BuyTrafficProps, 'opened'>) => {
  const { t } = useTranslation('premium');
  const { step, askForOffer, confirm, edit } = usePurchase();
  const [order, setOrder] = useState<Pick<TrafficOrder, 'poolType'> & { readonly typedGb: string }>({
    poolType: poolType ?? 'residential',
    typedGb: '',
  });
  const isBuying = step.name === 'buying';
  return (
    <Modal.Content
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isBuying) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Modal.Header>
        <Modal.Title>
          {step.name === 'review' ? t('buy.confirmTitle') : t('buy.title', { client: clientLabel(client) })}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        {step.name === 'editing' ? (
          <BuyTrafficForm
            order={order}
            onChange={setOrder}
            busy={step.busy}
            error={step.error}
            onOrder={(gb) => void askForOffer({ kind: 'traffic', clientId: client.id, poolType: order.poolType, gb })}
            onCancel={onClose}
          />
        ) : null}
        {(step.name === 'review' || step.name === 'buying') && step.offer.order.kind === 'traffic' ? (
          <BuyTrafficReview
            client={client}
            offer={step.offer}
            order={step.offer.order}
            agreedKopecks={step.name === 'review' ? step.agreedKopecks : null}
            busy={isBuying}
            onConfirm={() => void confirm()}
            onBack={edit}
          />
        ) : null}
        {step.name === 'ended' ? <PurchaseOutcome purchase={step.purchase} onClose={onClose} /> : null}
      </Modal.Body>
    </Modal.Content>
  );
};

/** The button that opens it, where it can be used at all. */
export const BuyTrafficButton = ({ client, poolType }: Pick<BuyTrafficProps, 'client' | 'poolType'>) => {
  const { t } = useTranslation('premium');
  const offline = useIsOffline();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <OfflineHint offline={offline}>
        <Button
          leftSection={<IconShoppingCart size={15} aria-hidden />}
          disabled={offline}
          onClick={() => setOpened(true)}
        >
          {t('buy.open')}
        </Button>
      </OfflineHint>
      <BuyTraffic
        client={client}
        {...(poolType === undefined ? {} : { poolType })}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
};
