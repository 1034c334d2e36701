import { useActiveAccount } from './accounts-store.ts';
import { useIsOffline } from './connection-store.ts';

/** The known reason why every request to the service would fail. */
type ServiceGap = 'signed-out' | 'offline';

/** The reason to show before the click; `null` while the service counts as reachable. */
export const useServiceGap = (): ServiceGap | null => {
  const isOffline = useIsOffline();
  const isSignedOut = useActiveAccount()?.tokenPlace === 'none';
  return isSignedOut ? 'signed-out' : isOffline ? 'offline' : null;
};

/** Whether controls that need the service should be blocked. Wrap them in a `ServiceHint`, which says why. */
export const useNoService = (): boolean => useServiceGap() !== null;
