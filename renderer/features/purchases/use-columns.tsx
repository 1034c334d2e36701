import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { productOf } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { useOrderText } from '../../parts/purchases/order-text.ts';
import { nameOf, PurchaseStateLabel, useReason } from '../../parts/purchases/purchase-state.tsx';
import { useIsShared } from '../../parts/shared-desk/carried-out.tsx';
import { copiedRoubles, copiedTime } from '../../ui/copied-cells.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { useNow } from '../../ui/use-now.ts';
import { usePayerName } from './payer-filter.tsx';

const MINUTE = 60_000;

/** The columns of the ledger in the current language. */
export const usePurchaseColumns = (): readonly GridColumn<Purchase>[] => {
  const { t } = useTranslation(['purchases', 'common', 'sales', 'sharedDesk']);
  const format = useFormat();
  const orderText = useOrderText();
  const inUse = useSalesInUse();
  const isShared = useIsShared();
  const whoOf = usePayerName();
  const whyOf = useReason();
  // New columns draw all rows again, which times of day do not need every few seconds.
  const now = Math.floor(useNow() / MINUTE) * MINUTE;
  return useMemo(() => {
    const whatOf = ({ order }: Purchase) => orderText(order);
    const sold: GridColumn<Purchase> = {
      id: 'sold',
      header: t('sales:totals.sold'),
      width: 104,
      align: 'end',
      render: ({ sale }) => (sale === null ? null : format.roubles(sale.priceKopecks)),
      copied: ({ sale }) => copiedRoubles(sale?.priceKopecks ?? null),
    };
    const bought: GridColumn<Purchase> = {
      id: 'boughtBy',
      header: t('sharedDesk:changed.bought'),
      width: 140,
      render: whoOf,
      title: whoOf,
    };
    // The columns up to the state fit beside an open purchase in a window of 1280 px.
    return [
      {
        id: 'time',
        header: t('columns.time'),
        // The width fits “yesterday” with the time, and a date of another year.
        width: 128,
        sortable: true,
        render: (row) => format.momentBrief(row.createdAt, now),
        title: (row) => format.exact(row.createdAt),
        copied: (row) => copiedTime(row.createdAt),
      },
      {
        id: 'client',
        header: t('common:words.client'),
        // A usual name with its key fits beside an open purchase in a window of 1280 px.
        width: 172,
        sortable: true,
        grow: true,
        render: (row) => rowClientLabel(row) || '—',
        title: rowClientLabel,
      },
      {
        id: 'what',
        header: t('columns.what'),
        width: 232,
        sortable: true,
        grow: true,
        render: (row) => (
          <>
            <ProductMark name={productOf(row.order.kind)} />
            {whatOf(row)}
          </>
        ),
        title: whatOf,
      },
      {
        id: 'price',
        header: t('common:words.price'),
        width: 92,
        sortable: true,
        align: 'end',
        render: (row) => format.roubles(row.priceKopecks),
        copied: (row) => copiedRoubles(row.priceKopecks),
      },
      {
        id: 'state',
        header: t('common:words.state'),
        // The width fits every chip in both languages, and at its least the words that are needed most.
        width: 184,
        shrinksTo: 117,
        sortable: true,
        render: (row) => <PurchaseStateLabel name={nameOf(row)} label={t(`standings.${nameOf(row)}`)} />,
        title: (row) => t(`detail.steps.${nameOf(row)}`),
      },
      ...(inUse ? [sold] : []),
      ...(isShared ? [bought] : []),
      // Most purchases have none, and a long one is whole in the hint and in the card.
      {
        id: 'why',
        header: t('common:words.reason'),
        width: 112,
        grow: true,
        spare: isShared,
        render: whyOf,
        title: whyOf,
      },
    ];
  }, [t, format, orderText, whyOf, now, inUse, isShared, whoOf]);
};
