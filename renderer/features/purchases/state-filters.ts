import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import type { LedgerChoice } from '../../nav/screen-filters.ts';

type Standings = Pick<PurchaseFilter, 'outcomes' | 'goodsStates'>;

/** The filters by state. An empty list does not filter. */
export const STATE_FILTERS = {
  all: { outcomes: [], goodsStates: [] },
  bought: { outcomes: ['charged'], goodsStates: [] },
  unknown: { outcomes: ['open', 'pending'], goodsStates: [] },
  goodsMissing: { outcomes: [], goodsStates: ['missing'] },
  notBought: { outcomes: ['not-charged'], goodsStates: [] },
} as const satisfies Readonly<
  Record<LedgerChoice['states'], { readonly [K in keyof Standings]: readonly Standings[K][number][] }>
>;

export type StateFilter = LedgerChoice['states'];

export const STATE_FILTER_NAMES = [
  'all',
  'bought',
  'unknown',
  'goodsMissing',
  'notBought',
] as const satisfies readonly StateFilter[];
