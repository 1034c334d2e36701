import { useCallback, useState } from 'react';
import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

/**
 * Where a purchase stands in the window. `editing`: the order can be changed. `review`: a price was offered;
 * `agreedKopecks` is the price seen before it changed. `ended`: the journal has the outcome, whatever it is.
 */
export type PurchaseStep =
  | { readonly name: 'editing'; readonly busy: boolean; readonly error: AppError | undefined }
  | { readonly name: 'review'; readonly offer: Offer; readonly agreedKopecks: number | null }
  | { readonly name: 'buying'; readonly offer: Offer }
  | { readonly name: 'ended'; readonly purchase: Purchase };

const EDITING: PurchaseStep = { name: 'editing', busy: false, error: undefined };

export interface PurchaseFlow {
  readonly step: PurchaseStep;
  readonly askForOffer: (order: Order) => Promise<void>;
  readonly confirm: () => Promise<void>;
  readonly edit: () => void;
}

/** From an order to its outcome: offer, confirmation, and a new confirmation when the price has changed. */
export const usePurchase = (): PurchaseFlow => {
  const [step, setStep] = useState<PurchaseStep>(EDITING);

  const askForOffer = useCallback(async (order: Order) => {
    setStep({ name: 'editing', busy: true, error: undefined });
    const result = await call('purchases.offer', { order });
    setStep(
      result.ok
        ? { name: 'review', offer: result.value, agreedKopecks: null }
        : { name: 'editing', busy: false, error: result.error },
    );
  }, []);

  const confirm = useCallback(async () => {
    if (step.name !== 'review') return;
    const { offer } = step;
    setStep({ name: 'buying', offer });
    const result = await call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    if (result.ok) {
      setStep({ name: 'ended', purchase: result.value });
      return;
    }
    const sent = await sentPurchase(result.error);
    if (sent !== null) {
      setStep({ name: 'ended', purchase: sent });
      return;
    }
    const changed = changedOffer(offer, result.error);
    setStep(
      changed === null
        ? { name: 'editing', busy: false, error: result.error }
        : { name: 'review', offer: changed, agreedKopecks: offer.priceKopecks },
    );
  }, [step]);

  const edit = useCallback(() => setStep(EDITING), []);
  return { step, askForOffer, confirm, edit };
};

/** The purchase that was sent and answered, and only could not be written yet: nothing that invites to buy it again. */
const sentPurchase = async (error: AppError): Promise<Purchase | null> => {
  const purchaseId = error.details?.params?.purchaseId;
  if (error.details?.code !== 'answer-not-stored' || typeof purchaseId !== 'number') return null;
  const result = await call('purchases.get', { purchaseId });
  return result.ok ? result.value : null;
};

/** The new offer that comes with `price-changed`. */
const changedOffer = (before: Offer, error: AppError): Offer | null => {
  const params = error.details?.params;
  if (error.kind !== 'price-changed' || params === undefined) return null;
  const number = (key: string): number | null => (typeof params[key] === 'number' ? params[key] : null);
  const offerId = number('offerId');
  const priceKopecks = number('priceKopecks');
  if (offerId === null || priceKopecks === null) return null;
  return {
    ...before,
    offerId,
    priceKopecks,
    pricePerGbKopecks: number('pricePerGbKopecks'),
    balanceKopecks: number('balanceKopecks'),
    asOf: number('asOf') ?? before.asOf,
  };
};
