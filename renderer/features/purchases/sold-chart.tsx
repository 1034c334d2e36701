import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { kopecksToDecimal } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';
import { everyDay } from './every-day.ts';
import styles from './money.module.css';

/** Charts the sales of each day, as cost plus profit. A day with a loss shows only the sales. */
export const SoldChart = ({ rows }: { readonly rows: readonly PurchaseTotals['rows'][number][] }) => {
  const { t } = useTranslation(['sales', 'ledger']);
  const format = useFormat();
  const days = everyDay(rows).map(({ key, soldKopecks: sold, profitKopecks: profit }) => ({
    key,
    label: format.day(key),
    values: profit > 0 ? [sold - profit, profit] : [sold, 0],
    sold,
    profit,
  }));
  if (days.every(({ sold }) => sold === 0)) return null;
  const [first, last] = [days[0]?.label ?? '', days.at(-1)?.label ?? ''];
  const label =
    first === last ? t('sales:totals.chartDay', { day: first }) : t('sales:totals.chart', { start: first, end: last });
  const newestFirst = days.toReversed();
  return (
    <div className={styles.figure}>
      <ChartFigure
        title={label}
        empty={null}
        points={days
          .filter(({ sold }) => sold !== 0)
          .map((day) => ({
            title: day.label,
            lines: [
              `${t('sales:totals.sold')}: ${format.roubles(day.sold)}`,
              `${t('sales:totals.profit')}: ${format.roubles(day.profit)}`,
            ],
          }))}
        table={{
          head: [t('ledger:totals.columns.day'), t('sales:totals.sold'), t('sales:totals.profit')],
          rows: newestFirst.map((day) => [day.label, format.roubles(day.sold), format.roubles(day.profit)]),
          plainRows: newestFirst.map((day) => [day.key, kopecksToDecimal(day.sold), kopecksToDecimal(day.profit)]),
        }}
      >
        <ColumnChart
          label={label}
          series={[t('sales:totals.cost'), t('sales:totals.profit')]}
          columns={days}
          formatValue={format.roubles}
          sumLabel={t('sales:totals.sold')}
          top={format.roublesShort(Math.max(...days.map(({ sold }) => sold), 0))}
          first={first}
          last={last}
        />
      </ChartFigure>
    </div>
  );
};
