import { useTranslation } from 'react-i18next';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Age } from '../../ui/age.tsx';
import { StepChart } from '../../ui/step-chart.tsx';
import { useActiveAccount } from '../account/store.ts';
import styles from './money.module.css';

/** Balance and what was spent, as they were read over time. */
export const BalanceHistory = () => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const query = useQuery('account.balanceHistory', {});
  useDeskEvent('account.changed', query.reload);
  const balance = useActiveAccount()?.balance ?? null;
  const rows = query.value?.rows ?? [];
  const [first, last] = [rows[0], rows.at(-1)];
  if (balance === null || first === undefined || last === undefined) return null;
  // The newest value has held until it was read last.
  const until = Math.max(last.at, balance.asOf);
  const ends = {
    first: format.dateTime(first.at),
    last: until === first.at ? '' : format.dateTime(until),
    formatValue: format.roublesShort,
  };
  const draw = (name: 'balance' | 'spent', value: number, of: (row: (typeof rows)[number]) => number) => (
    <div>
      <h2 className={styles.heading}>
        {t(`history.${name}`)} {format.roubles(value)} <Age at={balance.asOf} />
      </h2>
      <StepChart
        label={t('history.chart', { name: t(`history.${name}`), from: ends.first, value: format.roubles(value) })}
        points={[...rows.map((row) => ({ at: row.at, value: of(row) })), { at: until, value: of(last) }]}
        {...ends}
      />
    </div>
  );
  return (
    <section className={`${styles.section} ${styles.charts}`} aria-label={t('history.title')}>
      {draw('balance', balance.balanceKopecks, (row) => row.balanceKopecks)}
      {draw('spent', balance.spentKopecks, (row) => row.spentKopecks)}
    </section>
  );
};
