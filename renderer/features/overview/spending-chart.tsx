import { useTranslation } from 'react-i18next';
import type { OverviewCharts } from '#shared/contract/overview.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { ROUBLE } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { SHOWN_PRODUCTS } from '../../parts/products/index.ts';
import { productHue } from '../../parts/products/product-mark.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';
import { pointsOf } from './points-of.ts';

type Day = OverviewCharts['spending'][number];

const valuesOf = ({ kopecks }: Day): readonly number[] => SHOWN_PRODUCTS.map((product) => kopecks[product]);

/** Charts the charges of the last days by product. */
export const SpendingChart = ({ days }: { readonly days: OverviewCharts['spending'] | undefined }) => {
  const { t } = useTranslation(['overview', 'common', 'ledger']);
  const format = useFormat();
  const language = useLanguage();
  const series = SHOWN_PRODUCTS.map((product) => t(`charts.${product}`));
  const rows = (days ?? []).map((day) => ({
    key: day.day,
    label: format.day(day.day),
    values: valuesOf(day),
    sum: valuesOf(day).reduce((sum, kopecks) => sum + kopecks, 0),
  }));
  const total = rows.reduce((sum, row) => sum + row.sum, 0);
  const newestFirst = rows.toReversed();
  return (
    <ChartFigure
      title={t('charts.spending', { count: rows.length })}
      value={days === undefined ? undefined : format.roublesShort(total)}
      empty={total === 0 ? t('charts.noSpending') : null}
      points={pointsOf(rows, series, format.roubles)}
      table={
        days === undefined
          ? undefined
          : {
              head: [
                t('charts.day'),
                ...series.map((name) => t('ledger:history.rub', { name })),
                t('ledger:history.rub', { name: t('common:words.total') }),
              ],
              rows: newestFirst.map(({ label, values, sum }) => [label, ...[...values, sum].map(format.roubles)]),
              plainRows: newestFirst.map(({ key, values, sum }) => [
                { value: key },
                ...[...values, sum].map((kopecks) => roublesCell(kopecks, language)),
              ]),
            }
      }
    >
      <ColumnChart
        label={t('charts.spending', { count: rows.length })}
        series={SHOWN_PRODUCTS.map((product) => ({ name: t(`charts.${product}`), hue: productHue(product) }))}
        columns={rows}
        formatValue={format.roubles}
        formatScale={format.roublesScale}
        leastStep={ROUBLE}
        sumLabel={t('common:words.total')}
      />
    </ChartFigure>
  );
};
