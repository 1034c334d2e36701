import { Button } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Buyers } from '#shared/contract/overview.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { SoldChart } from '../../parts/sales/sold-chart.tsx';
import { SoldNotes } from '../../parts/sales/sold-notes.tsx';
import { Answer } from '../../ui/answer.tsx';
import { useNow } from '../../ui/use-now.ts';
import { earningsOf, firstDayShown, type MonthOfEarnings } from './earnings.ts';
import { OverviewFact } from './facts.tsx';
import styles from './overview.module.css';
import { OverviewSection } from './section.tsx';
import { quietFor, useLater } from './use-overview.ts';

/** The sales of the month with cost, profit and margin, beside the month before, and the months as a chart. */
export const Month = memo(({ clients }: { readonly clients: number }) => {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const today = localDate(useNow());
  // The numbers that need attention come first.
  const isItsTurn = useDeferredValue(true, false);
  const from = midnightOf(firstDayShown(today)) ?? 0;
  const totals = useQuery('purchases.totals', isItsTurn ? { groupBy: 'day', filter: { from } } : null);
  const buyers = useQuery('overview.buyers', isItsTurn ? {} : null);
  const reload = () => {
    totals.reload();
    buyers.reload();
  };
  const changed = useLater(reload, quietFor(clients));
  useDeskEvents(['purchases.changed', 'sales.changed'], changed);
  return (
    <OverviewSection title={t('month.title', { month: format.month(today) })}>
      <Answer query={totals} height={320}>
        {({ rows }) => <MonthSums {...earningsOf(rows, today)} />}
      </Answer>
      <Answer query={buyers}>{(counts) => <BuyersFacts buyers={counts} />}</Answer>
      <Button
        size="compact-sm"
        variant="subtle"
        className="flush-start"
        mt={8}
        onClick={() => go('purchases', { filter: { view: 'totals', groupBy: 'day', period: { name: 'thisMonth' } } })}
      >
        {t('month.open')}
      </Button>
    </OverviewSection>
  );
});

const MonthSums = ({ months, before }: ReturnType<typeof earningsOf>) => {
  const month = months.at(-1);
  return month === undefined ? null : (
    <>
      <MonthFacts month={month} before={before} />
      <SoldNotes totals={month} />
      <MonthsChart months={months} />
    </>
  );
};

const MonthFacts = ({ month, before }: { readonly month: MonthOfEarnings; readonly before: MonthOfEarnings }) => {
  const { t } = useTranslation(['overview', 'sales']);
  const format = useFormat();
  const { soldKopecks: sold, profitKopecks: profit } = month;
  const change = before.profitKopecks > 0 ? (profit - before.profitKopecks) / before.profitKopecks : null;
  return (
    <dl>
      <OverviewFact label={t('sales:totals.sold')}>{format.roubles(sold)}</OverviewFact>
      <OverviewFact label={t('sales:totals.cost')}>{format.roubles(sold - profit)}</OverviewFact>
      {sold === 0 ? null : <OverviewFact label={t('month.margin')}>{format.percent(profit / sold)}</OverviewFact>}
      <OverviewFact label={t('sales:totals.profit')}>
        <strong>{format.roubles(profit)}</strong>
      </OverviewFact>
      <OverviewFact label={t('month.before', { month: format.monthAlone(before.first) })}>
        {format.roubles(before.profitKopecks)}
      </OverviewFact>
      {change === null ? null : (
        <OverviewFact label={t('month.change')}>{`${change < 0 ? '' : '+'}${format.percent(change)}`}</OverviewFact>
      )}
    </dl>
  );
};

const BUYER_KINDS = ['fresh', 'renewed', 'returned', 'lost'] as const;

/** Counts the clients of the month. */
const BuyersFacts = ({ buyers }: { readonly buyers: Buyers }) => {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <dl className={styles.buyers} aria-label={t('buyers.title')}>
      {BUYER_KINDS.map((kind) => (
        <div key={kind} title={t(`buyers.help.${kind}`)}>
          <dt>{t(`buyers.${kind}`)}</dt>
          <dd>{format.number(buyers[kind])}</dd>
        </div>
      ))}
    </dl>
  );
};

const MonthsChart = ({ months }: { readonly months: readonly MonthOfEarnings[] }) => {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <SoldChart
      title={t('month.chart')}
      spans={months.map((month) => ({ ...month, key: month.first.slice(0, 7), label: format.month(month.first) }))}
      head={t('month.month')}
      empty={months.every(({ soldKopecks }) => soldKopecks === 0) ? t('month.none', { count: months.length }) : null}
    />
  );
};
