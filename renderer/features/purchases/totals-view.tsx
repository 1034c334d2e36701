import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconChartBar, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchaseFilter, PurchaseTotals } from '#shared/contract/purchases.ts';
import { TOTALS_GROUPS, type TotalsGroup } from '#shared/domain/ledger-tables.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { productOf, SHOWN_KINDS } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { SoldNotes } from '../../parts/sales/sold-notes.tsx';
import { Answer } from '../../ui/answer.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { SmallTable, type TableColumn } from '../../ui/small-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { DayChart } from './day-chart.tsx';
import styles from './money.module.css';
import { SoldDays } from './sold-days.tsx';
import { totalsTable, useTotalsLabel } from './totals-table.ts';

interface TotalsViewProps {
  readonly filter: PurchaseFilter;
  readonly groupBy: TotalsGroup;
  readonly onGroupBy: (groupBy: TotalsGroup) => void;
  readonly onClient: (clientId: number) => void;
}

/** The filtered spending by day, product or client, as a chart and a table. */
export const TotalsView = ({ filter, groupBy, onGroupBy, onClient }: TotalsViewProps) => {
  const { t } = useTranslation(['ledger', 'common']);
  const totals = useQuery('purchases.totals', { groupBy, filter }, ['purchases.changed', 'sales.changed']);
  const hasSales = useSalesInUse();
  const language = useLanguage();
  const labelOf = useTotalsLabel(groupBy);
  const { value } = totals;
  const copy = () => {
    if (value === undefined) return;
    const nameOf = (row: TotalsRow) => (groupBy === 'day' ? { value: row.key } : labelOf(row));
    if (copyText(totalsTable(value, nameOf, t, hasSales, language))) doneToast(t('totals.copied'));
  };
  return (
    <ScreenBody width={groupBy === 'day' ? 2400 : 1280}>
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
            <div className={groupBy === 'day' ? styles.days : undefined}>
              {groupBy === 'day' ? (
                <div className={styles.dayCharts}>
                  <DayChart rows={found.rows} />
                  {hasSales ? <SoldDays rows={found.rows} /> : null}
                </div>
              ) : null}
              <div>
                <TotalsTable
                  totals={found}
                  groupBy={groupBy}
                  labelOf={labelOf}
                  hasSales={hasSales}
                  onClient={onClient}
                />
                {hasSales ? <SoldNotes totals={found} /> : null}
                {found.more ? <p className="para dim">{t('totals.more')}</p> : null}
              </div>
            </div>
          )
        }
      </Answer>
    </ScreenBody>
  );
};

const KindMark = ({ kind }: { readonly kind: string }) => {
  const known = SHOWN_KINDS.find((one) => one === kind);
  return known === undefined ? null : <ProductMark name={productOf(known)} />;
};

type TotalsRow = PurchaseTotals['rows'][number];

interface TotalsTableProps {
  readonly totals: PurchaseTotals;
  readonly groupBy: TotalsGroup;
  readonly labelOf: (row: TotalsRow) => string;
  readonly hasSales: boolean;
  readonly onClient: (clientId: number) => void;
}

const TotalsTable = ({ totals, groupBy, labelOf, hasSales, onClient }: TotalsTableProps) => {
  const { t } = useTranslation(['ledger', 'common', 'sales']);
  const format = useFormat();
  const largest = Math.max(...totals.rows.map((row) => row.spentKopecks), 1);
  // Users look for the newest day, but the chart above runs from the oldest.
  const rows = groupBy === 'day' ? totals.rows.toReversed() : totals.rows;
  const number = { align: 'end', width: 130 } as const;
  const columns: readonly TableColumn<TotalsRow>[] = [
    {
      id: 'name',
      head: t(`totals.columns.${groupBy}`),
      cell: (row) => (
        <span className={styles.name}>
          {groupBy === 'product' ? <KindMark kind={row.key} /> : null}
          {row.clientId === null ? (
            labelOf(row)
          ) : (
            <TextLink onGo={() => onClient(row.clientId ?? 0)}>{labelOf(row)}</TextLink>
          )}
        </span>
      ),
      foot: t('common:words.total'),
    },
    {
      id: 'purchases',
      head: t('totals.columns.purchases'),
      ...number,
      cell: ({ purchases }) => format.number(purchases),
      foot: format.number(totals.purchases),
    },
    {
      id: 'spent',
      head: t('totals.columns.spent'),
      ...number,
      cell: ({ spentKopecks }) => format.roubles(spentKopecks),
      foot: format.roubles(totals.spentKopecks),
    },
    {
      id: 'sold',
      head: t('sales:totals.sold'),
      ...number,
      cell: ({ soldKopecks }) => format.roubles(soldKopecks),
      foot: format.roubles(totals.soldKopecks),
    },
    {
      id: 'profit',
      head: t('sales:totals.profit'),
      ...number,
      cell: ({ profitKopecks }) => format.roubles(profitKopecks),
      foot: format.roubles(totals.profitKopecks),
    },
    {
      id: 'bar',
      width: '22%',
      isDrawn: true,
      cell: ({ spentKopecks }) => (
        <span className={styles.barFill} style={{ width: `${(spentKopecks / largest) * 100}%` }} />
      ),
    },
    {
      id: 'unknown',
      head: t('totals.columns.unknown'),
      ...number,
      cell: ({ unknownKopecks }) => format.roubles(unknownKopecks),
      foot: format.roubles(totals.unknownKopecks),
    },
  ];
  const left: readonly string[] = [
    ...(hasSales ? [] : ['sold', 'profit']),
    ...(groupBy === 'day' ? ['bar'] : []),
    ...(totals.unknown > 0 ? [] : ['unknown']),
  ];
  return (
    <SmallTable
      label={t('views.totals')}
      columns={columns.filter(({ id }) => !left.includes(id))}
      rows={rows}
      keyOf={({ key }) => key}
    />
  );
};
