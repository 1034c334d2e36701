import { Button } from '@mantine/core';
import { IconArchive, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useScreenFilter } from '../../nav/views.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNow } from '../../ui/use-now.ts';
import { removeClients } from './client-actions.ts';
import { clientColumns } from './client-columns.tsx';
import { CLIENT_FILTER_CHECKS, isNarrowed, NO_FILTER } from './client-filter.ts';
import { ClientMenuItems } from './client-menu.tsx';
import { FirstSteps } from './head-actions.tsx';
import { SelectionMenuItems } from './selection-menu.tsx';
import type { Clients } from './use-clients.ts';
import type { ClientSelection } from './use-selection-actions.ts';

interface ClientGridProps {
  readonly rows: Clients['rows'];
  readonly sort: Clients['sort'];
  readonly onSortChange: Clients['setSort'];
  readonly resolveIds: Clients['idsBetween'];
  readonly selection: ReadonlySet<string>;
  /** The same, for the right click on one of several selected clients. */
  readonly selected: ClientSelection;
  readonly onSelectionChange: (selection: ReadonlySet<string>) => void;
  readonly activeId: number | null;
  readonly onActivate: (clientId: number | null) => void;
  readonly adding: boolean;
  readonly onAdd: () => void;
  readonly onClearFilter: () => void;
}

const MINUTE = 60_000;

/** Not drawn for a letter that is typed, but for the rows it brings. */
export const ClientGrid = memo((props: ClientGridProps) => {
  const { rows, selection, onSelectionChange, activeId, onActivate } = props;
  const { t } = useTranslation(['clients']);
  const format = useFormat();
  // Ages are in minutes at the finest: no need to draw all rows anew more often.
  const now = Math.floor(useNow() / MINUTE) * MINUTE + MINUTE;
  const columns = useMemo(() => clientColumns(t, format, now), [t, format, now]);
  const select = (client: ClientRow) => onActivate(client.id);
  const left = (client: ClientRow) => {
    if (client.id === activeId) onActivate(null);
  };
  const removeSelected = () => {
    if (selection.size === 0) return;
    void removeClients([...selection].map(Number)).then((done) => {
      if (done) onSelectionChange(new Set());
    });
  };

  return (
    <DataGrid
      rows={rows}
      label={t('grid')}
      columns={columns}
      getRowId={(client) => String(client.id)}
      storageKey="clients"
      sort={props.sort}
      onSortChange={props.onSortChange}
      selection={selection}
      onSelectionChange={onSelectionChange}
      resolveIds={props.resolveIds}
      activeId={activeId === null ? undefined : String(activeId)}
      onActivate={select}
      onOpen={select}
      onDelete={removeSelected}
      menu={(client, many) =>
        many ? (
          <SelectionMenuItems {...props.selected} />
        ) : (
          <ClientMenuItems client={client} onRemoved={() => left(client)} />
        )
      }
      empty={<NoClients adding={props.adding} onAdd={props.onAdd} onClearFilter={props.onClearFilter} />}
    />
  );
});

const NoClients = ({ onClearFilter, ...add }: Pick<ClientGridProps, 'adding' | 'onAdd' | 'onClearFilter'>) => {
  const { t } = useTranslation('clients');
  const [filter] = useScreenFilter('clients', NO_FILTER, CLIENT_FILTER_CHECKS);
  if (isNarrowed(filter)) {
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
    <EmptyState icon={IconUsers} title={t('empty.title')} text={t('empty.text')} action={<FirstSteps {...add} />} />
  );
};
