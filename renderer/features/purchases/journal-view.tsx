import { Button } from '@mantine/core';
import { IconReceipt, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { go } from '../../nav/router.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { PurchaseDetail } from './purchase-detail.tsx';
import { usePurchaseColumns } from './use-columns.tsx';
import { usePurchaseActions } from './use-purchase-actions.ts';
import type { Ledger } from './use-purchases.ts';

interface JournalViewProps {
  readonly ledger: Ledger;
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
  readonly selectedId: number | undefined;
  readonly onSelect: (purchaseId: number | undefined) => void;
}

/** Lists every purchase, with the chosen one beside the grid. */
export const JournalView = ({ ledger, isFiltered, onShowAll, selectedId, onSelect }: JournalViewProps) => {
  const { t } = useTranslation(['purchases', 'common']);
  const columns = usePurchaseColumns();
  const close = () => onSelect(undefined);
  return (
    <SplitPane
      storageKey="purchases"
      defaultWidth={320}
      wideShare={0.3}
      detailLabel={t('detail.label')}
      onClose={close}
      detail={selectedId === undefined ? null : <PurchaseDetail purchaseId={selectedId} onClose={close} />}
    >
      <DataGrid
        {...ledger.grid}
        label={t('common:nav.purchases')}
        columns={columns}
        activeId={selectedId === undefined ? undefined : String(selectedId)}
        onActivate={(row) => onSelect(row.id)}
        menu={(row) => <PurchaseMenuItems purchase={row} />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearchOff}
              title={t('empty.filtered')}
              text={t('empty.filteredText')}
              action={<Button onClick={onShowAll}>{t('common:words.showAll')}</Button>}
            />
          ) : (
            <EmptyState
              icon={IconReceipt}
              title={t('empty.title')}
              text={t('empty.text')}
              action={<Button onClick={() => go('clients')}>{t('empty.action')}</Button>}
            />
          )
        }
      />
    </SplitPane>
  );
};

/** The actions on one purchase, for the context menu. */
const PurchaseMenuItems = ({ purchase }: { readonly purchase: Purchase }) => (
  <ActionItems actions={usePurchaseActions(purchase)} />
);
