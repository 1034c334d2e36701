import { create } from 'zustand';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { call } from './desk.ts';
import { follow } from './follow.ts';

interface Connection {
  readonly state: ConnectionState | undefined;
  /** How far this computer's clock is ahead of the service's, ms; `null`: as far as is known it is right. */
  readonly clockAheadMs: number | null;
}

export const useConnection = create<Connection>(() => ({ state: undefined, clockAheadMs: null }));

/** The core reads the balance soon after its start, which tells how the connection is; signed out it reads none. */
const BY_ITSELF_WITHIN_MS = 1_500;

const set = (state: ConnectionState): void => useConnection.setState({ state });

export const hydrateConnection = async (): Promise<void> => {
  // The OS knows first; the core then proves it by asking the service.
  window.addEventListener('online', () => void probeConnection());
  window.addEventListener('offline', () => void probeConnection());
  await follow('connection.changed', () => call('connection.state', {}), set);
  await follow(
    'connection.clockChanged',
    () => call('connection.clock', {}),
    ({ aheadMs }) => useConnection.setState({ clockAheadMs: aheadMs }),
  );
  window.setTimeout(() => {
    if (useConnection.getState().state?.status === 'unknown') void probeConnection();
  }, BY_ITSELF_WITHIN_MS);
};

export const probeConnection = async (): Promise<void> => {
  const result = await call('connection.check', {});
  if (result.ok) set(result.value);
};

/** For actions that need the network; unknown counts as online, the action then says what it met. */
export const useIsOffline = (): boolean => useConnection(({ state }) => state?.status === 'offline');
