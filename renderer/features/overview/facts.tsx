import { Button, Stack } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { RefreshButton } from '../../ui/service-hint.tsx';
import styles from './overview.module.css';
import { OverviewSection } from './section.tsx';

/** A value with its name. */
export const OverviewFact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Shows the balance as last read, and the spending from this desk. */
export const Money = memo(({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const balance = useActiveAccount()?.balance ?? null;
  const refresh = useAction('account.refreshBalance');
  return (
    <OverviewSection
      title={t('money.title')}
      end={
        <RefreshButton
          className={styles.icon}
          label={t('common:status.balanceRefresh')}
          busy={refresh.busy}
          onClick={() => void refresh.run({})}
        />
      }
    >
      <Stack gap={2} mb={12}>
        <span className="dim">{t('common:words.balance')}</span>
        <strong className={styles.balanceValue}>
          {balance === null ? t('money.never') : format.roubles(balance.balanceKopecks)}
        </strong>
        {balance === null ? null : <Age at={balance.asOf} />}
      </Stack>
      <ErrorNotice error={refresh.error} />
      <dl>
        <OverviewFact label={t('money.today')}>{format.roubles(summary.spentTodayKopecks)}</OverviewFact>
        <OverviewFact label={t('money.month')}>{format.roubles(summary.spentThisMonthKopecks)}</OverviewFact>
      </dl>
      <Button size="compact-sm" variant="subtle" className="flush-start" mt={8} onClick={() => go('purchases')}>
        {t('money.ledger')}
      </Button>
    </OverviewSection>
  );
});

/** Shows what the desk contains, in numbers. */
export const Kept = memo(({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const { clients, lists, exports } = summary;
  return (
    <OverviewSection title={t('facts.title')}>
      <dl>
        <OverviewFact label={t('common:nav.clients')}>{format.number(clients.active)}</OverviewFact>
        {clients.archived === 0 ? null : (
          <OverviewFact label={t('facts.archived')}>{format.number(clients.archived)}</OverviewFact>
        )}
        <OverviewFact label={t('common:palette.lists')}>{format.number(lists.total)}</OverviewFact>
        <OverviewFact label={t('facts.lines')}>{format.number(lists.lines)}</OverviewFact>
        <OverviewFact label={t('facts.exports')}>{format.number(exports.total)}</OverviewFact>
        <OverviewFact label={t('facts.lastExport')}>
          {exports.lastAt === null ? t('facts.none') : <Age at={exports.lastAt} form="relative" />}
        </OverviewFact>
      </dl>
    </OverviewSection>
  );
});
