import { create } from 'zustand';
import type { UpdateState } from '#shared/contract/updates.ts';
import { call } from '../../bridge/desk.ts';
import { follow } from '../../bridge/follow.ts';

/** `undefined` until the core has answered. */
export const useUpdates = create<{ readonly state: UpdateState | undefined }>(() => ({ state: undefined }));

const set = (state: UpdateState): void => useUpdates.setState({ state });

/** Follows the state of updates. Call once, at start. */
export const hydrateUpdates = (): Promise<void> => follow('updates.changed', () => call('updates.state', {}), set);

export const checkForUpdate = async (): Promise<void> => {
  const result = await call('updates.check', {});
  if (result.ok) set(result.value);
};

export const downloadUpdate = async (): Promise<void> => {
  const result = await call('updates.download', {});
  if (result.ok) set(result.value);
};
