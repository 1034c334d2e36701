import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenPurchase } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './purchases.module.css';

interface OpenOnesProps {
  /** Earlier purchases of the same that may have been charged. */
  readonly open: readonly OpenPurchase[];
  readonly despite: boolean;
  readonly onDespite: (despite: boolean) => void;
  readonly disabled: boolean;
  readonly onShow: (purchaseId: number) => void;
}

/** What may be paid for already; paying once more is a choice that names it. */
export const OpenOnes = ({ open, despite, onDespite, disabled, onShow }: OpenOnesProps) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const now = useNow();
  if (open.length === 0) return null;
  const numbers = format.list(open.map(({ purchaseId }) => t('review.number', { id: purchaseId })));
  return (
    <div className={styles.change}>
      <Notice tone="warn">
        <div className={styles.paragraphs}>
          {open.map(({ purchaseId, priceKopecks, createdAt }) => (
            <p key={purchaseId}>
              {t('review.earlier', {
                id: purchaseId,
                time: format.moment(createdAt, now),
                price: format.roublesShort(priceKopecks),
              })}{' '}
              {disabled ? null : (
                <TextLink onGo={() => onShow(purchaseId)}>{t('review.showOpen', { id: purchaseId })}</TextLink>
              )}
            </p>
          ))}
        </div>
      </Notice>
      <Checkbox
        mt={8}
        label={t('review.despite', { numbers })}
        checked={despite}
        disabled={disabled}
        onChange={(event) => onDespite(event.currentTarget.checked)}
      />
    </div>
  );
};
