import type { News } from '#core/sync/model/doc-kind.ts';

/** What becomes of standing orders when a desk is joined or left, and is heard of them. */
export interface SharedDeskOrders {
  readonly countOn: (accountId: string) => number;
  readonly stop: (accountId: string) => Promise<void>;
  readonly switchOffAll: (accountId: string, code: 'joined' | 'parted') => void;
  readonly noteColleagues: News['onOrders'];
}
