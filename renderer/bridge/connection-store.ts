import { create } from 'zustand';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { call } from './desk.ts';
import { follow } from './follow.ts';

interface Connection {
  readonly state: ConnectionState | undefined;
  /** How many ms this computer's clock is ahead of the service's; `null` while it counts as right. */
  readonly clockAheadMs: number | null;
}

export const useConnection = create<Connection>(() => ({ state: undefined, clockAheadMs: null }));

/**
 * Soon after its start the core reads the balance, which also tests the connection. A signed-out core reads nothing.
 */
const BY_ITSELF_WITHIN_MS = 1_500;

const set = (state: ConnectionState): void => useConnection.setState({ state });

/** Follows the connection and the clock. Call once, at start. */
export const hydrateConnection = async (): Promise<void> => {
  // The OS notices first. The core then verifies it with a request to the service.
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

/** Has the core check now whether the service can be reached. */
export const probeConnection = async (): Promise<void> => {
  const result = await call('connection.check', {});
  if (result.ok) set(result.value);
};

/**
 * Whether actions that need the network should be held back. An unknown state counts as online, and the action reports
 * what it meets.
 */
export const useIsOffline = (): boolean => useConnection(({ state }) => state?.status === 'offline');
