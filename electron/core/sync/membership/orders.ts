import type { News } from '#core/sync/model/doc-kind.ts';

/**
 * The part of standing orders that the shared desk uses when a desk is joined or left, and when colleagues did
 * something with orders.
 */
export interface SharedDeskOrders {
  readonly countOn: (accountId: string) => number;
  readonly stop: (accountId: string) => Promise<void>;
  readonly switchOffAll: (accountId: string, code: 'joined' | 'parted') => void;
  readonly noteColleagues: News['onOrders'];
}
