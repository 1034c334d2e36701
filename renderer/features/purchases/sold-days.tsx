import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SoldChart } from '../../parts/sales/sold-chart.tsx';
import { everyDay } from './every-day.ts';
import styles from './money.module.css';

/** Charts the sales of each day. */
export const SoldDays = ({ rows }: { readonly rows: readonly PurchaseTotals['rows'][number][] }) => {
  const { t } = useTranslation(['sales', 'ledger']);
  const format = useFormat();
  const days = everyDay(rows).map((day) => ({ ...day, label: format.day(day.key) }));
  if (days.every(({ soldKopecks }) => soldKopecks === 0)) return null;
  const [first, last] = [days[0]?.label ?? '', days.at(-1)?.label ?? ''];
  const title =
    first === last ? t('sales:totals.chartDay', { day: first }) : t('sales:totals.chart', { start: first, end: last });
  return (
    <div className={styles.figure}>
      <SoldChart title={title} spans={days} head={t('ledger:totals.columns.day')} empty={null} />
    </div>
  );
};
