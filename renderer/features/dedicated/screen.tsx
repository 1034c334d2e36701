import { Button, Group } from '@mantine/core';
import { IconSearchOff, IconServer2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedSummary } from '#shared/contract/dedicated.ts';
import type { ImportedTable } from '#shared/contract/import-proxies.ts';
import { PROXIES_PER_CHARGE } from '#shared/domain/run-charges.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useCommand } from '../../nav/command-store.ts';
import { useScreenParams } from '../../nav/router.ts';
import { OpenPurchaseButton } from '../../parts/purchases/purchase-dialog.tsx';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { ListSavedFilters } from '../../parts/saved-filters/list-saved-filters.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { DropOverlay } from '../../ui/drop-overlay.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useDroppedFiles } from '../../ui/use-dropped-files.ts';
import { useFilteredList } from '../../ui/use-list.ts';
import { BuyProxies } from './buy-proxies.tsx';
import { ImportProxies, openDroppedProxies } from './import-proxies.tsx';
import { ProlongProxies } from './prolong-proxies.tsx';
import { ProxyActions } from './proxy-actions.tsx';
import { ProxyDetail } from './proxy-detail.tsx';
import { ProxyFilters } from './proxy-filters.tsx';
import { PROXIES } from './proxy-list.ts';
import { ProxyMenuItems } from './proxy-menu.tsx';
import { SwitchReportStrip } from './switch-report.tsx';
import type { ProxyDoers } from './use-proxy-actions.ts';
import { useProxyColumns } from './use-proxy-columns.tsx';
import { useSwitch } from './use-switch.ts';

/** The proxies of the desk. No endpoint lists them, so this is the only list of them. */
export const DedicatedScreen = () => {
  const { t } = useTranslation(['dedicated', 'common', 'importProxies']);
  const params = useScreenParams('dedicated');
  const [activeId, setActiveId] = useState(params.proxyId);
  const [importing, setImporting] = useState<{ readonly purchaseId?: number; readonly dropped?: ImportedTable }>();
  const buying = useState(false);
  const [isBuying, setBuying] = buying;
  const [prolonging, setProlonging] = useState<readonly number[]>();
  const protocol = useSwitch();
  const columns = useProxyColumns();
  const proxies = useFilteredList(PROXIES);
  const { filter, setFilter, rows, selected: proxyIds, endSelection } = proxies;
  const summary = useQuery('dedicated.summary', {}, ['dedicated.changed']);

  useEffect(() => {
    if (params.proxyId !== undefined) setActiveId(params.proxyId);
    if (params.importFor !== undefined) setImporting({ purchaseId: params.importFor });
  }, [params]);

  useCommand('buy-proxies', () => setBuying(true));
  useCommand('import-proxies', () => setImporting({}));

  const onDropped = async (files: readonly File[]) => {
    const dropped = await openDroppedProxies(files, undefined);
    if (dropped !== undefined) setImporting({ dropped });
  };
  const isDragging = useDroppedFiles(importing === undefined, (files) => void onDropped(files));

  const doers: ProxyDoers = {
    // A selection that fits into one charge is a single purchase. A larger one becomes a plan.
    onProlong: (proxyIds) =>
      proxyIds.length > PROXIES_PER_CHARGE
        ? openDraft('dedicated-prolong', proxyIds, 'dedicated')
        : setProlonging(proxyIds),
    onSwitch: (proxyIds, portType) => void protocol.run(proxyIds, portType),
  };
  const selected = { proxyIds, archived: filter.archived, onGone: endSelection };
  const selectedText = t('dedicated:actions.selected', { count: proxyIds.length });
  const buyButton = <OpenPurchaseButton variant="filled" label={t('dedicated:buy.open')} state={buying} />;
  const importButton = <Button onClick={() => setImporting({})}>{t('importProxies:open')}</Button>;
  const hasNone = rows.rowCount === 0 && !rows.first && !proxies.isNarrowed && !filter.archived;
  const empty = proxies.isNarrowed ? (
    <EmptyState
      icon={IconSearchOff}
      title={t('dedicated:empty.filtered')}
      text={t('dedicated:empty.filteredText')}
      action={<Button onClick={proxies.clearFilter}>{t('common:words.showAll')}</Button>}
    />
  ) : filter.archived ? (
    <EmptyState icon={IconServer2} title={t('dedicated:empty.archived')} />
  ) : (
    <EmptyState
      icon={IconServer2}
      title={t('dedicated:empty.title')}
      text={t('dedicated:empty.text')}
      action={
        <Group gap={8}>
          {buyButton}
          {importButton}
        </Group>
      }
    />
  );

  return (
    <Screen
      title={t('common:palette.proxies')}
      aside={<Sums summary={summary.value} />}
      actions={
        hasNone ? null : (
          <>
            {importButton}
            {buyButton}
          </>
        )
      }
    >
      {isDragging ? <DropOverlay text={t('importProxies:drop')} /> : null}
      {proxyIds.length > 0 ? (
        <SelectionBar label={t('dedicated:actions.label')} selected={selectedText} onEnd={endSelection}>
          <ProxyActions title={selectedText} {...doers} {...selected} />
        </SelectionBar>
      ) : (
        <Toolbar label={t('dedicated:filter.label')} end={<ListSavedFilters screen="dedicated" list={proxies} />}>
          <SearchField
            value={filter.search}
            onChange={(search) => setFilter({ search })}
            label={t('dedicated:search')}
            placeholder={t('dedicated:searchPlaceholder')}
          />
          <ProxyFilters filter={filter} onChange={setFilter} summary={summary.value} />
        </Toolbar>
      )}
      <SwitchReportStrip {...protocol} />
      <SplitPane
        storageKey="dedicated"
        detailLabel={t('common:words.proxy')}
        onClose={() => setActiveId(undefined)}
        detail={
          activeId === undefined ? null : (
            <ProxyDetail key={activeId} proxyId={activeId} doers={doers} onClose={() => setActiveId(undefined)} />
          )
        }
      >
        <DataGrid
          {...proxies.grid}
          label={t('dedicated:grid')}
          columns={columns}
          activeId={activeId === undefined ? undefined : String(activeId)}
          onActivate={(row) => setActiveId(row.id)}
          menu={(row, many) => (
            <ProxyMenuItems
              {...doers}
              {...selected}
              proxy={many ? null : row}
              proxyIds={many ? selected.proxyIds : [row.id]}
            />
          )}
          empty={empty}
        />
      </SplitPane>
      <BuyProxies
        opened={isBuying}
        onClose={() => setBuying(false)}
        onShow={(purchaseId) => {
          setBuying(false);
          proxies.showOnly({ purchaseId });
        }}
      />
      <ImportProxies
        opened={importing !== undefined}
        purchaseId={importing?.purchaseId}
        dropped={importing?.dropped}
        onClose={() => setImporting(undefined)}
      />
      <ProlongProxies proxyIds={prolonging} onClose={() => setProlonging(undefined)} />
    </Screen>
  );
};

const Sums = ({ summary }: { readonly summary: DedicatedSummary | undefined }) => {
  const { t } = useTranslation('dedicated');
  const format = useFormat();
  if (summary === undefined || summary.held === 0) return null;
  const parts = [
    t('count', { count: summary.held }),
    ...(summary.expiring === 0 ? [] : [t('expiring', { count: summary.expiring })]),
    ...(summary.expired === 0 ? [] : [t('expired', { count: summary.expired })]),
  ];
  return (
    <span className="dim" title={format.number(summary.held)}>
      {parts.join(' · ')}
    </span>
  );
};
