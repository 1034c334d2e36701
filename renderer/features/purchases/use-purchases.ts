import { useState } from 'react';
import type { Purchase, PurchaseFilter, PurchaseSort } from '#shared/contract/purchases.ts';
import { PURCHASE_SORTS } from '#shared/domain/purchase-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { type GridList, type GridListDeclaration, useList } from '../../ui/use-list.ts';

/** Sums over all purchases that match the filter, not only the visible ones. */
export interface ShownLedgerSums {
  readonly total: number;
  readonly spentKopecks: number;
  readonly unknown: number;
  readonly unknownKopecks: number;
}

type PurchaseList = GridList<Purchase, PurchaseFilter, PurchaseSort['by']>;

export interface Ledger {
  readonly rows: PurchaseList['rows'];
  readonly grid: PurchaseList['grid'];
  readonly sums: ShownLedgerSums | undefined;
}

/** The ledger, read in windows, and again after every change of a purchase. */
export const useLedger = (filter: PurchaseFilter): Ledger => {
  const [sums, setSums] = useState<ShownLedgerSums>();
  const [list] = useState(
    (): GridListDeclaration<Purchase, PurchaseFilter, PurchaseSort['by']> => ({
      name: 'purchases',
      sorts: PURCHASE_SORTS,
      sort: { by: 'time', direction: 'desc' },
      page: async (question) => {
        const result = await call('purchases.list', question);
        if (result.ok) {
          const { total, totalSpentKopecks, unknown, unknownKopecks } = result.value;
          setSums({ total, spentKopecks: totalSpentKopecks, unknown, unknownKopecks });
        }
        return result;
      },
      events: ['purchases.changed', 'sales.changed'],
    }),
  );
  const { rows, grid } = useList(list, filter);
  return { rows, grid, sums };
};
