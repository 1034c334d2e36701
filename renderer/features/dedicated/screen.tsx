import { Button } from '@mantine/core';
import { IconSearchOff, IconServer2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedSummary, ProxyFilter } from '#shared/contract/dedicated.ts';
import { PROXIES_PER_CHARGE } from '#shared/domain/bulk-limits.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useAsked } from '../../nav/asked-store.ts';
import { useScreenParams } from '../../nav/router.ts';
import { useScreenFilter } from '../../nav/views.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { openBulk } from '../bulk/draft-store.ts';
import { OpenPurchase } from '../purchases/open-purchase.tsx';
import { BuyProxies } from './buy-proxies.tsx';
import styles from './dedicated.module.css';
import { ProlongProxies } from './prolong-proxies.tsx';
import { ProxyActions } from './proxy-actions.tsx';
import { ProxyDetail } from './proxy-detail.tsx';
import { ProxyFilters } from './proxy-filters.tsx';
import { ProxyMenuItems } from './proxy-menu.tsx';
import { SwitchReportStrip } from './switch-report.tsx';
import { NO_FILTER, PROXY_FILTER_CHECKS, useProxies } from './use-proxies.ts';
import type { ProxyDoers } from './use-proxy-actions.ts';
import { useProxyColumns } from './use-proxy-columns.tsx';
import { useSwitch } from './use-switch.ts';

const NONE: ReadonlySet<string> = new Set();

/** The proxies we hold: no endpoint lists them, so this list is the only one there is. */
export const DedicatedScreen = () => {
  const { t } = useTranslation(['dedicated', 'common']);
  const params = useScreenParams('dedicated');
  const [filter, setFilter] = useScreenFilter('dedicated', NO_FILTER, PROXY_FILTER_CHECKS);
  const [selection, setSelection] = useState(NONE);
  const [activeId, setActiveId] = useState(params.proxyId);
  const buying = useState(false);
  const [isBuying, setBuying] = buying;
  const [prolonging, setProlonging] = useState<readonly number[]>();
  const protocol = useSwitch();
  const columns = useProxyColumns();
  const proxies = useProxies(filter);
  const summary = useQuery('dedicated.summary', {});
  useDeskEvent('dedicated.changed', summary.reload);

  useEffect(() => {
    if (params.proxyId !== undefined) setActiveId(params.proxyId);
  }, [params]);

  useAsked('buy-proxies', () => setBuying(true));

  const change = (part: Partial<ProxyFilter>) => {
    setFilter({ ...filter, ...part });
    if (part.archived !== undefined) setSelection(NONE);
  };
  const isFiltered = JSON.stringify({ ...filter, archived: false }) !== JSON.stringify(NO_FILTER);
  const doers: ProxyDoers = {
    // What is one charge is one purchase; more is a plan.
    onProlong: (proxyIds) =>
      proxyIds.length > PROXIES_PER_CHARGE
        ? openBulk('dedicated-prolong', proxyIds, 'dedicated')
        : setProlonging(proxyIds),
    onSwitch: (proxyIds, portType) => void protocol.run(proxyIds, portType),
  };
  const selected = {
    proxyIds: [...selection].map(Number),
    archived: filter.archived,
    onGone: () => setSelection(NONE),
  };
  const selectedText = t('dedicated:actions.selected', { count: selection.size });
  const buyButton = <OpenPurchase variant="filled" label={t('dedicated:buy.open')} state={buying} />;
  const { rows } = proxies;
  const hasNone = rows.rowCount === 0 && !rows.first && !isFiltered && !filter.archived;
  const empty = isFiltered ? (
    <EmptyState
      icon={IconSearchOff}
      title={t('dedicated:empty.filtered')}
      text={t('dedicated:empty.filteredText')}
      action={
        <Button onClick={() => setFilter({ ...NO_FILTER, archived: filter.archived })}>
          {t('dedicated:empty.clear')}
        </Button>
      }
    />
  ) : filter.archived ? (
    <EmptyState icon={IconServer2} title={t('dedicated:empty.archived')} />
  ) : (
    <EmptyState
      icon={IconServer2}
      title={t('dedicated:empty.title')}
      text={t('dedicated:empty.text')}
      action={buyButton}
    />
  );

  return (
    <Screen title={t('dedicated:title')} aside={<Sums summary={summary.value} />} actions={hasNone ? null : buyButton}>
      {selection.size > 0 ? (
        <SelectionBar label={t('dedicated:actions.label')} selected={selectedText} onEnd={() => setSelection(NONE)}>
          <ProxyActions title={selectedText} {...doers} {...selected} />
        </SelectionBar>
      ) : (
        <Toolbar label={t('dedicated:filter.label')}>
          <SearchField
            value={filter.search}
            onChange={(search) => change({ search })}
            label={t('dedicated:search')}
            placeholder={t('dedicated:searchPlaceholder')}
          />
          <ProxyFilters filter={filter} onChange={change} summary={summary.value} />
        </Toolbar>
      )}
      <SwitchReportStrip {...protocol} />
      <SplitPane
        storageKey="dedicated"
        detailLabel={t('dedicated:detail.label')}
        onClose={() => setActiveId(undefined)}
        detail={
          activeId === undefined ? null : (
            <ProxyDetail key={activeId} proxyId={activeId} doers={doers} onClose={() => setActiveId(undefined)} />
          )
        }
      >
        <DataGrid
          label={t('dedicated:grid')}
          columns={columns}
          rows={rows}
          getRowId={(row) => String(row.id)}
          sort={proxies.sort}
          onSortChange={proxies.setSort}
          selection={selection}
          onSelectionChange={setSelection}
          resolveIds={proxies.idsBetween}
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
          storageKey="dedicated"
          empty={empty}
        />
      </SplitPane>
      <BuyProxies
        opened={isBuying}
        onClose={() => setBuying(false)}
        onShow={(purchaseId) => {
          setBuying(false);
          setFilter({ ...NO_FILTER, purchaseId });
        }}
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
    <span className={styles.count} title={format.number(summary.held)}>
      {parts.join(' · ')}
    </span>
  );
};
