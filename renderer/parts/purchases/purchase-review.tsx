import { Box, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Offer, Target } from '#shared/contract/purchases.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { Fact } from '../../ui/fact.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { Unguarded } from '../shared-desk/unguarded.tsx';
import { useConfirmText, useOrderText } from './order-text.ts';
import { PriceFactRow, Shortage } from './price-facts.tsx';
import { OfferChangeNotice, OpenOnes, pairText, useEndText } from './review-warnings.tsx';
import type { OfferChange as Change } from './use-purchase.ts';

export type OrderClient = Pick<ClientRow, 'name'>;

interface PurchaseReviewProps {
  /** `null` if the goods are for nobody yet. */
  readonly client: OrderClient | null;
  readonly offer: Offer;
  /** Why the user has to confirm again; `null` the first time. */
  readonly change: Change | null;
  readonly busy: boolean;
  /** Confirms in spite of these open purchases of the same goods. */
  readonly onConfirm: (despite: readonly number[]) => void;
  readonly onBack: () => void;
  readonly onShow: (purchaseId: number) => void;
}

const PAY_KEYS = 'Ctrl+Enter';

/** A second press of the chord that follows within this time was meant for the offer before. */
const READ_CHANGE_MS = 1_000;

/** Pays by a chord, which no double press of Enter becomes by accident. `isChanged` says that the offer is a new one. */
const usePayKey = (pay: (() => void) | null, isChanged: boolean): void => {
  const [shownAt] = useState(() => performance.now());
  const isRead = () => !isChanged || performance.now() - shownAt > READ_CHANGE_MS;
  const newest = useRef(pay);
  newest.current = pay === null ? null : () => (isRead() ? pay() : undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isChord = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isChord || event.repeat || event.isComposing || newest.current === null) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};

/** Shows client, goods, price and remaining balance. The button itself names the action. */
export const PurchaseReview = (props: PurchaseReviewProps) => {
  const { client, offer, change, busy } = props;
  const { t } = useTranslation(['purchases', 'runPurchases', 'common']);
  const format = useFormat();
  const what = useOrderText()(offer.order);
  const confirmText = useConfirmText();
  const first = useFirstFocus<HTMLButtonElement>();
  const [despite, setDespite] = useState(false);
  const { priceKopecks, pricePerGbKopecks, balanceKopecks, target, open, datesAsOf, isUnguarded } = offer;
  const missing = balanceKopecks === null ? 0 : priceKopecks - balanceKopecks;
  const noService = useNoService();
  const isBlocked = missing > 0 || (open.length > 0 && !despite);
  const confirm = () => props.onConfirm(open.map(({ purchaseId }) => purchaseId));
  usePayKey(busy || isBlocked || noService ? null : confirm, change !== null);
  return (
    <>
      {change === null ? null : <OfferChangeNotice change={change} offer={offer} />}
      <OpenOnes open={open} despite={despite} onDespite={setDespite} disabled={busy} onShow={props.onShow} />
      {datesAsOf === null ? null : (
        <Box mb={12}>
          <Notice tone="warn">{t('runPurchases:datesOfCopy', { moment: format.dateTime(datesAsOf) })}</Notice>
        </Box>
      )}
      {isUnguarded ? (
        <Box mb={12}>
          <Unguarded />
        </Box>
      ) : null}
      <dl className="facts selectable" style={{ alignItems: 'baseline' }}>
        {target.clientKey === null ? null : (
          <Fact name={t('common:words.client')}>
            <bdi>{client === null || client.name === '' ? target.clientKey : client.name}</bdi>{' '}
            <span className="dim">{pairText(target)}</span>
          </Fact>
        )}
        <Fact name={t('review.what')}>{what}</Fact>
        <EndsNow ends={target.ends} />
        <PriceFactRow priceKopecks={priceKopecks} pricePerGbKopecks={pricePerGbKopecks} />
        <Fact name={t('common:words.balance')}>
          {balanceKopecks === null ? t('review.balanceUnknown') : format.roubles(balanceKopecks)}
        </Fact>
        <Fact name={t('review.balanceAfter')}>
          {balanceKopecks === null ? t('review.balanceUnknown') : format.roubles(balanceKopecks - priceKopecks)}
        </Fact>
      </dl>
      {missing > 0 ? (
        <Shortage missingKopecks={missing} />
      ) : (
        <p className="dim" style={{ marginTop: 8 }} aria-live="polite">
          {busy ? t('review.busy') : t('review.charged')}
        </p>
      )}
      <DialogFoot>
        <Button ref={first} size="md" disabled={busy} onClick={props.onBack}>
          {t('review.back')}
        </Button>
        <KeyHint keys={PAY_KEYS} />
        <ServiceHint>
          <MoneyButton
            label={confirmText(offer.order, priceKopecks)}
            busy={busy}
            disabled={isBlocked}
            title={t('review.keys', { keys: PAY_KEYS })}
            aria-keyshortcuts="Control+Enter"
            // The second click of a double click on the button that was here before must not pay.
            onClick={(event) => {
              if (event.detail < 2) confirm();
            }}
          />
        </ServiceHint>
      </DialogFoot>
    </>
  );
};

/** Says when the goods would end without this payment. */
const EndsNow = ({ ends }: Pick<Target, 'ends'>) => {
  const { t } = useTranslation('purchases');
  const endText = useEndText();
  if (ends.length === 0) return null;
  const known = ends.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt]));
  const [first, last] = known.length < ends.length ? [null, null] : [Math.min(...known), Math.max(...known)];
  return (
    <Fact name={t('review.endsNow')}>
      {first === last ? endText(first) : t('review.endsBetween', { first: endText(first), last: endText(last) })}
    </Fact>
  );
};
