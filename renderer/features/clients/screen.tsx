import { SegmentedControl } from '@mantine/core';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCardRequest } from '../../nav/card-actions.ts';
import { useClientOrder } from '../../nav/client-order.ts';
import { useCommand } from '../../nav/command-store.ts';
import { useScreenParams } from '../../nav/router.ts';
import { ListSavedFilters } from '../../parts/saved-filters/list-saved-filters.tsx';
import { DropOverlay } from '../../ui/drop-overlay.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useFilteredList } from '../../ui/use-list.ts';
import { BulkBar } from './bulk-bar.tsx';
import { exportCsv } from './client-actions.ts';
import { ClientDetail } from './client-detail.tsx';
import { ClientForm } from './client-form.tsx';
import { ClientGrid } from './client-grid.tsx';
import { CLIENTS } from './client-list.ts';
import { HeadActions } from './head-actions.tsx';
import { ImportScreen } from './import-screen.tsx';
import { openImport, startPasting, useImport } from './import-store.ts';
import { NeedChips, NeedFilter } from './need-filter.tsx';
import { type ChosenTags, TagFilter } from './tag-filter.tsx';
import { useGivenTables } from './use-given-tables.ts';

/** The content beside the grid. */
type Beside =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'form' }
  | { readonly kind: 'client'; readonly id: number; readonly added?: boolean };

const NOTHING: Beside = { kind: 'nothing' };

export const ClientsScreen = () => {
  const { t } = useTranslation(['clients', 'common']);
  const params = useScreenParams('clients');
  const clients = useFilteredList(CLIENTS);
  const isImportOpen = useImport(({ step }) => step.kind !== 'none');
  const [beside, setBeside] = useState<Beside>(NOTHING);
  const close = useCallback(() => setBeside(NOTHING), []);
  const showForm = useCallback(() => setBeside({ kind: 'form' }), []);
  const showClient = useCallback((id: number | null) => setBeside(id === null ? NOTHING : { kind: 'client', id }), []);
  useEffect(() => {
    if (params.add === true) setBeside({ kind: 'form' });
    else if (params.clientId !== undefined) setBeside({ kind: 'client', id: params.clientId });
  }, [params]);

  // The card of the client shows first, then it begins what was asked for.
  const request = useCardRequest();
  useEffect(() => {
    if (request === null) return;
    setBeside((before) =>
      before.kind === 'client' && before.id === request.clientId ? before : { kind: 'client', id: request.clientId },
    );
  }, [request]);

  useCommand('add-client', showForm);
  useCommand('import-clients', () => void openImport());
  useCommand('paste-clients', startPasting);
  const { filter, setFilter, rows, selected: clientIds, endSelection } = clients;
  useClientOrder(async (clientId) => {
    const ids = (await CLIENTS.ids?.(shown.current))?.ids ?? [];
    const chosen = new Set(clientIds);
    const order = chosen.size > 1 && chosen.has(clientId) ? ids.filter((id) => chosen.has(id)) : ids;
    const index = order.indexOf(clientId);
    return index === -1 ? undefined : order[index + 1];
  });
  const shown = useRef(clients.question);
  shown.current = clients.question;
  const save = useCallback((ids?: readonly number[]) => void exportCsv(shown.current, ids), []);
  useCommand('export-clients', () => save(clientIds.length === 0 ? undefined : clientIds));

  const { archived, expiry, lowPool, stale, owes, withoutVpn, lastPurchase, paidUntil } = filter;
  const needs = useMemo(
    () => ({ expiry, lowPool, stale, owes, withoutVpn, lastPurchase, paidUntil }),
    [expiry, lowPool, stale, owes, withoutVpn, lastPurchase, paidUntil],
  );
  const setSearch = useCallback((search: string) => setFilter({ search }), [setFilter]);
  const setTags = useCallback(
    ({ tags, match }: ChosenTags) => setFilter({ tags: [...tags], tagsMatch: match }),
    [setFilter],
  );
  const setArchived = useCallback((value: boolean) => setFilter({ archived: value }), [setFilter]);
  const selected = useMemo(
    () => ({ clientIds, archived, onExport: () => save(clientIds), onEnd: endSelection }),
    [clientIds, archived, save, endSelection],
  );

  const isImportShown = params.importing === true && isImportOpen;
  const isDragging = useGivenTables(!isImportShown);
  if (isImportShown) return <ImportScreen />;

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
  const isEmpty = rows.rowCount === 0 && !rows.first && !clients.isNarrowed && !archived;

  return (
    <Screen
      title={t('common:nav.clients')}
      aside={rows.first ? undefined : t('count', { count: rows.rowCount })}
      actions={isEmpty ? null : <HeadActions adding={beside.kind === 'form'} onAdd={showForm} onExport={save} />}
    >
      {isDragging ? <DropOverlay text={t('drop')} /> : null}
      {clientIds.length > 0 ? (
        <BulkBar {...selected} />
      ) : (
        <Toolbar
          label={t('toolbar')}
          end={
            <>
              <ListSavedFilters screen="clients" list={clients} />
              <ArchiveSwitch value={archived} onChange={setArchived} />
            </>
          }
        >
          <SearchField
            value={filter.search}
            onChange={setSearch}
            label={t('search')}
            placeholder={t('searchPlaceholder')}
            width={260}
          />
          <TagFilter tags={filter.tags} match={filter.tagsMatch} onChange={setTags} />
          <NeedFilter value={needs} onChange={setFilter} />
          <NeedChips value={needs} onChange={setFilter} />
        </Toolbar>
      )}
      <SplitPane
        detail={detail}
        detailLabel={t('common:words.client')}
        storageKey="clients"
        defaultWidth={440}
        // In a window of 1920 px the sections stand in two columns.
        wideShare={1 / 3}
        onClose={close}
      >
        <ClientGrid
          grid={clients.grid}
          selected={selected}
          activeId={beside.kind === 'client' ? beside.id : null}
          onActivate={showClient}
          adding={beside.kind === 'form'}
          onAdd={showForm}
          onClearFilter={clients.clearFilter}
        />
      </SplitPane>
    </Screen>
  );
};

interface ArchiveSwitchProps {
  readonly value: boolean;
  readonly onChange: (archived: boolean) => void;
}

/** Switches between the clients in use and the archive. */
const ArchiveSwitch = memo(({ value, onChange }: ArchiveSwitchProps) => {
  const { t } = useTranslation('clients');
  return (
    <SegmentedControl
      aria-label={t('state.label')}
      value={value}
      onChange={onChange}
      data={[
        { value: false, label: t('state.active') },
        { value: true, label: t('state.archived') },
      ]}
    />
  );
});
