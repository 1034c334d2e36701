import { useActiveAccount } from './accounts-store.ts';
import { useIsOffline } from './connection-store.ts';

/** Why whatever needs the service is known to fail. */
type ServiceGap = 'signed-out' | 'offline';

/** What is said before the click; `null` while nothing is known against it. */
export const useServiceGap = (): ServiceGap | null => {
  const isOffline = useIsOffline();
  const isSignedOut = useActiveAccount()?.tokenPlace === 'none';
  return isSignedOut ? 'signed-out' : isOffline ? 'offline' : null;
};

/** For everything that needs the service: give it to a `ServiceHint`, which says why. */
export const useNoService = (): boolean => useServiceGap() !== null;
