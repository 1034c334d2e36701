import { create } from 'zustand';
import type { SharedDeskState } from '#shared/contract/shared-desk.ts';
import { call } from '../../bridge/desk.ts';
import { follow } from '../../bridge/follow.ts';

/** The state of the open desk; `undefined` until the first answer. */
const useStore = create<{ readonly state: SharedDeskState | undefined }>(() => ({ state: undefined }));

export type SharedState = Exclude<SharedDeskState, { status: 'none' }>;

export const useSharedDesk = (): SharedDeskState | undefined => useStore(({ state }) => state);

/** The state of a shared desk; `undefined` for any other. */
export const useShared = (): SharedState | undefined =>
  useStore(({ state }) => (state === undefined || state.status === 'none' ? undefined : state));

/** Follows the state of the shared desk. Call once, at start. */
export const hydrateSharedDesk = (): Promise<void> =>
  follow(
    'sharedDesk.changed',
    () => call('sharedDesk.state', {}),
    (state) => useStore.setState({ state }),
  );
