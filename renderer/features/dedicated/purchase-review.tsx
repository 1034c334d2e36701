import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/purchases.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import styles from './dedicated.module.css';

interface PurchaseReviewProps {
  readonly offer: Offer;
  /** The price that was agreed to before it changed; `null` at the first look. */
  readonly agreedKopecks: number | null;
  readonly busy: boolean;
  readonly what: string;
  readonly client: string;
  /** How many cost the same; 1 where the prices differ. */
  readonly count: number;
  /** The deed, its goods and its price. */
  readonly confirmLabel: (price: string) => string;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Who, what, how much and what is left, with the deed on the button itself. */
export const PurchaseReview = (props: PurchaseReviewProps) => {
  const { offer, agreedKopecks, busy, count } = props;
  const { t } = useTranslation('dedicated');
  const format = useFormat();
  const offline = useIsOffline();
  const { priceKopecks, balanceKopecks } = offer;
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
        <dt>{t('buy.what')}</dt>
        <dd>{props.what}</dd>
        <dt>{t('buy.client')}</dt>
        <dd>{props.client}</dd>
        <dt>{t('buy.price')}</dt>
        <dd>
          <span className={styles.price}>{format.roubles(priceKopecks)}</span>
          {count > 1 && priceKopecks % count === 0 ? (
            <span className={styles.dim}>{t('buy.each', { price: format.roubles(priceKopecks / count) })}</span>
          ) : null}
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
            label={props.confirmLabel(format.roublesShort(priceKopecks))}
            busy={busy}
            disabled={offline || isShort}
            onClick={props.onConfirm}
          />
        </OfflineHint>
      </div>
    </>
  );
};
