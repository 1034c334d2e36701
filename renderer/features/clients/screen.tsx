import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsked } from '../../app/asked-store.ts';
import { useScreenParams } from '../../app/router.ts';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { RefreshAllButton } from '../refresh/refresh-all-button.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { exportCsv } from './client-actions.ts';
import { ClientDetail } from './client-detail.tsx';
import { ClientForm } from './client-form.tsx';
import { ClientGrid } from './client-grid.tsx';
import { ImportScreen } from './import-screen.tsx';
import { openImport, useImport } from './import-store.ts';
import { NeedChips, NeedFilter } from './need-filter.tsx';
import { SelectionMenuItems } from './selection-menu.tsx';
import { TagFilter } from './tag-filter.tsx';
import { useClients } from './use-clients.ts';

/** What stands beside the grid. */
type Beside =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'form' }
  | { readonly kind: 'client'; readonly id: number; readonly added?: boolean };

const NOTHING: Beside = { kind: 'nothing' };
const NO_SELECTION: ReadonlySet<string> = new Set();

export const ClientsScreen = () => {
  const { t } = useTranslation(['clients', 'common']);
  const params = useScreenParams('clients');
  const clients = useClients();
  const isImportOpen = useImport(({ step }) => step.kind !== 'none');
  const [selection, setSelection] = useState(NO_SELECTION);
  const [beside, setBeside] = useState<Beside>(NOTHING);
  const close = () => setBeside(NOTHING);
  const showForm = () => setBeside({ kind: 'form' });
  const showClient = (id: number | null) => setBeside(id === null ? NOTHING : { kind: 'client', id });

  useEffect(() => {
    if (params.add === true) setBeside({ kind: 'form' });
    else if (params.clientId !== undefined) setBeside({ kind: 'client', id: params.clientId });
  }, [params]);

  useAsked('add-client', showForm);
  useAsked('import-clients', () => void openImport());
  useAsked('export-clients', () => {
    const clientIds = selection.size === 0 ? undefined : [...selection].map(Number);
    void exportCsv(clients.filter, clients.sort, clientIds);
  });

  if (params.importing === true && isImportOpen) return <ImportScreen />;

  const detail =
    beside.kind === 'form' ? (
      <ClientForm
        onAdded={({ id }) => setBeside({ kind: 'client', id, added: true })}
        onOpen={showClient}
        onClose={close}
      />
    ) : beside.kind === 'client' ? (
      <ClientDetail key={beside.id} clientId={beside.id} takesFocus={beside.added === true} onClose={close} />
    ) : null;
  const importButton = (
    <Button leftSection={<IconUpload size={15} aria-hidden />} onClick={() => void openImport()}>
      {t('import')}
    </Button>
  );
  // The form has its own, which is then the one to press.
  const addButton = (
    <Button
      variant={beside.kind === 'form' ? 'default' : 'filled'}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={showForm}
    >
      {t('add')}
    </Button>
  );
  const { filter, setFilter, rows } = clients;
  const selected = {
    clientIds: [...selection].map(Number),
    archived: filter.archived,
    onExport: () => void exportCsv(filter, clients.sort, [...selection].map(Number)),
    onEnd: () => setSelection(NO_SELECTION),
  };
  const isEmpty = rows.rowCount === 0 && !rows.first && !clients.isFiltered && !filter.archived;

  return (
    <Screen
      title={t('common:nav.clients')}
      aside={rows.first ? undefined : t('count', { count: rows.rowCount })}
      actions={
        isEmpty ? null : (
          <>
            <RefreshAllButton />
            {importButton}
            <Button
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => void exportCsv(filter, clients.sort)}
            >
              {t('export')}
            </Button>
            {addButton}
          </>
        )
      }
    >
      {selection.size > 0 ? (
        <BulkBar {...selected} />
      ) : (
        <Toolbar
          label={t('toolbar')}
          end={
            <SegmentedControl
              aria-label={t('state.label')}
              value={filter.archived ? 'archived' : 'active'}
              onChange={(value) => setFilter({ archived: value === 'archived' })}
              data={[
                { value: 'active', label: t('state.active') },
                { value: 'archived', label: t('state.archived') },
              ]}
            />
          }
        >
          <SearchField
            value={filter.search}
            onChange={(search) => setFilter({ search })}
            label={t('search')}
            placeholder={t('searchPlaceholder')}
            width={260}
          />
          <TagFilter value={filter.tags} onChange={(tags) => setFilter({ tags: [...tags] })} />
          <NeedFilter value={filter} onChange={setFilter} />
          <NeedChips value={filter} onChange={setFilter} />
        </Toolbar>
      )}
      <SplitPane detail={detail} detailLabel={t('detail')} storageKey="clients" defaultWidth={420} onClose={close}>
        <ClientGrid
          clients={clients}
          selection={selection}
          onSelectionChange={setSelection}
          activeId={beside.kind === 'client' ? beside.id : null}
          onActivate={showClient}
          selectionMenu={<SelectionMenuItems {...selected} />}
          firstSteps={
            <Group gap={8}>
              {addButton}
              {importButton}
            </Group>
          }
        />
      </SplitPane>
    </Screen>
  );
};
