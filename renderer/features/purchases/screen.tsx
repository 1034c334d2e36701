import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useScreenParams } from '../../nav/router.ts';
import type { LedgerChoice } from '../../nav/screen-filters.ts';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { DebtsView } from '../sales/debts-view.tsx';
import { PricesView } from '../sales/prices-view.tsx';
import { CheckNow } from './check-now.tsx';
import { ExportLedger } from './export-ledger.tsx';
import { JournalView } from './journal-view.tsx';
import { LEDGER_VIEWS, WHOLE_LEDGER } from './ledger-choice.ts';
import { LedgerToolbar } from './ledger-toolbar.tsx';
import { ReconciliationView } from './reconciliation-view.tsx';
import { TotalsView } from './totals-view.tsx';
import { useLedgerFilter } from './use-ledger-filter.ts';
import { type ShownLedgerSums, useLedger } from './use-purchases.ts';

/** The ledger of all purchases and attempts, with price and outcome. It works offline. */
export const PurchasesScreen = () => {
  const { t } = useTranslation(['purchases', 'ledger', 'common']);
  const params = useScreenParams('purchases');
  const [selectedId, setSelectedId] = useState(params.purchaseId);
  const [debtor, setDebtor] = useState('');
  const ledgerFilter = useLedgerFilter();
  const { filter, choice, change } = ledgerFilter;
  const inUse = useSalesInUse();
  // A link may open the prices before anything is sold, because selling begins with them. Debts exist only after that.
  const view = choice.view === 'debts' && !inUse ? 'journal' : choice.view;
  const views = LEDGER_VIEWS.filter((one) => inUse || one === view || (one !== 'debts' && one !== 'prices'));
  const isOfPurchases = view === 'journal' || view === 'totals';
  const ledger = useLedger(filter);
  const { sums } = ledger;

  useEffect(() => {
    if (params.purchaseId === undefined) return;
    setSelectedId(params.purchaseId);
    change({ view: 'journal' });
  }, [params, change]);

  const showUnknown = () => change({ states: 'unknown', view: 'journal' });
  return (
    <Screen
      title={t('common:nav.purchases')}
      aside={sums === undefined || !isOfPurchases ? null : <Sums sums={sums} />}
      actions={
        <>
          {view === 'prices' ? null : (
            <ExportLedger
              filter={view === 'debts' ? { ...filter, search: debtor } : filter}
              table={view === 'totals' ? choice.groupBy : view === 'debts' ? 'debts' : 'purchases'}
              withPayments={inUse && isOfPurchases}
              disabled={view !== 'debts' && (sums === undefined || sums.total === 0)}
            />
          )}
          {/* It stands at the edge, so that it keeps its place when there is nothing to export. */}
          <SegmentedControl
            aria-label={t('ledger:views.label')}
            value={view}
            data={views.map((value) => ({ value, label: t(`ledger:views.${value}`) }))}
            onChange={(value) => change({ view: value })}
          />
        </>
      }
    >
      {isOfPurchases ? <LedgerToolbar ledger={ledgerFilter} /> : null}
      {sums === undefined || sums.unknown === 0 ? null : (
        <UnknownStrip sums={sums} onShow={choice.states === 'unknown' && view === 'journal' ? null : showUnknown} />
      )}
      <View
        view={view}
        ledger={ledger}
        ledgerFilter={ledgerFilter}
        selectedId={selectedId}
        onSelect={setSelectedId}
        debtor={debtor}
        onDebtor={setDebtor}
      />
    </Screen>
  );
};

interface ViewProps {
  readonly view: LedgerChoice['view'];
  readonly ledger: ReturnType<typeof useLedger>;
  readonly ledgerFilter: ReturnType<typeof useLedgerFilter>;
  /** The purchase beside the journal. */
  readonly selectedId: number | undefined;
  readonly onSelect: (purchaseId: number | undefined) => void;
  /** The search among the debts. */
  readonly debtor: string;
  readonly onDebtor: (search: string) => void;
}

const View = ({ view, ledger, ledgerFilter, selectedId, onSelect, debtor, onDebtor }: ViewProps) => {
  const { filter, choice, change, isFiltered } = ledgerFilter;
  switch (view) {
    case 'journal':
      return (
        <JournalView
          ledger={ledger}
          isFiltered={isFiltered}
          onShowAll={() =>
            change({ ...WHOLE_LEDGER, clientId: undefined, computer: undefined, groupBy: choice.groupBy })
          }
          selectedId={selectedId}
          onSelect={onSelect}
        />
      );
    case 'totals':
      return (
        <TotalsView
          filter={filter}
          groupBy={choice.groupBy}
          onGroupBy={(groupBy) => change({ groupBy })}
          onClient={(clientId) => change({ clientId, view: 'journal' })}
        />
      );
    case 'books':
      return <ReconciliationView />;
    case 'debts':
      return <DebtsView search={debtor} onSearch={onDebtor} />;
    case 'prices':
      return <PricesView clientId={choice.pricesOf} onClient={(pricesOf) => change({ pricesOf })} />;
  }
};

const Sums = ({ sums }: { readonly sums: ShownLedgerSums }) => {
  const { t } = useTranslation('purchases');
  const format = useFormat();
  const parts = [
    t('count', { count: sums.total }),
    t('spent', { amount: format.roubles(sums.spentKopecks) }),
    ...(sums.unknown === 0 ? [] : [t('spentUnknown', { amount: format.roubles(sums.unknownKopecks) })]),
  ];
  return <span className="dim">{parts.join(' · ')}</span>;
};

interface UnknownStripProps {
  readonly sums: ShownLedgerSums;
  /** `null` while they are already shown. */
  readonly onShow: (() => void) | null;
}

const UnknownStrip = ({ sums, onShow }: UnknownStripProps) => {
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
