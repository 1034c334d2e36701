import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Offer, Order } from '#shared/contract/purchases.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import styles from './premium.module.css';
import { clientLabel, type PremiumClient } from './premium-client.ts';

export type TrafficOrder = Extract<Order, { kind: 'traffic' }>;

interface BuyTrafficReviewProps {
  readonly client: PremiumClient;
  readonly offer: Offer;
  readonly order: TrafficOrder;
  /** The price that was agreed to before it changed; `null` at the first look. */
  readonly agreedKopecks: number | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Who, what, how much and what is left, with the deed on the button itself. */
export const BuyTrafficReview = (props: BuyTrafficReviewProps) => {
  const { client, offer, order, agreedKopecks, busy } = props;
  const { t } = useTranslation('premium');
  const format = useFormat();
  const offline = useIsOffline();
  const { priceKopecks, pricePerGbKopecks, balanceKopecks } = offer;
  const pool = t(`poolsInline.${order.poolType}`);
  const gb = format.gb(order.gb);
  const after = balanceKopecks === null ? null : balanceKopecks - priceKopecks;
  const isShort = after !== null && after < 0;
  return (
    <>
      {agreedKopecks === null ? null : (
        <div style={{ marginBottom: 12 }}>
          <Notice tone="warn" live="alert">
            {t('buy.priceChanged', {
              before: format.roublesShort(agreedKopecks),
              after: format.roublesShort(priceKopecks),
            })}
          </Notice>
        </div>
      )}
      <dl className={`${styles.facts} selectable`}>
        <dt>{t('buy.client')}</dt>
        <dd>
          {clientLabel(client)} <span className={styles.none}>{`${client.clientKey} · ${client.messengerId}`}</span>
        </dd>
        <dt>{t('buy.what')}</dt>
        <dd>{t('buy.whatValue', { gb, pool })}</dd>
        <dt>{t('buy.price')}</dt>
        <dd>
          <span className={styles.price}>{format.roubles(priceKopecks)}</span>{' '}
          {pricePerGbKopecks === null ? null : (
            <span className={styles.none}>{t('buy.perGb', { price: format.roubles(pricePerGbKopecks) })}</span>
          )}
        </dd>
        <dt>{t('buy.balance')}</dt>
        <dd>{balanceKopecks === null ? t('buy.balanceUnknown') : format.roubles(balanceKopecks)}</dd>
        <dt>{t('buy.balanceAfter')}</dt>
        <dd>{after === null ? t('buy.balanceUnknown') : format.roubles(after)}</dd>
      </dl>
      <div className={styles.notice}>
        {isShort ? (
          <Notice tone="warn">{t('buy.notCovered', { missing: format.roublesShort(-after) })}</Notice>
        ) : (
          <p className={styles.hint} aria-live="polite">
            {busy ? t('buy.busy') : t('buy.charged')}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button data-autofocus size="md" disabled={busy} onClick={props.onBack}>
          {t('buy.back')}
        </Button>
        <OfflineHint offline={offline}>
          <MoneyButton
            label={t('buy.confirm', { gb, pool, price: format.roublesShort(priceKopecks) })}
            busy={busy}
            disabled={offline || isShort}
            onClick={props.onConfirm}
          />
        </OfflineHint>
      </div>
    </>
  );
};
