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
  /** `null`: for nobody yet. A function where the order itself says for whom. */
  readonly client: OrderClient | null | ((draft: D) => OrderClient | null);
  /** Chosen at first, whenever the dialog opens. */
  readonly initial: D;
  readonly form: (form: OrderForm<D>) => ReactNode;
  /** What this product has to add below the outcome. */
  readonly extra?: (purchase: Purchase) => ReactNode;
}

/** Order, review, outcome: the one way to spend. Can be neither closed nor left while money moves. */
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
  // The shell has the page read anew then: whoever has just paid must first see that nobody knows what came of it.
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
  /** Where the label alone does not say what of. */
  readonly name?: string;
  readonly withIcon?: boolean;
  /** Whether the dialog is open, where something else can open it, too. */
  readonly state?: readonly [opened: boolean, setOpened: (opened: boolean) => void];
  /**
   * The dialog of the purchase. It goes where the button goes: a button that changes its place with what was bought leaves
   * it out, and shares `state` with a dialog that stays, or the outcome would never be seen.
   */
  readonly dialog?: (dialog: { readonly opened: boolean; readonly onClose: () => void }) => ReactNode;
}

/** The button that opens a purchase: it says why it cannot be used without a network. */
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
