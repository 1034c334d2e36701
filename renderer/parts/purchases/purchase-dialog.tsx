import { type ButtonProps, Modal } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { call } from '../../bridge/desk.ts';
import { nextClientAfter } from '../../nav/client-order.ts';
import { hold } from '../../nav/hold.ts';
import { go } from '../../nav/router.ts';
import type { FormRules } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Hold, useHeldDialog } from '../../ui/form-dialog.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import type { OrderForm } from './order-frame.tsx';
import { loadHandover, PurchaseOutcome } from './purchase-outcome.tsx';
import { type OrderClient, PurchaseReview } from './purchase-review.tsx';
import { usePurchase } from './use-purchase.ts';

interface PurchaseDialogProps<D extends object> extends FormRules<D, Order> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The client who gets the goods; `null` if nobody does yet. Pass a function if the order itself names the client. */
  readonly client: OrderClient | null | ((draft: D) => OrderClient | null);
  /** The choices at first, each time the dialog opens. */
  readonly initial: D;
  /** The fields of the order, which buy nothing themselves. */
  readonly form: (form: OrderForm<D>) => ReactNode;
  /** Goes on to the review of the first choices as soon as the dialog opens. */
  readonly reviewAtOnce?: boolean;
  /** The product's own addition below the outcome. */
  readonly extra?: (purchase: Purchase) => ReactNode;
}

/**
 * Leads from the order through the review to the outcome. It is the only way to spend money, and cannot be closed or
 * left while money moves.
 */
export const PurchaseDialog = <D extends object>({ opened, ...props }: PurchaseDialogProps<D>) => {
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

const noClient: Promise<number | undefined> = Promise.resolve(undefined);

type PurchaseStepsProps<D extends object> = Omit<PurchaseDialogProps<D>, 'opened'>;

const PurchaseSteps = <D extends object>(props: PurchaseStepsProps<D>) => {
  const { title, client, initial, extra, onClose } = props;
  const { t } = useTranslation('purchases');
  const { step, review, confirm, edit } = usePurchase();
  const order = useForm<D, Order>({
    initial,
    read: props.read,
    ...(props.keys === undefined ? {} : { keys: props.keys }),
  });
  const [next, setNext] = useState<Promise<number | undefined>>(noClient);
  /** The choices of the offer. The form may be changed while the offer is under way. */
  const [offered, setOffered] = useState(initial);
  /** Requests the price that the user then confirms. */
  const askForOffer = async () => {
    edit();
    setOffered(order.values);
    await order.submit(
      (wanted) => call('purchases.offer', { order: wanted }),
      (offer) => {
        // The purchase may move or hide the row of its client, so the next one is looked up before it.
        const { clientId } = offer.order;
        setNext(clientId === null ? noClient : nextClientAfter(clientId));
        void loadHandover();
        review(offer);
      },
    );
  };
  // It runs once, with the first choices.
  const begin = useRef(props.reviewAtOnce === true ? askForOffer : null);
  useEffect(() => {
    void begin.current?.();
    begin.current = null;
  }, []);
  const isBuying = step.name === 'buying';
  // The shell reloads the page after the core has stopped. A user who has just paid must first see that the outcome is
  // unknown.
  const isCoreGone = step.name === 'editing' && (order.refusal ?? step.error)?.details?.code === 'core-stopped';
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
            <span className="two-lines" title={title}>
              {title}
            </span>
          )}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        {step.name === 'editing'
          ? props.form({ ...order, error: order.error ?? step.error, order: askForOffer, cancel: onClose })
          : null}
        {step.name === 'review' || step.name === 'buying' ? (
          <PurchaseReview
            key={step.offer.offerId}
            client={typeof client === 'function' ? client(offered) : client}
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
          <PurchaseOutcome purchase={step.purchase} next={next} onClose={onClose}>
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
