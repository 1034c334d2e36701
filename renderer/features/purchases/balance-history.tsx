import { useTranslation } from 'react-i18next';
import { BalanceChart } from '../account/balance-chart.tsx';
import styles from './money.module.css';

/** Balance and what was spent, as they were read over time. */
export const BalanceHistory = () => {
  const { t } = useTranslation('ledger');
  return (
    <section className={`${styles.section} ${styles.charts}`} aria-label={t('history.title')}>
      <BalanceChart of="balance" />
      <BalanceChart of="spent" />
    </section>
  );
};
