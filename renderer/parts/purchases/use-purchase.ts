import { useCallback, useRef, useState } from 'react';
import type { Offer, Purchase } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { kindView } from '../products/index.ts';

/** Why the confirmation of an offer was not sent. `before` is the offer that the user agreed to. */
export interface OfferChange {
  readonly what: 'price' | 'client' | 'end' | 'bought' | 'open' | 'unguarded' | 'diedWhilePaying' | 'elsewhere';
  readonly before: Offer;
  /** The purchase that bought the same goods meanwhile; otherwise `null`. */
  readonly purchaseId: number | null;
}

/**
 * The step of a purchase in the window. `editing`: the order can be changed, and `error` says why the confirmation was
 * not carried out. `review`: a price was offered, and
 * `change` says why the user has to confirm again. `ended`: the journal has the outcome.
 */
type PurchaseStep =
  | { readonly name: 'editing'; readonly error: AppError | undefined }
  | { readonly name: 'review'; readonly offer: Offer; readonly change: OfferChange | null }
  | { readonly name: 'buying'; readonly offer: Offer }
  | { readonly name: 'ended'; readonly purchase: Purchase };

const EDITING: PurchaseStep = { name: 'editing', error: undefined };

interface PurchaseFlow {
  readonly step: PurchaseStep;
  readonly review: (offer: Offer) => void;
  /** `despite` lists the open purchases of the same goods that the user knows of and accepts. */
  readonly confirm: (despite: readonly number[]) => Promise<void>;
  readonly edit: () => void;
}

/** Leads from an offer to its outcome: review, confirmation, and another confirmation if something has changed. */
export const usePurchase = (): PurchaseFlow => {
  const [step, setStep] = useState<PurchaseStep>(EDITING);

  const confirming = useRef<number>(undefined);
  const review = useCallback((offer: Offer) => setStep({ name: 'review', offer, change: null }), []);

  const confirm = useCallback(
    async (despite: readonly number[]) => {
      if (step.name !== 'review') return;
      const { offer } = step;
      // A second press may be faster than the drawing of the first one.
      if (confirming.current === offer.offerId) return;
      confirming.current = offer.offerId;
      setStep({ name: 'buying', offer });
      setStep(await confirmed(offer, despite));
    },
    [step],
  );

  const edit = useCallback(() => setStep(EDITING), []);
  return { step, review, confirm, edit };
};

/**
 * Finds the purchase that was sent and answered but could not be stored yet. It must not look as if it could be bought
 * again.
 */
const sentPurchase = async (error: AppError): Promise<Purchase | null> => {
  const purchaseId = error.details?.params?.purchaseId;
  if (error.details?.code !== 'answer-not-stored' || typeof purchaseId !== 'number') return null;
  markHandled(error);
  const result = await call('purchases.get', { purchaseId });
  return result.ok ? result.value : null;
};

const confirmed = async (offer: Offer, despite: readonly number[]): Promise<PurchaseStep> => {
  const { offerId, priceKopecks, order } = offer;
  const result = await call('purchases.confirm', { offerId, priceKopecks, despite: [...despite] });
  if (result.ok) return { name: 'ended', purchase: result.value };
  const sent = await sentPurchase(result.error);
  if (sent !== null) return { name: 'ended', purchase: sent };
  const change = changeOf(offer, result.error);
  if (change === null) return { name: 'editing', error: result.error };
  // The review shows it.
  markHandled(result.error);
  // The new offer in the refusal contains no target, so a complete one is requested for the comparison. First its
  // ends are read again, because the desk's copy is older than what the service has just said.
  await kindView(order).extending?.reread(order);
  const again = await call('purchases.offer', { order });
  return again.ok ? { name: 'review', offer: again.value, change } : { name: 'editing', error: again.error };
};

/** Reads from an error what has changed; `null` if nothing was sent for another reason. */
const changeOf = (before: Offer, { kind, details }: AppError): OfferChange | null => {
  const { what, purchaseId } = details?.params ?? {};
  switch (kind) {
    case 'price-changed':
      return { what: 'price', before, purchaseId: null };
    case 'target-open':
      return { what: 'open', before, purchaseId: null };
    case 'target-changed':
      return {
        what: what === 'bought' || what === 'client' ? what : 'end',
        before,
        purchaseId: typeof purchaseId === 'number' ? purchaseId : null,
      };
    case 'conflict':
      if (details?.code === 'colleague-broke-off') return { what: 'diedWhilePaying', before, purchaseId: null };
      if (details?.code === 'colleague-elsewhere') return { what: 'elsewhere', before, purchaseId: null };
      return details?.code === 'unguarded' ? { what: 'unguarded', before, purchaseId: null } : null;
    default:
      return null;
  }
};
