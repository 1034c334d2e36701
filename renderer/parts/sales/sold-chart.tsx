import { useTranslation } from 'react-i18next';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { ROUBLE } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';

/** The sales of a day or a month. */
export interface SoldSpan {
  /** The day (YYYY-MM-DD) or the month (YYYY-MM). */
  readonly key: string;
  readonly label: string;
  readonly soldKopecks: number;
  readonly profitKopecks: number;
}

interface SoldChartProps {
  readonly title: string;
  /** The oldest first. */
  readonly spans: readonly SoldSpan[];
  /** The head of the column with the names of the spans. */
  readonly head: string;
  /** The sentence to show if there is nothing to draw. */
  readonly empty: string | null;
}

/** Charts sales over time, as cost plus profit. A span with a loss shows only the sales. */
export const SoldChart = ({ title, spans, head, empty }: SoldChartProps) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  const language = useLanguage();
  const [sold, profit] = [t('totals.sold'), t('totals.profit')];
  const columns = spans.map(({ key, label, soldKopecks, profitKopecks }) => ({
    key,
    label,
    values: profitKopecks > 0 ? [soldKopecks - profitKopecks, profitKopecks] : [soldKopecks, 0],
  }));
  const newestFirst = spans.toReversed();
  return (
    <ChartFigure
      title={title}
      empty={empty}
      points={spans
        .filter(({ soldKopecks }) => soldKopecks !== 0)
        .map(({ label, soldKopecks, profitKopecks }) => ({
          title: label,
          lines: [`${sold}: ${format.roubles(soldKopecks)}`, `${profit}: ${format.roubles(profitKopecks)}`],
        }))}
      table={{
        head: [head, sold, profit],
        rows: newestFirst.map(({ label, soldKopecks, profitKopecks }) => [
          label,
          format.roubles(soldKopecks),
          format.roubles(profitKopecks),
        ]),
        plainRows: newestFirst.map(({ key, soldKopecks, profitKopecks }) => [
          { value: key },
          roublesCell(soldKopecks, language),
          roublesCell(profitKopecks, language),
        ]),
      }}
    >
      <ColumnChart
        label={title}
        series={[{ name: t('totals.cost') }, { name: profit }]}
        columns={columns}
        formatValue={format.roubles}
        formatScale={format.roublesScale}
        leastStep={ROUBLE}
        sumLabel={sold}
      />
    </ChartFigure>
  );
};
