import { IconCash, IconCoins, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Debt, DebtFilter, DebtSort } from '#shared/contract/sales.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { DEBT_SORTS } from '#shared/domain/debt-sorts.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { openCard } from '../../nav/card-actions.ts';
import { OpenClientItem } from '../../parts/clients/open-client-item.tsx';
import { DueText } from '../../parts/sales/due-text.tsx';
import { copiedRoubles } from '../../ui/copied-cells.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import { ActionItem } from '../../ui/menu-action.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { type GridListDeclaration, useList } from '../../ui/use-list.ts';
import { useNow } from '../../ui/use-now.ts';
import { ReceiveForm } from './receive-form.tsx';

interface DebtsViewProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Lists the clients who owe money, overdue ones first. */
export const DebtsView = ({ search, onSearch }: DebtsViewProps) => {
  const { t } = useTranslation(['sales', 'common', 'clients']);
  const format = useFormat();
  const today = localDate(useNow());
  const [owed, setOwed] = useState(0);
  const [payer, setPayer] = useState<Debt | null>(null);
  const [list] = useState(
    (): GridListDeclaration<Debt, DebtFilter, DebtSort['by']> => ({
      name: 'debts',
      sorts: DEBT_SORTS,
      sort: { by: 'due', direction: 'asc' },
      page: async (question) => {
        const result = await call('sales.debts', question);
        if (result.ok) setOwed(result.value.owedKopecks);
        return result;
      },
      events: ['sales.changed', 'clients.changed', 'purchases.changed'],
    }),
  );
  const { grid, rows } = useList(list, { search });
  const columns = useMemo(
    (): readonly GridColumn<Debt>[] => [
      {
        id: 'name',
        header: t('common:words.client'),
        width: 240,
        sortable: true,
        grow: true,
        render: (row) => <bdi>{clientLabel(row)}</bdi>,
        title: clientLabel,
      },
      {
        id: 'owed',
        header: t('sales:debts.owes'),
        width: 130,
        sortable: true,
        align: 'end',
        render: (row) => format.roubles(row.owedKopecks ?? 0),
        copied: (row) => copiedRoubles(row.owedKopecks),
      },
      {
        id: 'since',
        header: t('sales:debts.since'),
        width: 130,
        sortable: true,
        render: (row) => (row.since === null ? null : format.date(row.since)),
        title: (row) => (row.since === null ? '' : format.exact(row.since)),
      },
      {
        id: 'due',
        header: t('sales:debts.due'),
        width: 220,
        sortable: true,
        render: ({ dueDay }) => (dueDay === null ? null : <DueText day={dueDay} today={today} format={format} />),
      },
    ],
    [t, format, today],
  );
  const show = (row: Debt) => openCard(row.id, 'money');
  return (
    <>
      <Toolbar
        label={t('sales:debts.title')}
        end={
          rows.rowCount === 0 ? null : (
            <span className="dim">{t('sales:debts.sum', { count: rows.rowCount, amount: format.roubles(owed) })}</span>
          )
        }
      >
        <SearchField
          value={search}
          onChange={onSearch}
          label={t('clients:search')}
          placeholder={t('clients:searchPlaceholder')}
          width={260}
        />
      </Toolbar>
      <DataGrid
        {...grid}
        label={t('sales:debts.title')}
        columns={columns}
        onOpen={show}
        menu={(row) => (
          <>
            <ActionItem action={{ icon: IconCash, label: t('sales:client.receive'), run: () => setPayer(row) }} />
            <OpenClientItem clientId={row.id} />
          </>
        )}
        empty={
          search === '' ? (
            <EmptyState icon={IconCoins} title={t('sales:debts.none')} text={t('sales:debts.noneText')} />
          ) : (
            <EmptyState icon={IconSearchOff} title={t('clients:empty.nothing')} text={t('sales:debts.nothingFound')} />
          )
        }
      />
      <FormDialog
        opened={payer !== null}
        size={372}
        title={payer === null ? '' : t('sales:client.receiveFrom', { client: clientLabel(payer) })}
        onClose={() => setPayer(null)}
      >
        {payer === null ? null : (
          <ReceiveForm clientId={payer.id} owedKopecks={payer.owedKopecks} onClose={() => setPayer(null)} />
        )}
      </FormDialog>
    </>
  );
};
