import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchaseFilter, PurchaseTotals } from '#shared/contract/purchases.ts';
import { TOTALS_GROUPS, type TotalsGroup } from '#shared/domain/ledger-tables.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Answer } from '../../ui/answer.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { DayChart } from './day-chart.tsx';
import styles from './money.module.css';
import { SoldChart } from './sold-chart.tsx';
import { SoldCells, SoldHeads, SoldNotes } from './sold-totals.tsx';
import { totalsTable, useTotalsLabel } from './totals-table.ts';

interface TotalsViewProps {
  readonly filter: PurchaseFilter;
  readonly groupBy: TotalsGroup;
  readonly onGroupBy: (groupBy: TotalsGroup) => void;
  readonly onClient: (clientId: number) => void;
}

/** What was spent under the filter, by day, product or client: drawn, and the same numbers as a table. */
export const TotalsView = ({ filter, groupBy, onGroupBy, onClient }: TotalsViewProps) => {
  const { t } = useTranslation(['ledger', 'common']);
  const totals = useQuery('purchases.totals', { groupBy, filter }, ['purchases.changed', 'sales.changed']);
  const hasSales = useSalesInUse();
  const labelOf = useTotalsLabel(groupBy);
  const { value } = totals;
  const copy = () => {
    if (value !== undefined && copyText(totalsTable(value, labelOf, t, hasSales))) doneToast(t('totals.copied'));
  };
  return (
    <ScreenBody width={1100}>
      <Group gap={8} justify="space-between" mb={16}>
        <SegmentedControl
          aria-label={t('totals.by')}
          value={groupBy}
          data={TOTALS_GROUPS.map((group) => ({ value: group, label: t(`totals.groups.${group}`) }))}
          onChange={onGroupBy}
        />
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={value === undefined || value.rows.length === 0}
          onClick={copy}
        >
          {t('common:chart.copy')}
        </Button>
      </Group>
      <Answer query={totals} height={240}>
        {(found) =>
          found.rows.length === 0 ? (
            <EmptyState icon={IconChartBar} title={t('totals.none')} text={t('totals.noneText')} />
          ) : (
            <>
              {groupBy === 'day' ? <DayChart rows={found.rows} /> : null}
              {groupBy === 'day' && hasSales ? <SoldChart rows={found.rows} /> : null}
              <TotalsTable totals={found} groupBy={groupBy} labelOf={labelOf} hasSales={hasSales} onClient={onClient} />
              {hasSales ? <SoldNotes totals={found} /> : null}
              {found.more ? <p className="para dim">{t('totals.more')}</p> : null}
            </>
          )
        }
      </Answer>
    </ScreenBody>
  );
};

interface TotalsTableProps {
  readonly totals: PurchaseTotals;
  readonly groupBy: TotalsGroup;
  readonly labelOf: (row: PurchaseTotals['rows'][number]) => string;
  readonly hasSales: boolean;
  readonly onClient: (clientId: number) => void;
}

const TotalsTable = ({ totals, groupBy, labelOf, hasSales, onClient }: TotalsTableProps) => {
  const { t } = useTranslation(['ledger', 'common', 'sales']);
  const format = useFormat();
  const largest = Math.max(...totals.rows.map((row) => row.spentKopecks), 1);
  const hasUnknown = totals.unknown > 0;
  // The newest day is looked for, and the chart above runs the other way.
  const rows = groupBy === 'day' ? totals.rows.toReversed() : totals.rows;
  return (
    <table className={`${styles.table} selectable`} aria-label={t('views.totals')}>
      <thead>
        <tr>
          <th scope="col">{t(`totals.columns.${groupBy}`)}</th>
          <th scope="col" className={styles.number}>
            {t('totals.columns.purchases')}
          </th>
          <th scope="col" className={styles.number}>
            {t('totals.columns.spent')}
          </th>
          {hasSales ? <SoldHeads /> : null}
          {groupBy === 'day' ? null : <td className={styles.barCell} />}
          {hasUnknown ? (
            <th scope="col" className={styles.number}>
              {t('totals.columns.unknown')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.clientId === null ? (
                labelOf(row)
              ) : (
                <TextLink ta="start" onGo={() => onClient(row.clientId ?? 0)}>
                  {labelOf(row)}
                </TextLink>
              )}
            </th>
            <td className={styles.number}>{format.number(row.purchases)}</td>
            <td className={styles.number}>{format.roubles(row.spentKopecks)}</td>
            {hasSales ? <SoldCells sums={row} /> : null}
            {groupBy === 'day' ? null : (
              <td className={styles.barCell} aria-hidden>
                <span className={styles.barFill} style={{ width: `${(row.spentKopecks / largest) * 100}%` }} />
              </td>
            )}
            {hasUnknown ? <td className={styles.number}>{format.roubles(row.unknownKopecks)}</td> : null}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('common:words.total')}</th>
          <td className={styles.number}>{format.number(totals.purchases)}</td>
          <td className={styles.number}>{format.roubles(totals.spentKopecks)}</td>
          {hasSales ? <SoldCells sums={totals} /> : null}
          {groupBy === 'day' ? null : <td />}
          {hasUnknown ? <td className={styles.number}>{format.roubles(totals.unknownKopecks)}</td> : null}
        </tr>
      </tfoot>
    </table>
  );
};
