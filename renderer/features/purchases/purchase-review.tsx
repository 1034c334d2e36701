import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Offer, Target } from '#shared/contract/purchases.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useConfirmText, useOrderText } from './order-text.ts';
import { PriceRow, Shortage } from './price-facts.tsx';
import styles from './purchases.module.css';
import { OfferChange, OpenOnes, pairText, useEndText } from './review-warnings.tsx';
import type { OfferChange as Change } from './use-purchase.ts';

export type Buyer = Pick<ClientRow, 'name'>;

interface PurchaseReviewProps {
  /** `null`: for nobody yet. */
  readonly client: Buyer | null;
  readonly offer: Offer;
  /** Why it has to be confirmed again; `null` at the first look. */
  readonly change: Change | null;
  readonly busy: boolean;
  /** With the open purchases of the same that are no reason not to buy. */
  readonly onConfirm: (despite: readonly number[]) => void;
  readonly onBack: () => void;
  readonly onShow: (purchaseId: number) => void;
}

/** Who, what, how much and what is left, with the action on the button itself. */
export const PurchaseReview = (props: PurchaseReviewProps) => {
  const { client, offer, change, busy } = props;
  const { t } = useTranslation(['purchases', 'bulk', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const what = useOrderText()(offer.order);
  const confirmText = useConfirmText();
  const first = useFirstFocus<HTMLButtonElement>();
  const [despite, setDespite] = useState(false);
  const { priceKopecks, pricePerGbKopecks, balanceKopecks, target, open, datesAsOf } = offer;
  const missing = balanceKopecks === null ? 0 : priceKopecks - balanceKopecks;
  return (
    <>
      {change === null ? null : <OfferChange change={change} offer={offer} />}
      <OpenOnes open={open} despite={despite} onDespite={setDespite} disabled={busy} onShow={props.onShow} />
      {datesAsOf === null ? null : (
        <div className={styles.change}>
          <Notice tone="warn">{t('bulk:datesOfCopy', { moment: format.dateTime(datesAsOf) })}</Notice>
        </div>
      )}
      <dl className={`${styles.review} selectable`}>
        {target.clientKey === null ? null : (
          <>
            <dt>{t('common:words.client')}</dt>
            <dd>
              <bdi>{client === null || client.name === '' ? target.clientKey : client.name}</bdi>{' '}
              <span className={styles.count}>{pairText(target)}</span>
            </dd>
          </>
        )}
        <dt>{t('review.what')}</dt>
        <dd>{what}</dd>
        <EndsNow ends={target.ends} />
        <PriceRow priceKopecks={priceKopecks} pricePerGbKopecks={pricePerGbKopecks} />
        <dt>{t('common:words.balance')}</dt>
        <dd>{balanceKopecks === null ? t('review.balanceUnknown') : format.roubles(balanceKopecks)}</dd>
        <dt>{t('review.balanceAfter')}</dt>
        <dd>{balanceKopecks === null ? t('review.balanceUnknown') : format.roubles(balanceKopecks - priceKopecks)}</dd>
      </dl>
      {missing > 0 ? (
        <Shortage missingKopecks={missing} />
      ) : (
        <p className={styles.charged} aria-live="polite">
          {busy ? t('review.busy') : t('review.charged')}
        </p>
      )}
      <DialogFoot>
        <Button ref={first} size="md" disabled={busy} onClick={props.onBack}>
          {t('review.back')}
        </Button>
        <ServiceHint blocked={noService}>
          <MoneyButton
            label={confirmText(offer.order, priceKopecks)}
            busy={busy}
            disabled={missing > 0 || (open.length > 0 && !despite)}
            onClick={() => props.onConfirm(open.map(({ purchaseId }) => purchaseId))}
          />
        </ServiceHint>
      </DialogFoot>
    </>
  );
};

/** When what is paid for would end without it. */
const EndsNow = ({ ends }: Pick<Target, 'ends'>) => {
  const { t } = useTranslation('purchases');
  const endText = useEndText();
  if (ends.length === 0) return null;
  const known = ends.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt]));
  const [first, last] = known.length < ends.length ? [null, null] : [Math.min(...known), Math.max(...known)];
  return (
    <>
      <dt>{t('review.endsNow')}</dt>
      <dd>
        {first === last ? endText(first) : t('review.endsBetween', { first: endText(first), last: endText(last) })}
      </dd>
    </>
  );
};
