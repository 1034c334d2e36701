import type { NeedWindow } from '#shared/contract/overview.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { call } from '../../bridge/desk.ts';
import { errorToast } from '../../ui/undo-toast.tsx';
import { openBulk } from '../bulk/draft-store.ts';
import { startRefresh } from '../refresh/refresh-deeds.ts';

/** Each freezes exactly what its line counts. What costs money opens a plan, and nothing is bought before that is confirmed. */

export const renewEnding = async (expiry: NeedWindow): Promise<void> => {
  const result = await call('overview.ending', { expiry });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  const { subscriptions } = result.value;
  if (subscriptions.length === 0) return;
  const clientIds = [...new Set(subscriptions.map(({ clientId }) => clientId))];
  openBulk('vpn-renew', clientIds, 'overview', { only: subscriptions.map(({ uuid }) => uuid) });
};

export const prolongEnding = async (expiry: NeedWindow): Promise<void> => {
  const result = await call('dedicated.ids', {
    filter: { expiry },
    sort: { by: 'expiresAt', direction: 'asc' },
  });
  if (!result.ok) errorToast(result.error);
  else if (result.value.ids.length > 0) openBulk('dedicated-prolong', result.value.ids, 'overview');
};

export const buyForLow = async (poolType: PoolType): Promise<void> => {
  const result = await call('clients.ids', {
    filter: { lowPool: poolType },
    sort: { by: 'name', direction: 'asc' },
  });
  if (!result.ok) errorToast(result.error);
  else if (result.value.ids.length > 0) openBulk('traffic', result.value.ids, 'overview', { poolType });
};

export const refreshStale = async (): Promise<void> => {
  const result = await call('clients.ids', { filter: { stale: true }, sort: { by: 'name', direction: 'asc' } });
  if (!result.ok) errorToast(result.error);
  else if (result.value.ids.length > 0) await startRefresh(result.value.ids);
};
