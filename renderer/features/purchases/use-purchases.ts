import { useState } from 'react';
import type { Purchase, PurchaseFilter } from '#shared/contract/purchases.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
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
  readonly sums: LedgerSums | undefined;
  /** Names the question; the grid starts at its top when it changes. */
  readonly key: string;
}

/** The ledger in windows, read again whenever a purchase changes. */
export const useLedger = (filter: PurchaseFilter): Ledger => {
  const [sums, setSums] = useState<LedgerSums>();
  const key = JSON.stringify(filter);
  const rows = useWindowedRows<Purchase>(async (offset, limit) => {
    const result = await call('purchases.list', { filter, offset, limit });
    if (result.ok) {
      const { total, totalSpentKopecks, unknown, unknownKopecks } = result.value;
      setSums({ total, spentKopecks: totalSpentKopecks, unknown, unknownKopecks });
    }
    return result;
  }, key);
  useDeskEvent('purchases.changed', rows.reload);
  return { rows, sums, key };
};
