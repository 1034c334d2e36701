import { Button } from '@mantine/core';
import { IconArchive, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { removeClients } from './client-actions.ts';
import { clientColumns } from './client-columns.tsx';
import { ClientMenuItems } from './client-menu.tsx';
import type { Clients } from './use-clients.ts';

interface ClientGridProps {
  readonly clients: Clients;
  readonly selection: ReadonlySet<string>;
  readonly onSelectionChange: (selection: ReadonlySet<string>) => void;
  readonly activeId: number | null;
  readonly onActivate: (clientId: number | null) => void;
  /** The ways to a first client, for an empty list. */
  readonly firstSteps: ReactNode;
  /** Of the right click on one of several selected clients. */
  readonly selectionMenu: ReactNode;
}

const MINUTE = 60_000;

export const ClientGrid = ({
  clients,
  selection,
  onSelectionChange,
  activeId,
  onActivate,
  firstSteps,
  selectionMenu,
}: ClientGridProps) => {
  const { t } = useTranslation(['clients']);
  const format = useFormat();
  // Ages are in minutes at the finest: no need to draw all rows anew more often.
  const now = Math.floor(useNow() / MINUTE) * MINUTE + MINUTE;
  const columns = useMemo(() => clientColumns(t, format, now), [t, format, now]);
  const { rows } = clients;
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
    <>
      {rows.error === undefined ? null : <ErrorNotice error={rows.error} onRetry={rows.reload} strip />}
      <DataGrid
        {...rows}
        label={t('grid')}
        columns={columns}
        getRowId={(client) => String(client.id)}
        loading={rows.first}
        resetKey={clients.key}
        storageKey="clients"
        sort={clients.sort}
        onSortChange={clients.setSort}
        selection={selection}
        onSelectionChange={onSelectionChange}
        resolveIds={clients.idsBetween}
        activeId={activeId === null ? undefined : String(activeId)}
        onActivate={select}
        onOpen={select}
        onDelete={removeSelected}
        menu={(client, many) =>
          many ? selectionMenu : <ClientMenuItems client={client} onRemoved={() => left(client)} />
        }
        empty={<NoClients clients={clients} firstSteps={firstSteps} />}
      />
    </>
  );
};

const NoClients = ({ clients, firstSteps }: { readonly clients: Clients; readonly firstSteps: ReactNode }) => {
  const { t } = useTranslation('clients');
  if (clients.isFiltered) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t('empty.nothing')}
        text={t('empty.nothingText')}
        action={<Button onClick={clients.clearFilter}>{t('empty.reset')}</Button>}
      />
    );
  }
  if (clients.filter.archived) {
    return <EmptyState icon={IconArchive} title={t('empty.archive')} text={t('empty.archiveText')} />;
  }
  return <EmptyState icon={IconUsers} title={t('empty.title')} text={t('empty.text')} action={firstSteps} />;
};
