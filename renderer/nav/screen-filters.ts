import type { TotalsGroup } from '#shared/domain/ledger-tables.ts';
import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';

export const ACTIVITY_VIEWS = ['jobs', 'deeds', 'trash'] as const;
/** What Activity shows. */
export interface ActivityFilter {
  readonly show: (typeof ACTIVITY_VIEWS)[number];
  /** Of the jobs only what ended badly of late and still asks for a look. */
  readonly troubled: boolean;
  /** Of the trash. */
  readonly kind: TrashKind;
  readonly search: string;
}

/** What happens by itself, by its tabs. */
export const SCHEDULE_TABS = ['orders', 'lists', 'next'] as const;
export interface ScheduleFilter {
  readonly tab: (typeof SCHEDULE_TABS)[number];
}

/** What the screen of lists and files shows. */
export interface ListsFilter {
  readonly tab: 'lists' | 'exports';
  readonly search: string;
  /** Of the lists: only this client's. */
  readonly clientId?: number | undefined;
  /** Of the files: only those written from this list. */
  readonly listId?: number | undefined;
}

/** Which time the ledger shows. `range` is of whole local days, both included; an end that is empty is open. */
export type Period =
  | { readonly name: 'all' | 'today' | 'week' | 'month' | 'thisMonth' }
  | { readonly name: 'range'; readonly from: string; readonly to: string };

/** What the user chose to see of the ledger. */
export interface LedgerChoice {
  readonly search: string;
  readonly states: 'all' | 'bought' | 'unknown' | 'goodsMissing' | 'notBought';
  readonly kinds: readonly PurchaseKind[];
  readonly period: Period;
  readonly clientId?: number | undefined;
  /** See `purchases.list`. */
  readonly computer?: string | undefined;
  /** The last two: once there is a price. */
  readonly view: 'journal' | 'totals' | 'books' | 'debts' | 'prices';
  /** Of the prices: only this client's own. */
  readonly pricesOf?: number | undefined;
  /** Of the totals. */
  readonly groupBy: TotalsGroup;
}
