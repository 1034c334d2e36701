import { Box, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { kindView, productOf } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { NotAsOrdered } from '../../parts/purchases/not-as-ordered.tsx';
import { useOrderText } from '../../parts/purchases/order-text.ts';
import { PurchaseStateChip, serviceWords } from '../../parts/purchases/purchase-state.tsx';
import { RawAnswerView } from '../../parts/purchases/raw-answer.tsx';
import { canSettle, SettleByHand, SettledByHand } from '../../parts/purchases/settle-by-hand.tsx';
import { SaleSection } from '../../parts/sales/sale-section.tsx';
import { useChanges, useWho } from '../../parts/shared-desk/changed-by.tsx';
import { Answer } from '../../ui/answer.tsx';
import { CardHead } from '../../ui/card-head.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice, type Tone } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CheckNow, canCheck } from './check-now.tsx';
import { PurchaseEvidence } from './purchase-evidence.tsx';
import { PurchaseTimeline } from './purchase-timeline.tsx';
import styles from './purchases.module.css';
import { SupportRequest } from './support-request.tsx';
import { usePurchaseActions } from './use-purchase-actions.ts';

interface PurchaseDetailProps {
  readonly purchaseId: number;
  readonly onClose: () => void;
}

/** Shows one purchase: client, goods, price, outcome and reason. */
export const PurchaseDetail = ({ purchaseId, onClose }: PurchaseDetailProps) => {
  const { t } = useTranslation(['purchases', 'common']);
  const query = useQuery('purchases.get', { purchaseId }, ['sales.changed']);
  useDeskEvent('purchases.changed', (changed) => {
    if (changed.purchaseId === null || changed.purchaseId === purchaseId) query.reload();
  });
  const orderText = useOrderText();
  const purchase = query.value;
  return (
    <>
      <CardHead
        mark={purchase === undefined ? null : <ProductMark name={productOf(purchase.order.kind)} />}
        title={purchase === undefined ? t('detail.label') : orderText(purchase.order)}
        closeLabel={t('common:actions.close')}
        onClose={onClose}
      />
      <div className={styles.detail}>
        <Answer query={query} height={160}>
          {(found) => <PurchaseFacts purchase={found} />}
        </Answer>
      </div>
    </>
  );
};

const PurchaseFacts = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'ledger', 'common', 'sharedDesk', 'fields']);
  const format = useFormat();
  const words = useWords();
  const { clientId, balanceBeforeKopecks, reason, outcome, basis, resolution, goods } = purchase;
  const refusal = serviceWords(purchase);
  const title = useOrderText()(purchase.order);
  const whose = rowClientLabel(purchase);
  useChosenActions([title, whose].filter((part) => part !== '').join(' · '), usePurchaseActions(purchase));
  const who = useWho();
  const bought = useChanges('purchase', [purchase.id])(purchase.id, 'made');
  const actions = canCheck(purchase) ? (
    <Group gap={8} mt={8}>
      <CheckNow purchaseId={purchase.id} />
      {canSettle(purchase) ? <SettleByHand purchase={purchase} /> : null}
    </Group>
  ) : null;
  return (
    <>
      <PurchaseStateChip purchase={purchase} />
      <Box component="dl" className="facts selectable" mt={12}>
        {whose === '' ? null : (
          <>
            <Fact name={t('common:words.client')}>
              {clientId === null ? (
                whose
              ) : (
                <TextLink title={t('common:words.openClient')} onGo={() => go('clients', { clientId })}>
                  {whose}
                </TextLink>
              )}
            </Fact>
            <Fact name={t('fields:messengerId')}>{purchase.messengerId}</Fact>
          </>
        )}
        <Fact name={t('common:words.price')}>{format.roubles(purchase.priceKopecks)}</Fact>
        <Fact name={t('ledger:charged')}>
          {purchase.chargedKopecks === null ? null : (
            <>
              {format.roubles(purchase.chargedKopecks)}
              {purchase.chargedKopecks === purchase.priceKopecks ? null : (
                <span className={styles.differs}> {t('ledger:chargedDiffers')}</span>
              )}
            </>
          )}
        </Fact>
        <Fact name={t('ledger:risen')}>
          {purchase.risenKopecks === null ? null : (
            <span className={styles.differs}>{format.roubles(purchase.risenKopecks)}</span>
          )}
        </Fact>
        {goods === null ? null : kindView(goods).goodsFact(goods, purchase.id, words)}
        <Fact name={t('sharedDesk:changed.bought')}>{bought === undefined ? null : who(bought)}</Fact>
        <Fact name={t('sharedDesk:title')}>{purchase.isUnguarded ? t('purchases:wasUnguarded') : null}</Fact>
        <Fact name={t('detail.balanceBefore')}>
          {balanceBeforeKopecks === null ? null : format.roubles(balanceBeforeKopecks)}
        </Fact>
        <Fact name={t('detail.number')}>{purchase.id}</Fact>
      </Box>
      {reason === null && refusal === '' ? null : (
        <Box mt={16}>
          <Notice tone={toneOf(purchase)}>
            <div className="paragraphs">
              {reason === null ? null : <p>{t(`purchases:reasons.${reason}`)}</p>}
              {refusal === '' ? null : <p>{refusal}</p>}
            </div>
          </Notice>
        </Box>
      )}
      <NotAsOrdered purchase={purchase} />
      {outcome === 'open' ? (
        <>
          <h3 className={styles.subheading}>{t('detail.unknownTitle')}</h3>
          <div className="paragraphs selectable">
            <p>{t(isRefusal(reason) ? 'outcome.refusedOpen' : 'detail.unknownText')}</p>
            <p>{t(purchase.computer === null ? 'detail.unknownToDo' : 'detail.unknownElsewhere')}</p>
          </div>
        </>
      ) : null}
      <SettledByHand purchase={purchase} />
      {resolution === null ? (
        actions
      ) : (
        <PurchaseEvidence resolution={resolution} basis={basis}>
          {actions}
        </PurchaseEvidence>
      )}
      <SupportRequest purchase={purchase} />
      <SaleSection key={purchase.id} purchase={purchase} />
      <h3 className={styles.subheading}>{t('detail.timeline')}</h3>
      <PurchaseTimeline purchase={purchase} />
      {purchase.hasAnswer ? (
        <>
          <h3 className={styles.subheading}>{t('ledger:raw.title')}</h3>
          <RawAnswerView purchaseId={purchase.id} />
        </>
      ) : null}
    </>
  );
};

const toneOf = ({ outcome, basis, reason }: Purchase): Tone => {
  if (outcome === 'open' || reason === 'not-as-ordered') return 'warn';
  return outcome === 'not-charged' && basis === 'answer' ? 'bad' : 'mute';
};
