import type { NeedWindow } from '#shared/contract/overview.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { startRefresh } from '../../parts/runs/run-actions.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/*
 * Each action freezes exactly what its line counts. A paid action opens a plan, and nothing is bought before the user
 * confirms it.
 */

export const renewEnding = async (expiry: NeedWindow): Promise<void> => {
  const { subscriptions } = (await callOrTell('overview.ending', { expiry })) ?? { subscriptions: [] };
  if (subscriptions.length === 0) return;
  const clientIds = [...new Set(subscriptions.map(({ clientId }) => clientId))];
  openDraft('vpn-renew', clientIds, 'overview', { only: subscriptions.map(({ uuid }) => uuid) });
};

export const prolongEnding = async (expiry: NeedWindow): Promise<void> => {
  const sort = { by: 'expiresAt', direction: 'asc' } as const;
  const found = await callOrTell('dedicated.ids', { filter: { expiry }, sort });
  if (found !== undefined && found.ids.length > 0) openDraft('dedicated-prolong', found.ids, 'overview');
};

const BY_NAME = { by: 'name', direction: 'asc' } as const;

export const buyForLow = async (poolType: PoolType): Promise<void> => {
  const found = await callOrTell('clients.ids', { filter: { lowPool: poolType }, sort: BY_NAME });
  if (found !== undefined && found.ids.length > 0) openDraft('traffic', found.ids, 'overview', { terms: { poolType } });
};

export const refreshStale = async (): Promise<void> => {
  const found = await callOrTell('clients.ids', { filter: { stale: true }, sort: BY_NAME });
  if (found !== undefined && found.ids.length > 0) await startRefresh(found.ids);
};
