import { type ButtonProps, Modal } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { hold } from '../../nav/hold.ts';
import { go } from '../../nav/router.ts';
import { Hold, useHeldDialog } from '../../ui/form-dialog.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import styles from './purchase-dialog.module.css';
import { PurchaseOutcome } from './purchase-outcome.tsx';
import { type OrderClient, PurchaseReview } from './purchase-review.tsx';
import { usePurchase } from './use-purchase.ts';

/** The props of an order form, which buys nothing itself. `D` is the type of its choices. */
export interface OrderForm<D> {
  readonly draft: D;
  readonly setDraft: (draft: D) => void;
  readonly busy: boolean;
  /** Why the last order was not accepted. */
  readonly error: AppError | undefined;
  /** Requests the price that the user then confirms. */
  readonly order: (order: Order) => void;
  readonly cancel: () => void;
}

interface PurchaseDialogProps<D> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The client who gets the goods; `null` if nobody does yet. Pass a function if the order itself names the client. */
  readonly client: OrderClient | null | ((draft: D) => OrderClient | null);
  /** The choices at first, each time the dialog opens. */
  readonly initial: D;
  readonly form: (form: OrderForm<D>) => ReactNode;
  /** The product's own addition below the outcome. */
  readonly extra?: (purchase: Purchase) => ReactNode;
}

/**
 * Leads from the order through the review to the outcome. It is the only way to spend money, and cannot be closed or
 * left while money moves.
 */
export const PurchaseDialog = <D,>({ opened, ...props }: PurchaseDialogProps<D>) => {
  const [isLocked, setLocked] = useState(false);
  return (
    <Modal.Root
      opened={opened}
      onClose={props.onClose}
      size={560}
      padding="lg"
      radius="md"
      centered
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      closeOnEscape={!isLocked}
    >
      <Modal.Overlay />
      <Hold value={setLocked}>{opened ? <PurchaseSteps {...props} /> : null}</Hold>
    </Modal.Root>
  );
};

type PurchaseStepsProps<D> = Omit<PurchaseDialogProps<D>, 'opened'>;

const PurchaseSteps = <D,>({ title, client, initial, form, extra, onClose }: PurchaseStepsProps<D>) => {
  const { t } = useTranslation('purchases');
  const { step, askForOffer, confirm, edit } = usePurchase();
  const [draft, setDraft] = useState(initial);
  const isBuying = step.name === 'buying';
  // The shell reloads the page after the core has stopped. A user who has just paid must first see that the outcome is
  // unknown.
  const isCoreGone = step.name === 'editing' && step.error?.details?.code === 'core-stopped';
  const isHeld = isBuying || isCoreGone;
  useLayoutEffect(() => (isHeld ? hold() : undefined), [isHeld]);
  useHeldDialog(isBuying);
  return (
    <Modal.Content>
      <Modal.Header>
        <Modal.Title fz={15} fw={600} lh={1.35}>
          {step.name === 'review' ? (
            t('review.title')
          ) : (
            <span className={styles.dialogTitle} title={title}>
              {title}
            </span>
          )}
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
            key={step.offer.offerId}
            client={typeof client === 'function' ? client(draft) : client}
            offer={step.offer}
            change={step.name === 'review' ? step.change : null}
            busy={isBuying}
            onConfirm={(despite) => void confirm(despite)}
            onBack={edit}
            onShow={(purchaseId) => {
              onClose();
              go('purchases', { purchaseId });
            }}
          />
        ) : null}
        {step.name === 'ended' ? (
          <PurchaseOutcome purchase={step.purchase} onClose={onClose}>
            {extra?.(step.purchase)}
          </PurchaseOutcome>
        ) : null}
      </Modal.Body>
    </Modal.Content>
  );
};

interface OpenPurchaseProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly label: string;
  /** The accessible name, if the label alone does not say what is bought. */
  readonly name?: string;
  readonly withIcon?: boolean;
  /** Whether the dialog is open, if something else can open it as well. */
  readonly state?: readonly [opened: boolean, setOpened: (opened: boolean) => void];
  /**
   * The dialog, which disappears together with the button. If the purchase moves or removes the button, omit the dialog
   * here and share `state` with a dialog that stays mounted; otherwise nobody would see the outcome.
   */
  readonly dialog?: (dialog: { readonly opened: boolean; readonly onClose: () => void }) => ReactNode;
}

/** Opens a purchase. While the service cannot be reached, it says why it is disabled. */
export const OpenPurchaseButton = ({ label, name, withIcon = true, state, dialog, ...button }: OpenPurchaseProps) => {
  const own = useState(false);
  const [opened, setOpened] = state ?? own;
  return (
    <>
      <ServiceButton
        {...button}
        {...(name === undefined ? {} : { 'aria-label': name })}
        leftSection={withIcon ? <IconShoppingCart size={15} aria-hidden /> : null}
        onClick={() => setOpened(true)}
      >
        {label}
      </ServiceButton>
      {dialog?.({ opened, onClose: () => setOpened(false) })}
    </>
  );
};
