import { useTranslation } from 'react-i18next';
import { kopecksToDecimal } from '#shared/domain/money.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { ColumnChart } from '../../ui/column-chart.tsx';

/** The sales of a day or a month. */
export interface SoldSpan {
  /** Names the span in a spreadsheet. */
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
          key,
          kopecksToDecimal(soldKopecks),
          kopecksToDecimal(profitKopecks),
        ]),
      }}
    >
      <ColumnChart
        label={title}
        series={[t('totals.cost'), profit]}
        columns={columns}
        formatValue={format.roubles}
        sumLabel={sold}
        top={format.roublesShort(Math.max(...spans.map(({ soldKopecks }) => soldKopecks), 0))}
        first={columns[0]?.label ?? ''}
        last={columns.at(-1)?.label ?? ''}
      />
    </ChartFigure>
  );
};
