import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { PurchaseOutcome } from './purchase-outcome.tsx';
import { type Buyer, PurchaseReview } from './purchase-review.tsx';
import { usePurchase } from './use-purchase.ts';

/** What the form of an order gets; it buys nothing itself. `D` is what was chosen so far. */
export interface OrderForm<D> {
  readonly draft: D;
  readonly setDraft: (draft: D) => void;
  readonly busy: boolean;
  /** Why the last order was not taken. */
  readonly error: AppError | undefined;
  /** Asks for the price that is then confirmed. */
  readonly order: (order: Order) => void;
  readonly cancel: () => void;
}

interface PurchaseDialogProps<D> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** `null`: for nobody yet. */
  readonly client: Buyer | null;
  /** Chosen at first, whenever the dialog opens. */
  readonly initial: D;
  readonly form: (form: OrderForm<D>) => ReactNode;
}

/** Order, review, outcome: the one way to spend. Cannot be closed while money moves. */
export const PurchaseDialog = <D,>({ opened, ...props }: PurchaseDialogProps<D>) => (
  <Modal.Root
    opened={opened}
    onClose={props.onClose}
    size={560}
    padding="lg"
    radius="md"
    centered
    transitionProps={{ duration: 0 }}
    closeOnClickOutside={false}
    closeOnEscape={false}
  >
    <Modal.Overlay />
    {opened ? <PurchaseSteps {...props} /> : null}
  </Modal.Root>
);

const PurchaseSteps = <D,>({ title, client, initial, form, onClose }: Omit<PurchaseDialogProps<D>, 'opened'>) => {
  const { t } = useTranslation('purchases');
  const { step, askForOffer, confirm, edit } = usePurchase();
  const [draft, setDraft] = useState(initial);
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
        <Modal.Title fz={15} fw={600}>
          {step.name === 'review' ? t('review.title') : title}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        {step.name === 'editing'
          ? form({
              draft,
              setDraft,
              busy: step.busy,
              error: step.error,
              order: (order) => void askForOffer(order),
              cancel: onClose,
            })
          : null}
        {step.name === 'review' || step.name === 'buying' ? (
          <PurchaseReview
            client={client}
            offer={step.offer}
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
