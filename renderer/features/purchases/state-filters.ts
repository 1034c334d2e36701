import { CHARGED_STATES, type PurchaseState } from '#shared/domain/journal.ts';

/** What the filter of the ledger offers. */
export const STATE_FILTERS = {
  all: [],
  bought: CHARGED_STATES,
  unknown: ['unknown', 'sent', 'prepared'],
  goodsMissing: ['charged-goods-missing'],
  notBought: ['rejected', 'confirmed-not-charged', 'settled-not-charged'],
} as const satisfies Readonly<Record<string, readonly PurchaseState[]>>;

export type StateFilter = keyof typeof STATE_FILTERS;

export const STATE_FILTER_NAMES = [
  'all',
  'bought',
  'unknown',
  'goodsMissing',
  'notBought',
] as const satisfies readonly StateFilter[];
