import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { Notice } from '../../ui/notice.tsx';
import { PurchaseOutcome } from '../purchases/purchase-outcome.tsx';
import styles from './dedicated.module.css';

interface DedicatedOutcomeProps {
  readonly purchase: Purchase;
  readonly onClose: () => void;
  readonly onShow: (purchase: Purchase) => void;
}

/** How the purchase ended, what came, and what of it could not be read. */
export const DedicatedOutcome = ({ purchase, onClose, onShow }: DedicatedOutcomeProps) => {
  const { t } = useTranslation('dedicated');
  const { goods, order } = purchase;
  const asked = order.kind === 'dedicated' ? order.count : 0;
  return (
    <PurchaseOutcome purchase={purchase} onClose={onClose}>
      {goods?.kind !== 'dedicated' ? null : (
        <div className={styles.received}>
          {goods.received < asked ? (
            <Notice tone="bad">{t('buy.fewer', { received: goods.received, asked })}</Notice>
          ) : null}
          {goods.incomplete > 0 ? (
            <Notice tone="warn">{t('buy.incomplete', { count: goods.incomplete })}</Notice>
          ) : null}
          <div className={styles.between}>
            <span>{t('buy.received', { count: goods.received })}</span>
            <Button onClick={() => onShow(purchase)}>{t('buy.show')}</Button>
          </div>
        </div>
      )}
    </PurchaseOutcome>
  );
};
