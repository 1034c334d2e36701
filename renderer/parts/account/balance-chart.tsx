import { useTranslation } from 'react-i18next';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { ROUBLE } from '#shared/domain/money.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Age } from '../../ui/age.tsx';
import { ChartFigure } from '../../ui/chart-figure.tsx';
import { StepChart } from '../../ui/step-chart.tsx';

interface BalanceChartProps {
  readonly of: 'balance' | 'spent';
  /** Lists a few readings in words, because a chart of them would not be worth its space. */
  readonly fewInWords?: boolean;
}

/** Charts the balance, or the spending as the service counts it, over the times when it was read. */
export const BalanceChart = ({ of, fewInWords }: BalanceChartProps) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const language = useLanguage();
  const query = useQuery('account.balanceHistory', {}, ['account.changed']);
  const balance = useActiveAccount()?.balance ?? null;
  const title = t(`history.${of}`);
  const field = of === 'balance' ? 'balanceKopecks' : 'spentKopecks';
  const rows = query.value?.rows;
  const [first, last] = [rows?.[0], rows?.at(-1)];
  const newest = balance?.[field];
  // The newest value was valid until it was last read.
  const until = Math.max(last?.at ?? 0, balance?.asOf ?? 0);
  const points = (rows ?? []).map((row) => ({ at: row.at, value: row[field] }));
  const from = first === undefined ? '' : format.dateTime(first.at);
  const newestFirst = points.toReversed();
  const readings = newestFirst.map(({ at, value }) => ({
    title: format.dateTime(at),
    lines: [format.roubles(value)],
  }));
  return (
    <ChartFigure
      title={title}
      value={
        balance === null || newest === undefined ? undefined : (
          <>
            {format.roubles(newest)} <Age at={balance.asOf} />
          </>
        )
      }
      {...(fewInWords === true ? { points: readings } : {})}
      empty={balance === null || last === undefined ? t('history.none') : null}
      table={
        rows === undefined
          ? undefined
          : {
              head: [t('history.read'), t('history.rub', { name: title })],
              rows: newestFirst.map(({ at, value }) => [format.dateTime(at), format.roubles(value)]),
              plainRows: newestFirst.map(({ at, value }) => [
                { value: new Date(at).toISOString() },
                roublesCell(value, language),
              ]),
            }
      }
    >
      <StepChart
        label={t('history.chart', { name: title, from, value: format.roubles(newest ?? 0) })}
        points={last === undefined ? points : [...points, { at: until, value: last[field] }]}
        formatValue={format.roubles}
        formatScale={format.roublesScale}
        leastStep={ROUBLE}
      />
    </ChartFigure>
  );
};
