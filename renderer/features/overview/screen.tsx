import { Button, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { go } from '../../nav/router.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen, ScreenBody } from '../../ui/screen.tsx';
import { Attention } from './attention.tsx';
import { Charts } from './charts.tsx';
import { Kept, Money } from './facts.tsx';
import { FirstSteps, needsFirstSteps } from './first-steps.tsx';
import { useStepsOver } from './first-steps-store.ts';
import { Month } from './month.tsx';
import styles from './overview.module.css';
import { PracticeTasks } from './practice-tasks.tsx';
import { RecentLists } from './recent-lists.tsx';
import { Renewals } from './renewals.tsx';
import { useOverview, useRenewals } from './use-overview.ts';

/** Shows what needs the user today. Everything works offline, and each value says how old it is. */
export const OverviewScreen = () => {
  const { t } = useTranslation(['overview', 'common']);
  const { value: summary, error, reload } = useOverview();
  const stepsOver = useStepsOver();
  const isLearning = summary !== undefined && needsFirstSteps(summary) && !stepsOver;
  return (
    <Screen
      title={t('common:nav.overview')}
      actions={
        <>
          <Button onClick={() => go('clients', { add: true })}>{t('common:palette.addClient')}</Button>
          {/* While the first steps are shown, their button is the one that stands out. */}
          <Button variant={isLearning ? 'default' : 'filled'} onClick={() => go('generator')}>
            {t('common:words.generateList')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={error} onRetry={reload} strip />
      <ScreenBody width={2400}>
        {summary === undefined ? error === undefined ? <Loading /> : null : <Summary summary={summary} />}
      </ScreenBody>
    </Screen>
  );
};

const Summary = ({ summary }: { readonly summary: OverviewSummary }) => {
  const stepsOver = useStepsOver();
  const renewals = useRenewals(summary.clients.active);
  const forecast = renewals.value;
  const hasSales = useSalesInUse();
  const isPractice = useActiveAccount()?.isSandbox === true;
  // On a very large screen the needs leave room below them, which the column of the money does not.
  const isVast = useMediaQuery('(min-width: 2200px)', false, { getInitialValueInEffect: false });
  const dueSoon =
    forecast === undefined || forecast.due === 0 ? null : <Renewals forecast={forecast} reload={renewals.reload} />;
  const hasClients = summary.clients.active + summary.clients.archived > 0;
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {needsFirstSteps(summary) && !stepsOver ? <FirstSteps summary={summary} /> : null}
        {hasClients ? (
          <>
            <Attention needs={summary.needs} forecast={forecast} />
            {isVast ? dueSoon : null}
            {isPractice && !needsFirstSteps(summary) ? <PracticeTasks /> : null}
            <Charts summary={summary} />
            <RecentLists />
          </>
        ) : null}
      </div>
      <div className={styles.side}>
        <Money summary={summary} />
        {hasSales ? <Month clients={summary.clients.active} /> : null}
        {isVast ? null : dueSoon}
        <Kept summary={summary} />
      </div>
    </div>
  );
};

const WIDE = ['title', 'first', 'second', 'third', 'fourth'];
const NARROW = ['title', 'first', 'second'];

/** Reserves the space of the answer, so that nothing jumps. */
const Loading = () => (
  <div className={styles.columns} aria-busy="true">
    {[WIDE, NARROW].map((lines) => (
      <Stack key={lines.length} gap={12}>
        {lines.map((line) => (
          <Skeleton key={line} height={20} />
        ))}
      </Stack>
    ))}
  </div>
);
