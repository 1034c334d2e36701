import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { go } from '../../app/router.ts';
import { quoteService } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { Notice, type Tone } from '../../ui/notice.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { shortUuid, useOrderText } from './order-text.ts';
import styles from './purchases.module.css';

interface PurchaseOutcomeProps {
  readonly purchase: Purchase;
  readonly onClose: () => void;
  /** What this product has to add, below the outcome. */
  readonly children?: ReactNode;
}

const toneOf = ({ state }: Purchase): Tone => (state === 'succeeded' ? 'ok' : state === 'rejected' ? 'bad' : 'warn');

/** How a purchase ended, and what to do about it; an unknown outcome is told calmly and whole. */
export const PurchaseOutcome = ({ purchase, onClose, children }: PurchaseOutcomeProps) => {
  const { t } = useTranslation('purchases');
  const first = useFirstFocus<HTMLButtonElement>();
  return (
    <>
      <Notice tone={toneOf(purchase)} live="status">
        <div className={styles.paragraphs}>
          <OutcomeText purchase={purchase} />
        </div>
      </Notice>
      {children}
      <DialogFoot>
        <Button
          onClick={() => {
            onClose();
            go('purchases', { purchaseId: purchase.id });
          }}
        >
          {t('outcome.toPurchases')}
        </Button>
        <Button ref={first} variant="filled" onClick={onClose}>
          {t('outcome.done')}
        </Button>
      </DialogFoot>
    </>
  );
};

/** “Bought: …”, or “Renewed: …” where nothing new was bought. */
const useSuccessText = (): ((purchase: Purchase) => string) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const orderText = useOrderText();
  return ({ order, priceKopecks }) => {
    const price = format.roublesShort(priceKopecks);
    switch (order.kind) {
      case 'vpn-renew':
        return t('outcome.renewed', {
          id: shortUuid(order.uuid),
          months: t('months', { count: order.periodMonths }),
          price,
        });
      case 'dedicated-prolong':
        return t('outcome.prolonged', {
          count: order.serviceIds.length,
          days: t('days', { count: order.period }),
          price,
        });
      default:
        return t('outcome.succeeded', { what: orderText(order), price });
    }
  };
};

const OutcomeText = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'errors']);
  const format = useFormat();
  const success = useSuccessText();
  const { goods, note, sentAt, reason, state } = purchase;
  switch (state) {
    case 'succeeded':
      return (
        <>
          <p>{success(purchase)}</p>
          {goods?.kind === 'traffic' && goods.trafficGb !== null ? (
            <p>{t('outcome.nowInPool', { gb: format.gb(goods.trafficGb) })}</p>
          ) : null}
          {goods?.kind === 'vpn-buy' || goods?.kind === 'vpn-renew' ? (
            goods.expiresAt === null ? null : (
              <p>{t('outcome.paidUntil', { date: format.dateTime(goods.expiresAt) })}</p>
            )
          ) : null}
        </>
      );
    case 'rejected':
      return (
        <>
          <p>{t('outcome.rejected')}</p>
          {reason === null || reason === 'refused' ? null : <p>{t(`reasons.${reason}`)}</p>}
          {note === '' ? null : <p>{quoteService(note)}</p>}
        </>
      );
    case 'confirmed-not-charged':
      return <p>{t('outcome.notSent')}</p>;
    case 'sent':
      return <p>{t('errors:codes.answer-not-stored')}</p>;
    default:
      return (
        <>
          <p>
            <strong>{t('outcome.unknown')}</strong>
          </p>
          {sentAt === null ? null : <p>{t('outcome.unknownKnown', { time: format.time(sentAt) })}</p>}
          {reason === null ? null : <p>{t(`reasons.${reason}`)}</p>}
          <p>{t('outcome.unknownNoResend')}</p>
          <p>{t('outcome.unknownToDo')}</p>
        </>
      );
  }
};
