import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CheckNow, canCheck } from './check-now.tsx';
import { useOrderText } from './order-text.ts';
import { PurchaseEvidence } from './purchase-evidence.tsx';
import { PurchaseStateChip, serviceWords } from './purchase-state.tsx';
import { PurchaseTimeline } from './purchase-timeline.tsx';
import styles from './purchases.module.css';
import { RawAnswer } from './raw-answer.tsx';
import { canSettle, SettleByHand, SettledByYou } from './settle-by-hand.tsx';
import { SupportRequest } from './support-request.tsx';
import { usePurchaseActions } from './use-purchase-actions.ts';

interface PurchaseDetailProps {
  readonly purchaseId: number;
  readonly onClose: () => void;
}

/** One purchase: who, what, price, how it ended and why. */
export const PurchaseDetail = ({ purchaseId, onClose }: PurchaseDetailProps) => {
  const { t } = useTranslation(['purchases', 'common']);
  const query = useQuery('purchases.get', { purchaseId });
  useDeskEvent('purchases.changed', (changed) => {
    if (changed.purchaseId === purchaseId) query.reload();
  });
  const orderText = useOrderText();
  const purchase = query.value;
  return (
    <>
      <CardHead
        title={purchase === undefined ? t('detail.label') : orderText(purchase.order)}
        closeLabel={t('common:actions.close')}
        onClose={onClose}
      />
      <div className={styles.detail}>
        {query.error === undefined ? null : <ErrorNotice error={query.error} onRetry={query.reload} />}
        {purchase === undefined ? (
          query.error === undefined ? (
            <Skeleton height={160} />
          ) : null
        ) : (
          <PurchaseFacts purchase={purchase} />
        )}
      </div>
    </>
  );
};

const PurchaseFacts = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'ledger', 'common']);
  const format = useFormat();
  const { clientId, goods, balanceBeforeKopecks, reason, outcome, basis, resolution } = purchase;
  const words = serviceWords(purchase);
  const title = useOrderText()(purchase.order);
  useChosenActions(
    [title, purchase.clientName].filter((part) => part !== '').join(' · '),
    usePurchaseActions(purchase),
  );
  const identity = [purchase.clientKey, purchase.messengerId].filter((part) => part !== null).join(' · ');
  const actions = canCheck(purchase) ? (
    <div className={styles.buttons}>
      <CheckNow purchaseId={purchase.id} />
      {canSettle(purchase) ? <SettleByHand purchase={purchase} /> : null}
    </div>
  ) : null;
  return (
    <>
      <PurchaseStateChip purchase={purchase} />
      <dl className={`${styles.facts} selectable`}>
        {purchase.clientName === '' ? null : (
          <>
            <dt>{t('common:words.client')}</dt>
            <dd>
              {clientId === null ? (
                purchase.clientName
              ) : (
                <TextLink title={t('common:words.openClient')} onGo={() => go('clients', { clientId })}>
                  {purchase.clientName}
                </TextLink>
              )}
            </dd>
            <dt>{t('detail.identity')}</dt>
            <dd>{identity}</dd>
          </>
        )}
        <dt>{t('common:words.price')}</dt>
        <dd>{format.roubles(purchase.priceKopecks)}</dd>
        {purchase.chargedKopecks === null ? null : (
          <>
            <dt>{t('ledger:charged')}</dt>
            <dd>
              {format.roubles(purchase.chargedKopecks)}
              {purchase.chargedKopecks === purchase.priceKopecks ? null : (
                <span className={styles.differs}> {t('ledger:chargedDiffers')}</span>
              )}
            </dd>
          </>
        )}
        {goods?.kind === 'traffic' && goods.trafficGb !== null ? (
          <>
            <dt>{t('detail.got')}</dt>
            <dd>{format.gb(goods.trafficGb)}</dd>
          </>
        ) : null}
        {(goods?.kind === 'vpn-buy' || goods?.kind === 'vpn-renew') && goods.expiresAt !== null ? (
          <>
            <dt>{t('detail.paidUntil')}</dt>
            <dd>{format.dateTime(goods.expiresAt)}</dd>
          </>
        ) : null}
        {goods?.kind === 'dedicated' ? (
          <>
            <dt>{t('ledger:received')}</dt>
            <dd>
              <TextLink onGo={() => go('dedicated', { filter: { purchaseId: purchase.id } })}>
                {t('ledger:proxies', { count: goods.received })}
              </TextLink>
              {goods.incomplete === 0 ? null : ` (${t('ledger:incomplete', { count: goods.incomplete })})`}
            </dd>
          </>
        ) : null}
        {goods?.kind === 'dedicated-prolong' ? (
          <>
            <dt>{t('ledger:prolonged')}</dt>
            <dd>
              <TextLink onGo={() => go('dedicated', { filter: { purchaseId: purchase.id } })}>
                {t('ledger:proxies', { count: goods.items.length })}
              </TextLink>
            </dd>
          </>
        ) : null}
        {balanceBeforeKopecks === null ? null : (
          <>
            <dt>{t('detail.balanceBefore')}</dt>
            <dd>{format.roubles(balanceBeforeKopecks)}</dd>
          </>
        )}
        <dt>{t('detail.number')}</dt>
        <dd>{purchase.id}</dd>
      </dl>
      {reason === null && words === '' ? null : (
        <div style={{ marginTop: 16 }}>
          <Notice tone={outcome === 'open' ? 'warn' : outcome === 'not-charged' && basis === 'answer' ? 'bad' : 'mute'}>
            <div className={styles.paragraphs}>
              {reason === null ? null : <p>{t(`purchases:reasons.${reason}`)}</p>}
              {words === '' ? null : <p>{words}</p>}
            </div>
          </Notice>
        </div>
      )}
      {outcome === 'open' ? (
        <>
          <h3 className={styles.subheading}>{t('detail.unknownTitle')}</h3>
          <div className={`${styles.paragraphs} selectable`}>
            <p>{t(isRefusal(reason) ? 'outcome.refusedOpen' : 'detail.unknownText')}</p>
            <p>{t('detail.unknownToDo')}</p>
          </div>
        </>
      ) : null}
      <SettledByYou purchase={purchase} />
      {resolution === null ? (
        actions
      ) : (
        <PurchaseEvidence resolution={resolution} basis={basis}>
          {actions}
        </PurchaseEvidence>
      )}
      <SupportRequest purchase={purchase} />
      <h3 className={styles.subheading}>{t('detail.timeline')}</h3>
      <PurchaseTimeline purchase={purchase} />
      {purchase.hasAnswer ? <RawAnswer purchaseId={purchase.id} /> : null}
    </>
  );
};
