import { useRef, useSyncExternalStore } from 'react';
import { useAccounts } from '../bridge/accounts-store.ts';
import { deskAccount, useRouter } from '../nav/router.ts';
import { LazyScreen } from '../ui/lazy-screen.tsx';
import { Toasts } from '../ui/toasts.tsx';
import styles from './desk.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { useLayout } from './layout-store.ts';
import { Nav } from './nav.tsx';
import { paletteStore } from './palette-store.ts';
import { overlays, screens } from './screens.ts';
import { StatusBar } from './status-bar.tsx';
import { Strips } from './strips.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

const isPaletteOpen = (): boolean => paletteStore.getState().opened;

/**
 * Whether the palette or the list of shortcuts should be visible. Until the window is idle, only then is their code
 * read.
 */
const useIsOverlayAsked = (): boolean => {
  const isPalette = useSyncExternalStore(paletteStore.subscribe, isPaletteOpen);
  return useLayout((state) => state.shortcutsOpened) || isPalette;
};

/** The window's frame around the screen that is shown. */
export const DeskFrame = () => {
  useShortcuts();
  const screen = useRouter((state) => state.place.screen);
  const accountId = useAccounts(({ state }) => state?.activeId ?? deskAccount());
  const main = useRef<HTMLElement>(null);
  const isAsked = useIsOverlayAsked();
  useKeptFocus(main);
  return (
    <div className={styles.desk}>
      <div className={styles.upper}>
        <Nav />
        <main ref={main} className={styles.main} tabIndex={-1}>
          <Strips />
          <div className={styles.screen}>
            {/* Another account is another desk, so no state of the former screen may survive. */}
            <ErrorBoundary key={`${accountId} ${screen}`}>
              <LazyScreen code={screens[screen]} />
            </ErrorBoundary>
          </div>
          <Toasts />
        </main>
      </div>
      <StatusBar />
      <LazyScreen code={overlays} canWait={!isAsked} />
    </div>
  );
};
