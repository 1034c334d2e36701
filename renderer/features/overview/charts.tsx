import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useDeskEvents } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { BalanceChart } from '../../parts/account/balance-chart.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { EndingsChart } from './endings-chart.tsx';
import styles from './overview.module.css';
import { PoolsChart } from './pools-chart.tsx';
import { OverviewSection } from './section.tsx';
import { SpendingChart } from './spending-chart.tsx';
import { quietFor, useLater } from './use-overview.ts';

/** The charts of the overview, each also available as a table. */
export const Charts = memo(({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation('overview');
  const charts = useQuery('overview.charts', {});
  // The numbers are drawn first, and the charts after them.
  const isTheirTurn = useDeferredValue(true, false);
  const changed = useLater(charts.reload, quietFor(summary.clients.active));
  useDeskEvents(['purchases.changed', 'clients.changed', 'premium.changed', 'dedicated.changed'], changed);
  return (
    <OverviewSection title={t('charts.title')} beside>
      <ErrorNotice error={charts.error} />
      <div className={styles.charts}>
        {isTheirTurn ? (
          <>
            <EndingsChart days={charts.value?.endings} />
            <SpendingChart days={charts.value?.spending} />
            <BalanceChart of="balance" fewInWords />
            <PoolsChart pools={charts.value?.pools} />
          </>
        ) : (
          ['first', 'second', 'third', 'fourth'].map((place) => <div key={place} className={styles.chartPlace} />)
        )}
      </div>
    </OverviewSection>
  );
});
