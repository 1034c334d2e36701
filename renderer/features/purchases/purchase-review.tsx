import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Offer } from '#shared/contract/purchases.ts';
import { useNoService } from '../../app/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { MoneyButton } from '../../ui/money-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useOrderText } from './order-text.ts';
import { PriceRow, Shortage } from './price-facts.tsx';
import styles from './purchases.module.css';
import { useConfirmText } from './use-confirm-text.ts';

export type Buyer = Pick<ClientRow, 'name' | 'clientKey' | 'messengerId'>;

interface PurchaseReviewProps {
  /** `null`: for nobody yet. */
  readonly client: Buyer | null;
  readonly offer: Offer;
  /** The price that was agreed to before it changed; `null` at the first look. */
  readonly agreedKopecks: number | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Who, what, how much and what is left, with the deed on the button itself. */
export const PurchaseReview = ({ client, offer, agreedKopecks, busy, onConfirm, onBack }: PurchaseReviewProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const noService = useNoService();
  const what = useOrderText()(offer.order);
  const confirmText = useConfirmText();
  const first = useFirstFocus<HTMLButtonElement>();
  const { priceKopecks, pricePerGbKopecks, balanceKopecks } = offer;
  const missing = balanceKopecks === null ? 0 : priceKopecks - balanceKopecks;
  return (
    <>
      {agreedKopecks === null ? null : (
        <div style={{ marginBottom: 12 }}>
          <Notice tone="warn" live="alert">
            {t('review.priceChanged', {
              before: format.roublesShort(agreedKopecks),
              after: format.roublesShort(priceKopecks),
            })}
          </Notice>
        </div>
      )}
      <dl className={`${styles.review} selectable`}>
        {client === null ? null : (
          <>
            <dt>{t('review.client')}</dt>
            <dd>
              <bdi>{client.name === '' ? client.clientKey : client.name}</bdi>{' '}
              <span className={styles.count}>{`${client.clientKey} · ${client.messengerId}`}</span>
            </dd>
          </>
        )}
        <dt>{t('review.what')}</dt>
        <dd>{what}</dd>
        <PriceRow priceKopecks={priceKopecks} pricePerGbKopecks={pricePerGbKopecks} />
        <dt>{t('review.balance')}</dt>
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
        <Button ref={first} size="md" disabled={busy} onClick={onBack}>
          {t('review.back')}
        </Button>
        <ServiceHint blocked={noService}>
          <MoneyButton
            label={confirmText(offer.order, priceKopecks)}
            busy={busy}
            disabled={missing > 0}
            onClick={onConfirm}
          />
        </ServiceHint>
      </DialogFoot>
    </>
  );
};
