import { useTranslation } from 'react-i18next';
import type { OverviewCharts } from '#shared/contract/overview.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { productHue } from '../../parts/products/product-mark.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';
import { pointsOf } from './points-of.ts';

/** The number of days that the filter `within-30` covers, which begins and ends within a day. */
const DAYS = 30;

/** Charts what ends on each of the coming days. */
export const EndingsChart = ({ days }: { readonly days: OverviewCharts['endings'] | undefined }) => {
  const { t } = useTranslation(['overview', 'common', 'vpn']);
  const format = useFormat();
  const series = [t('vpn:title'), t('common:palette.proxies')];
  const rows = (days ?? []).map(({ day, subscriptions, proxies }) => ({
    key: day,
    label: format.day(day),
    values: [subscriptions, proxies],
    sum: subscriptions + proxies,
  }));
  const total = rows.reduce((sum, row) => sum + row.sum, 0);
  return (
    <ChartFigure
      title={t('charts.endings', { count: DAYS })}
      value={days === undefined ? undefined : format.number(total)}
      empty={total === 0 ? t('charts.noEndings') : null}
      points={pointsOf(rows, series, format.number)}
      table={
        days === undefined
          ? undefined
          : {
              head: [t('charts.day'), ...series],
              rows: rows.map(({ label, values }) => [label, ...values.map(format.number)]),
              plainRows: rows.map(({ key, values }) => [{ value: key }, ...values]),
            }
      }
    >
      <ColumnChart
        label={t('charts.endings', { count: DAYS })}
        series={[
          { name: t('vpn:title'), hue: productHue('vpn') },
          { name: t('common:palette.proxies'), hue: productHue('dedicated') },
        ]}
        columns={rows}
        formatValue={format.number}
        formatScale={format.number}
        leastStep={1}
        sumLabel={t('common:words.total')}
      />
    </ChartFigure>
  );
};
