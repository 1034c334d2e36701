import { useState } from 'react';
import type { Purchase, PurchaseFilter, PurchaseSort } from '#shared/contract/purchases.ts';
import { PURCHASE_SORTS } from '#shared/domain/purchase-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import type { GridSort } from '../../ui/grid-column.ts';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';

/** Sums over everything under the filter, not only over what is on the screen. */
export interface LedgerSums {
  readonly total: number;
  readonly spentKopecks: number;
  readonly unknown: number;
  readonly unknownKopecks: number;
}

export interface Ledger {
  readonly rows: WindowedRows<Purchase>;
  readonly sort: PurchaseSort;
  readonly setSort: (sort: GridSort) => void;
  readonly sums: LedgerSums | undefined;
}

/** The ledger in windows, read again whenever a purchase changes. */
export const useLedger = (filter: PurchaseFilter): Ledger => {
  const [sums, setSums] = useState<LedgerSums>();
  const [sort, setSort] = useKeptSort('purchases', PURCHASE_SORTS, { by: 'time', direction: 'desc' });
  const question = { filter, sort };
  const rows = useWindowedRows<Purchase>(async (offset, limit) => {
    const result = await call('purchases.list', { ...question, offset, limit });
    if (result.ok) {
      const { total, totalSpentKopecks, unknown, unknownKopecks } = result.value;
      setSums({ total, spentKopecks: totalSpentKopecks, unknown, unknownKopecks });
    }
    return result;
  }, JSON.stringify(question));
  useDeskEvent('purchases.changed', rows.reload);
  return { rows, sort, setSort, sums };
};
