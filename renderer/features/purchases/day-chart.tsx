import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ColumnChart } from '../../ui/column-chart.tsx';
import { everyDay } from './every-day.ts';
import styles from './money.module.css';

type TotalsRow = PurchaseTotals['rows'][number];

/** What was spent a day. */
export const DayChart = ({ rows }: { readonly rows: readonly TotalsRow[] }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const days = everyDay(rows);
  const dateOf = (key: string) => format.date(new Date(`${key}T00:00`).getTime());
  const [first, last] = [dateOf(days[0]?.key ?? ''), dateOf(days.at(-1)?.key ?? '')];
  const label = first === last ? t('totals.chartDay', { day: first }) : t('totals.chart', { start: first, end: last });
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{label}</figcaption>
      <ColumnChart
        label={label}
        columns={days.map(({ key, spentKopecks }) => ({
          key,
          value: spentKopecks,
          title: `${dateOf(key)}: ${format.roubles(spentKopecks)}`,
        }))}
        top={format.roublesShort(Math.max(...days.map((day) => day.spentKopecks)))}
        first={first}
        last={first === last ? '' : last}
      />
    </figure>
  );
};
