import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { useActiveAccount } from '../../bridge/accounts-store.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import styles from './overview.module.css';
import { Section } from './section.tsx';

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** The balance as last read, and what was spent from here. */
export const Money = memo(({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const balance = useActiveAccount()?.balance ?? null;
  const noService = useNoService();
  const refresh = useAction('account.refreshBalance');
  return (
    <Section
      title={t('money.title')}
      end={
        <ServiceHint blocked={noService}>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={styles.icon}
            aria-label={t('common:status.balanceRefresh')}
            loading={refresh.busy}
            onClick={() => void refresh.run({})}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </ServiceHint>
      }
    >
      <div className={styles.balance}>
        <span className={styles.balanceLabel}>{t('common:words.balance')}</span>
        <strong className={styles.balanceValue}>
          {balance === null ? t('money.never') : format.roubles(balance.balanceKopecks)}
        </strong>
        {balance === null ? null : <Age at={balance.asOf} />}
      </div>
      {refresh.error === undefined ? null : <ErrorNotice error={refresh.error} />}
      <dl className={styles.facts}>
        <Fact label={t('money.today')}>{format.roubles(summary.spentTodayKopecks)}</Fact>
        <Fact label={t('money.month')}>{format.roubles(summary.spentThisMonthKopecks)}</Fact>
      </dl>
      <Button
        size="compact-sm"
        variant="subtle"
        className={`${styles.more} flush-start`}
        onClick={() => go('purchases')}
      >
        {t('money.ledger')}
      </Button>
    </Section>
  );
});

/** What is kept here, in numbers. */
export const Kept = memo(({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation(['overview', 'common']);
  const format = useFormat();
  const { clients, lists, exports } = summary;
  return (
    <Section title={t('facts.title')}>
      <dl className={styles.facts}>
        <Fact label={t('common:nav.clients')}>{format.number(clients.active)}</Fact>
        {clients.archived === 0 ? null : <Fact label={t('facts.archived')}>{format.number(clients.archived)}</Fact>}
        <Fact label={t('facts.lists')}>{format.number(lists.total)}</Fact>
        <Fact label={t('facts.lines')}>{format.number(lists.lines)}</Fact>
        <Fact label={t('facts.exports')}>{format.number(exports.total)}</Fact>
        <Fact label={t('facts.lastExport')}>
          {exports.lastAt === null ? t('facts.none') : <Age at={exports.lastAt} form="relative" />}
        </Fact>
      </dl>
    </Section>
  );
});
