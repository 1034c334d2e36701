import type { TotalsGroup } from '#shared/domain/ledger-tables.ts';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import type { PurchaseKind } from '#shared/products/index.ts';

export const ACTIVITY_VIEWS = ['jobs', 'deeds', 'trash'] as const;
/** The filter of the Activity screen. */
export interface ActivityFilter {
  readonly show: (typeof ACTIVITY_VIEWS)[number];
  /** Shows only recent jobs that ended badly and still need attention. */
  readonly troubled: boolean;
  /** Applies to the trash. */
  readonly kind: TrashKind;
  readonly search: string;
}

/** The tabs of the Schedule screen. */
export const SCHEDULE_TABS = ['orders', 'lists', 'checks', 'report', 'next'] as const;
export interface ScheduleFilter {
  readonly tab: (typeof SCHEDULE_TABS)[number];
}

/** The filter of the screen with lists and files. */
export interface ListsFilter {
  readonly tab: 'lists' | 'exports';
  readonly search: string;
  /** Restricts the lists to one client. */
  readonly clientId?: number | undefined;
  /** Restricts the files to those of one list. */
  readonly listId?: number | undefined;
}

/** The period of the ledger. A `range` consists of whole local days, both included; an empty end is open. */
export type Period =
  | { readonly name: 'all' | 'today' | 'week' | 'month' | 'thisMonth' }
  | { readonly name: 'range'; readonly from: string; readonly to: string };

/** The user's choices on the ledger screen. */
export interface LedgerChoice {
  readonly search: string;
  readonly states: 'all' | 'bought' | 'unknown' | 'goodsMissing' | 'notBought';
  readonly kinds: readonly PurchaseKind[];
  readonly period: Period;
  readonly clientId?: number | undefined;
  /** See `purchases.list`. */
  readonly computer?: string | undefined;
  /** The last two are available once there is a price. */
  readonly view: 'journal' | 'totals' | 'books' | 'debts' | 'prices';
  /** Restricts the prices to those of one client. */
  readonly pricesOf?: number | undefined;
  /** Applies to the totals. */
  readonly groupBy: TotalsGroup;
}
