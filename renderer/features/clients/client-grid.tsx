import { Button, Menu } from '@mantine/core';
import { IconArchive, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { type GridList, useKeptFilter } from '../../ui/use-list.ts';
import { useNow } from '../../ui/use-now.ts';
import type { WindowedRows } from '../../ui/use-windowed-rows.ts';
import { removeClients } from './client-actions.ts';
import { clientColumns } from './client-columns.tsx';
import { CLIENTS } from './client-list.ts';
import { ClientMenuItems } from './client-menu.tsx';
import { FirstClientSteps } from './head-actions.tsx';
import { saveClientCell } from './save-cell.ts';
import { type ClientSelection, useSelectionActions } from './use-selection-actions.ts';

interface ClientGridProps {
  readonly grid: GridList<ClientRow, ClientFilter, ClientSort['by']>['grid'];
  /** The context menu uses it for one of several selected clients. */
  readonly selected: ClientSelection;
  readonly activeId: number | null;
  readonly onActivate: (clientId: number | null) => void;
  readonly adding: boolean;
  readonly onAdd: () => void;
  readonly onClearFilter: () => void;
}

const MINUTE = 60_000;
/** The number of rows at the top of the list in which a plan is looked for. */
const LOOKED_AT = 50;

/** Whether a client at the top of the list has a plan or a paid time, or had one since the screen was opened. */
const useHasPlans = ({ rowCount, getRow }: WindowedRows<ClientRow>): boolean => {
  const [wasSeen, setSeen] = useState(false);
  const top = wasSeen ? [] : Array.from({ length: Math.min(rowCount, LOOKED_AT) }, (_, index) => getRow(index));
  const isSeen = wasSeen || top.some((row) => row !== undefined && (row.plan !== '' || row.paidUntil !== null));
  if (isSeen && !wasSeen) setSeen(true);
  return isSeen;
};

/** Typing a letter does not draw the grid; the rows that it brings do. */
export const ClientGrid = memo((props: ClientGridProps) => {
  const { grid, selected, activeId, onActivate } = props;
  const { t } = useTranslation(['clients', 'common', 'fields']);
  const format = useFormat();
  // Ages are exact to the minute, so the rows need not be drawn more often.
  const now = Math.floor(useNow() / MINUTE) * MINUTE + MINUTE;
  const hasSales = useSalesInUse();
  const hasPlans = useHasPlans(grid.rows);
  const isByPaidUntil = useKeptFilter(CLIENTS).filter.paidUntil !== 'any';
  const columns = useMemo(
    () => clientColumns(t, format, now, { hasSales, hasPlans, isByPaidUntil }),
    [t, format, now, hasSales, hasPlans, isByPaidUntil],
  );
  const select = (client: ClientRow) => onActivate(client.id);
  const left = (client: ClientRow) => {
    if (client.id === activeId) onActivate(null);
  };
  const removeSelected = () => {
    if (selected.clientIds.length === 0) return;
    void removeClients(selected.clientIds).then((done) => {
      if (done) selected.onEnd();
    });
  };

  return (
    <DataGrid
      {...grid}
      label={t('common:nav.clients')}
      columns={columns}
      activeId={activeId === null ? undefined : String(activeId)}
      onActivate={select}
      onOpen={select}
      onDelete={removeSelected}
      onEdit={saveClientCell}
      menu={(client, many) =>
        many ? <SelectionMenuItems {...selected} /> : <ClientMenuItems client={client} onRemoved={() => left(client)} />
      }
      empty={<NoClients adding={props.adding} onAdd={props.onAdd} onClearFilter={props.onClearFilter} />}
    />
  );
});

const NoClients = ({ onClearFilter, ...add }: Pick<ClientGridProps, 'adding' | 'onAdd' | 'onClearFilter'>) => {
  const { t } = useTranslation('clients');
  const { filter, isNarrowed } = useKeptFilter(CLIENTS);
  if (isNarrowed) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t('empty.nothing')}
        text={t('empty.nothingText')}
        action={<Button onClick={onClearFilter}>{t('empty.reset')}</Button>}
      />
    );
  }
  if (filter.archived) {
    return <EmptyState icon={IconArchive} title={t('empty.archive')} text={t('empty.archiveText')} />;
  }
  return (
    <EmptyState
      icon={IconUsers}
      title={t('empty.title')}
      text={t('empty.text')}
      action={<FirstClientSteps {...add} />}
    />
  );
};

/** The actions on the selected clients, for the context menu of one of them. */
const SelectionMenuItems = (selection: ClientSelection) => {
  const { t } = useTranslation('clients');
  const { work, standing, schedule, exportCsv, archive, remove } = useSelectionActions(selection);
  return (
    <>
      <Menu.Label>{t('bulk.selected', { count: selection.clientIds.length })}</Menu.Label>
      <ActionItems actions={[...work, standing, schedule, exportCsv]} />
      <Menu.Divider />
      <ActionItems actions={[archive, remove]} />
    </>
  );
};
