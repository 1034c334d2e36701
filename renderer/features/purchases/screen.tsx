import { Button, Pill, SegmentedControl } from '@mantine/core';
import { IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { go, useScreenParams } from '../../app/router.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CheckNow } from './check-now.tsx';
import { PurchaseDetail } from './purchase-detail.tsx';
import { STATE_FILTER_NAMES, type StateFilter } from './purchase-state.tsx';
import styles from './purchases.module.css';
import { usePurchaseColumns } from './use-columns.tsx';
import { type LedgerSums, useLedger } from './use-purchases.ts';

/** The ledger: everything that was bought, or tried, with price and outcome. Readable without a network. */
export const PurchasesScreen = () => {
  const { t } = useTranslation(['purchases', 'common']);
  const params = useScreenParams('purchases');
  const [search, setSearch] = useState('');
  const [states, setStates] = useState<StateFilter>('all');
  const [clientId, setClientId] = useState(params.clientId);
  const [selectedId, setSelectedId] = useState(params.purchaseId);
  const columns = usePurchaseColumns();
  const ledger = useLedger({ search, states, clientId });
  const { rows, sums } = ledger;

  useEffect(() => {
    setClientId(params.clientId);
    if (params.purchaseId !== undefined) setSelectedId(params.purchaseId);
  }, [params.clientId, params.purchaseId]);

  const isFiltered = search !== '' || states !== 'all' || clientId !== undefined;
  const showAll = () => {
    setSearch('');
    setStates('all');
    setClientId(undefined);
  };

  const empty = isFiltered ? (
    <EmptyState
      icon={IconSearchOff}
      title={t('purchases:empty.filtered')}
      text={t('purchases:empty.filteredText')}
      action={<Button onClick={showAll}>{t('purchases:empty.clear')}</Button>}
    />
  ) : (
    <EmptyState
      icon={IconReceipt}
      title={t('purchases:empty.title')}
      text={t('purchases:empty.text')}
      action={<Button onClick={() => go('clients')}>{t('purchases:empty.action')}</Button>}
    />
  );

  return (
    <Screen title={t('purchases:title')} aside={sums === undefined ? null : <Sums sums={sums} />}>
      <Toolbar
        label={t('purchases:filter.label')}
        end={
          <SearchField
            value={search}
            onChange={setSearch}
            label={t('purchases:search')}
            placeholder={t('purchases:searchPlaceholder')}
          />
        }
      >
        <SegmentedControl
          aria-label={t('purchases:filter.label')}
          value={states}
          data={STATE_FILTER_NAMES.map((value) => ({ value, label: t(`purchases:filter.${value}`) }))}
          onChange={(value) => setStates(STATE_FILTER_NAMES.find((name) => name === value) ?? 'all')}
        />
        {clientId === undefined ? null : <ClientPill clientId={clientId} onRemove={() => setClientId(undefined)} />}
      </Toolbar>
      {sums === undefined || sums.unknown === 0 ? null : (
        <UnknownStrip sums={sums} onShow={states === 'unknown' ? null : () => setStates('unknown')} />
      )}
      {rows.error === undefined ? null : <ErrorNotice error={rows.error} onRetry={rows.reload} strip />}
      <SplitPane
        storageKey="purchases"
        defaultWidth={360}
        detailLabel={t('purchases:detail.label')}
        onClose={() => setSelectedId(undefined)}
        detail={
          selectedId === undefined ? null : (
            <PurchaseDetail purchaseId={selectedId} onClose={() => setSelectedId(undefined)} />
          )
        }
      >
        <DataGrid
          label={t('purchases:title')}
          columns={columns}
          rowCount={rows.rowCount}
          getRow={rows.getRow}
          getRowId={(row) => String(row.id)}
          onRangeChange={rows.onRangeChange}
          activeId={selectedId === undefined ? undefined : String(selectedId)}
          onActivate={(row) => setSelectedId(row.id)}
          resetKey={ledger.key}
          storageKey="purchases"
          loading={rows.first}
          empty={empty}
        />
      </SplitPane>
    </Screen>
  );
};

const Sums = ({ sums }: { readonly sums: LedgerSums }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const parts = [
    t('count', { count: sums.total }),
    t('spent', { amount: format.roubles(sums.spentKopecks) }),
    ...(sums.unknown === 0 ? [] : [t('spentUnknown', { amount: format.roubles(sums.unknownKopecks) })]),
  ];
  return <span className={styles.count}>{parts.join(' · ')}</span>;
};

const UnknownStrip = ({ sums, onShow }: { readonly sums: LedgerSums; readonly onShow: (() => void) | null }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  return (
    <Notice
      tone="warn"
      strip
      actions={
        <>
          <CheckNow />
          {onShow === null ? null : (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onShow}>
              {t('showUnknown')}
            </Button>
          )}
        </>
      }
    >
      {t('unknownStrip', { count: sums.unknown, amount: format.roublesShort(sums.unknownKopecks) })}
    </Notice>
  );
};

const ClientPill = ({ clientId, onRemove }: { readonly clientId: number; readonly onRemove: () => void }) => {
  const { t } = useTranslation(['purchases', 'common']);
  const client = useQuery('clients.get', { clientId }).value;
  const name = client === undefined ? `#${clientId}` : client.name === '' ? client.clientKey : client.name;
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('common:multiSelect.removeOne', { name }) }}
    >
      {t('purchases:forClient', { client: name })}
    </Pill>
  );
};
