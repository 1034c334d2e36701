import { useTranslation } from 'react-i18next';
import type { PurchaseTotals } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ColumnChart } from '../../ui/column-chart.tsx';
import styles from './money.module.css';
import { shiftDay } from './period.ts';

type TotalsRow = PurchaseTotals['rows'][number];

/** More columns than this are too thin to tell apart. */
const MAX_DAYS = 92;

/** The days up to the last one, those without a purchase too; at most `MAX_DAYS`. */
export const everyDay = (rows: readonly Pick<TotalsRow, 'key' | 'spentKopecks'>[]) => {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const spent = new Map(rows.map((row) => [row.key, row.spentKopecks]));
  const days: { readonly key: string; readonly spentKopecks: number }[] = [];
  for (let day = last.key; day >= first.key && days.length < MAX_DAYS; day = shiftDay(day, -1)) {
    days.push({ key: day, spentKopecks: spent.get(day) ?? 0 });
  }
  return days.toReversed();
};

/** What was spent a day. */
export const DayChart = ({ rows }: { readonly rows: readonly TotalsRow[] }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const days = everyDay(rows);
  const dateOf = (key: string) => format.date(new Date(`${key}T00:00`).getTime());
  const [first, last] = [dateOf(days[0]?.key ?? ''), dateOf(days.at(-1)?.key ?? '')];
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('totals.chart', { start: first, end: last })}</figcaption>
      <ColumnChart
        label={t('totals.chart', { start: first, end: last })}
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
