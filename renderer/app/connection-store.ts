import { create } from 'zustand';
import type { ConnectionState } from '#shared/contract/connection.ts';
import { call, subscribe } from '../bridge/desk.ts';

export const useConnection = create<{ readonly state: ConnectionState | undefined }>(() => ({ state: undefined }));

const set = (state: ConnectionState): void => useConnection.setState({ state });

export const hydrateConnection = async (): Promise<void> => {
  subscribe('connection.changed', set);
  // The OS knows first; the core then proves it by asking the service.
  window.addEventListener('online', () => void checkConnection());
  window.addEventListener('offline', () => void checkConnection());
  const result = await call('connection.state', {});
  if (result.ok) set(result.value);
  if (result.ok && result.value.status === 'unknown') await checkConnection();
};

export const checkConnection = async (): Promise<void> => {
  const result = await call('connection.check', {});
  if (result.ok) set(result.value);
};

/** For actions that need the network; unknown counts as online, the action then says what it met. */
export const useIsOffline = (): boolean => useConnection(({ state }) => state?.status === 'offline');
