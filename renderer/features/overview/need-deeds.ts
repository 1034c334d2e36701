import type { NeedWindow } from '#shared/contract/overview.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { call } from '../../bridge/desk.ts';
import { errorToast } from '../../ui/undo-toast.tsx';
import { openBulk } from '../bulk/draft-store.ts';

/** Each freezes exactly what its line counts, and opens the plan for it. Nothing is bought before the plan is confirmed. */

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
