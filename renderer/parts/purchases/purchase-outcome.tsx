import { Button, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import { go } from '../../nav/router.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { Notice, type Tone } from '../../ui/notice.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { kindView } from '../products/index.ts';
import { SaleSection } from '../sales/sale-section.tsx';
import { NotAsOrdered } from './not-as-ordered.tsx';
import styles from './purchase-outcome.module.css';
import { nameOf, serviceWords, useReason } from './purchase-state.tsx';
import { SettledText } from './settle-by-hand.tsx';

/** Loads the code of the hand-over, so that it is there when the purchase ends. */
export const loadHandover = () => import('./outcome-handover.tsx');
const OutcomeHandover = lazy(async () => ({ default: (await loadHandover()).OutcomeHandover }));

interface PurchaseOutcomeProps {
  /** The purchase as it ended. Later findings appear here as well. */
  readonly purchase: Purchase;
  readonly onClose: () => void;
  /** The client after this one, as the list was before the purchase. */
  readonly next: Promise<number | undefined>;
  /** The product's own addition below the outcome. */
  readonly children?: ReactNode;
}

const toneOf = (purchase: Purchase): Tone => {
  if (purchase.basis === 'user') return 'mute';
  const name = nameOf(purchase);
  return name === 'bought' ? 'ok' : name === 'refused' ? 'bad' : 'warn';
};

/** Says how a purchase ended and what to do next. An unknown outcome is explained calmly and completely. */
export const PurchaseOutcome = ({ purchase: ended, onClose, next, children }: PurchaseOutcomeProps) => {
  const { t } = useTranslation('purchases');
  const newest = useQuery('purchases.get', { purchaseId: ended.id }, ['sales.changed']);
  useDeskEvent('purchases.changed', ({ purchaseId }) => {
    if (purchaseId === null || purchaseId === ended.id) newest.reload();
  });
  const purchase = newest.value ?? ended;
  // Goods are handed over only if the answer confirmed just what was ordered (docs/money.md#what-is-known).
  const clientId = nameOf(purchase) === 'bought' ? purchase.clientId : null;
  const first = useFirstFocus<HTMLDivElement>();
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (clientId === null) done.current?.focus();
  }, [clientId]);
  const hasSales = useSalesInUse();
  const { goods } = purchase;
  const hasGoods = goods !== null && kindView(purchase.order).handover.uuid(goods) !== null;
  return (
    <div
      className={styles.outcome}
      data-handover={clientId === null ? undefined : true}
      data-goods={hasGoods || undefined}
      data-sale={hasSales || undefined}
    >
      {/* It has the focus until the hand-over, which is loaded now, takes it. */}
      <div ref={first} tabIndex={-1} style={{ outline: 'none' }}>
        <Notice tone={toneOf(purchase)} live="status">
          <div className="paragraphs">
            <OutcomeText purchase={purchase} />
          </div>
        </Notice>
      </div>
      <NotAsOrdered purchase={purchase} />
      {children}
      {clientId === null ? null : (
        <Suspense fallback={<Skeleton height={200} mt={12} />}>
          <OutcomeHandover purchase={purchase} clientId={clientId} next={next} onClose={onClose} />
        </Suspense>
      )}
      <SaleSection purchase={purchase} isFlat />
      <DialogFoot>
        <Button
          onClick={() => {
            onClose();
            go('purchases', { purchaseId: purchase.id });
          }}
        >
          {t('outcome.toPurchases')}
        </Button>
        <Button ref={done} variant={clientId === null ? 'filled' : 'default'} onClick={onClose}>
          {t('outcome.done')}
        </Button>
      </DialogFoot>
    </div>
  );
};

/** Says “Bought: …”, or “Renewed: …” if nothing new was bought. */
const useSuccessText = (): ((purchase: Purchase) => string) => {
  const words = useWords();
  return ({ order, priceKopecks }) => {
    const { orderText, successText } = kindView(order);
    const price = words.format.roublesShort(priceKopecks);
    if (successText !== null) return successText(order, price, words);
    return words.t('purchases:outcome.succeeded', { what: orderText(order, words), price });
  };
};

interface OutcomeProps {
  readonly purchase: Purchase;
}

const BoughtText = ({ purchase }: OutcomeProps) => {
  const words = useWords();
  const success = useSuccessText();
  const { goods } = purchase;
  const goodsText = goods === null ? '' : kindView(goods).goodsText(goods, words);
  return (
    <>
      <p>{success(purchase)}</p>
      {goodsText === '' ? null : <p>{goodsText}</p>}
    </>
  );
};

const RefusedText = ({ purchase }: OutcomeProps) => {
  const { t } = useTranslation('purchases');
  const { reason } = purchase;
  const words = serviceWords(purchase);
  return (
    <>
      <p>{t('outcome.rejected')}</p>
      {reason === null || reason === 'refused' ? null : <p>{t(`reasons.${reason}`)}</p>}
      {words === '' ? null : <p>{words}</p>}
    </>
  );
};

const UnknownText = ({ purchase }: OutcomeProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const { sentAt, reason } = purchase;
  const words = serviceWords(purchase);
  return (
    <>
      <p>
        <strong>{t('outcome.unknown')}</strong>
      </p>
      {isRefusal(reason) ? (
        <p>{t('outcome.refusedOpen')}</p>
      ) : (
        <>
          {sentAt === null ? null : <p>{t('outcome.unknownKnown', { time: format.time(sentAt) })}</p>}
          {reason === null ? null : <p>{t(`reasons.${reason}`)}</p>}
        </>
      )}
      {words === '' ? null : <p>{words}</p>}
      <p>{t('outcome.unknownNoResend')}</p>
      <p>{t('outcome.unknownToDo')}</p>
    </>
  );
};

const OutcomeText = ({ purchase }: OutcomeProps) => {
  const { t } = useTranslation(['purchases', 'errors']);
  const reasonOf = useReason();
  if (purchase.basis === 'user') return <SettledText purchase={purchase} />;
  switch (nameOf(purchase)) {
    case 'bought':
      return <BoughtText purchase={purchase} />;
    case 'refused':
      return <RefusedText purchase={purchase} />;
    case 'not-sent':
      return <p>{t('outcome.notSent')}</p>;
    case 'pending':
      return <p>{t('errors:codes.answer-not-stored')}</p>;
    case 'not-as-ordered':
      return (
        <>
          <p>
            <strong>{t('outcome.notAsOrdered')}</strong>
          </p>
          <p>{t(purchase.goodsState === 'missing' ? 'outcome.noneAsOrdered' : 'outcome.partAsOrdered')}</p>
        </>
      );
    case 'bought-probably':
    case 'goods-missing':
      return (
        <>
          <p>{t('outcome.probably')}</p>
          <p>{reasonOf(purchase)}</p>
        </>
      );
    case 'not-charged-probably':
      return (
        <>
          <p>{t('outcome.probablyNot')}</p>
          <p>{reasonOf(purchase)}</p>
          <p>{t('outcome.probablyNotToDo')}</p>
        </>
      );
    default:
      return <UnknownText purchase={purchase} />;
  }
};
