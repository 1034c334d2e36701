import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpendingWindow } from '#shared/contract/purchases.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { BalanceChart } from '../../parts/account/balance-chart.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import styles from './money.module.css';

const PAGE = 100;
const MAX = 500;

/** Compares the ledger with the service's own total, and shows spending that no purchase explains, with its period. */
export const ReconciliationView = () => {
  const { t } = useTranslation('ledger');
  const [shown, setShown] = useState<'differences' | 'all'>('differences');
  const [limit, setLimit] = useState(PAGE);
  const query = useQuery('purchases.reconciliation', { onlyDifferences: shown === 'differences', offset: 0, limit }, [
    'purchases.changed',
    'account.changed',
  ]);
  const { value } = query;
  return (
    <ScreenBody width={2400}>
      <div className={styles.books}>
        <Answer query={query} height={160}>
          {({ sum, spentKopecks }) =>
            sum === null ? (
              <Notice tone="mute">{t('books.never')}</Notice>
            ) : (
              <Sum sum={sum} spentKopecks={spentKopecks} />
            )
          }
        </Answer>
        <BalanceHistory />
        <section className={styles.section} aria-label={t('books.windows')}>
          <Group gap={8} justify="space-between" mb={16}>
            <h2>{t('books.windows')}</h2>
            <SegmentedControl
              aria-label={t('books.windows')}
              value={shown}
              data={[
                { value: 'differences', label: t('books.onlyDifferences') },
                { value: 'all', label: t('books.all') },
              ]}
              onChange={setShown}
            />
          </Group>
          {value?.total === 0 ? (
            <p className="para dim">{t(shown === 'all' ? 'books.nothing' : 'books.noDifferences')}</p>
          ) : null}
          <ul className="selectable">
            {(value?.windows ?? []).map((window) => (
              <li key={`${window.from} ${window.to}`} className={styles.window}>
                <SpendingText window={window} />
              </li>
            ))}
          </ul>
          {value !== undefined && value.total > limit && limit < MAX ? (
            <Button
              className="flush-start"
              size="compact-sm"
              variant="subtle"
              onClick={() => setLimit(Math.min(MAX, limit + PAGE))}
            >
              {t('books.more', { count: value.total - limit })}
            </Button>
          ) : null}
          {value !== undefined && value.total > MAX && limit >= MAX ? (
            <p className="para dim">{t('books.tooMany', { shown: MAX, count: value.total })}</p>
          ) : null}
        </section>
      </div>
    </ScreenBody>
  );
};

interface SumProps {
  readonly sum: SpendingWindow;
  readonly spentKopecks: number | null;
}

const Sum = ({ sum, spentKopecks }: SumProps) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const { differenceKopecks, unknownKopecks, lateKopecks } = sum;
  const since = format.dateTime(sum.from);
  const difference = format.roubles(Math.abs(differenceKopecks));
  return (
    <section className={styles.section} aria-label={t('books.title')}>
      {differenceKopecks === 0 && unknownKopecks === 0 && lateKopecks === 0 ? (
        <Notice tone="ok">{t('books.agrees', { since })}</Notice>
      ) : differenceKopecks === 0 && lateKopecks > 0 ? (
        <Notice tone="mute">{t('books.agreesLate', { since, late: format.roubles(lateKopecks) })}</Notice>
      ) : differenceKopecks === 0 ? (
        <Notice tone="mute">{t('books.agreesUnknown', { since })}</Notice>
      ) : (
        <Notice tone="warn">
          {t(differenceKopecks > 0 ? 'books.spentMore' : 'books.spentLess', { since, difference })}
        </Notice>
      )}
      <dl className={`${styles.facts} selectable`}>
        <Fact name={t('books.spent')}>{format.roubles(sum.spentKopecks)}</Fact>
        <Fact name={t('books.explained')}>{format.roubles(sum.explainedKopecks)}</Fact>
        <Fact name={t('books.unknown')}>{unknownKopecks === 0 ? null : format.roubles(unknownKopecks)}</Fact>
        <Fact name={t('books.late')}>{lateKopecks === 0 ? null : format.roubles(lateKopecks)}</Fact>
        <Fact name={t('books.difference')}>{format.roubles(differenceKopecks)}</Fact>
        <Fact name={t('books.ever')}>{spentKopecks === null ? null : format.roubles(spentKopecks)}</Fact>
      </dl>
    </section>
  );
};

/** The balance and the spending over the times when they were read. */
const BalanceHistory = () => {
  const { t } = useTranslation('ledger');
  return (
    <section className={`${styles.section} ${styles.charts}`} aria-label={t('history.title')}>
      <BalanceChart of="balance" />
      <BalanceChart of="spent" />
    </section>
  );
};

/** Explains one period of spending with its numbers. */
const SpendingText = ({ window }: { readonly window: SpendingWindow }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const { from, to, spentKopecks, explainedKopecks, unknownKopecks, differenceKopecks, lateKopecks } = window;
  const isOneDay = localDate(from) === localDate(to);
  const span = { from: format.dateTime(from), to: isOneDay ? format.time(to) : format.dateTime(to) };
  const difference = format.roubles(Math.abs(differenceKopecks));
  const sentence =
    differenceKopecks === 0
      ? lateKopecks === 0
        ? t('books.windowAgrees', span)
        : t('books.windowLate', { ...span, late: format.roubles(lateKopecks) })
      : differenceKopecks < 0
        ? t('books.windowLess', { ...span, difference })
        : differenceKopecks <= unknownKopecks
          ? t('books.windowUnknown', { ...span, difference })
          : t('books.windowMore', { ...span, difference });
  const numbers = [
    `${t('books.spent')} ${format.roubles(spentKopecks)}`,
    `${t('books.explained')} ${format.roubles(explainedKopecks)}`,
    ...(unknownKopecks === 0 ? [] : [`${t('books.unknown')} ${format.roubles(unknownKopecks)}`]),
    ...(lateKopecks === 0 ? [] : [`${t('books.late')} ${format.roubles(lateKopecks)}`]),
  ];
  return (
    <>
      <p>{sentence}</p>
      <p className="dim">{numbers.join(' · ')}</p>
    </>
  );
};
