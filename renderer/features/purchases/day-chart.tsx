import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { ROUBLE } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';
import { everyDay } from './every-day.ts';
import styles from './money.module.css';

type TotalsRow = PurchaseTotals['rows'][number];

/** Charts the spending of each day. */
export const DayChart = ({ rows }: { readonly rows: readonly TotalsRow[] }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const language = useLanguage();
  const days = everyDay(rows).map(({ key, spentKopecks }) => ({
    key,
    label: format.day(key),
    values: [spentKopecks],
    spentKopecks,
  }));
  const [first, last] = [days[0]?.label ?? '', days.at(-1)?.label ?? ''];
  const label = first === last ? t('totals.chartDay', { day: first }) : t('totals.chart', { start: first, end: last });
  const newestFirst = days.toReversed();
  return (
    <div className={styles.figure}>
      <ChartFigure
        title={label}
        empty={null}
        points={days.flatMap(({ label: title, spentKopecks }) =>
          spentKopecks === 0 ? [] : [{ title, lines: [format.roubles(spentKopecks)] }],
        )}
        table={{
          head: [t('totals.columns.day'), t('totals.columns.spentRub')],
          rows: newestFirst.map((day) => [day.label, format.roubles(day.spentKopecks)]),
          plainRows: newestFirst.map((day) => [{ value: day.key }, roublesCell(day.spentKopecks, language)]),
        }}
      >
        <ColumnChart
          label={label}
          series={[{ name: t('totals.columns.spent') }]}
          columns={days}
          formatValue={format.roubles}
          formatScale={format.roublesScale}
          leastStep={ROUBLE}
        />
      </ChartFigure>
    </div>
  );
};
