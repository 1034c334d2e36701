import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useAccounts } from '../features/account/store.ts';
import styles from './desk.module.css';
import { ErrorBoundary } from './error-boundary.tsx';
import { Nav } from './nav.tsx';
import { Palette } from './palette.tsx';
import { lastAccount, useRouter } from './router.ts';
import { screens } from './screens.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StatusBar } from './status-bar.tsx';
import { Strips } from './strips.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The window's frame around the screen that is shown. */
export const Desk = () => {
  useShortcuts();
  const screen = useRouter((state) => state.place.screen);
  const accountId = useAccounts(({ state }) => state?.activeId) ?? lastAccount();
  const ScreenComponent = screens[screen];
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <div className={styles.desk}>
      <div className={styles.upper}>
        <Nav />
        <main ref={main} className={styles.main} tabIndex={-1}>
          <Strips />
          <div className={styles.screen}>
            {/* Another account is another desk: nothing of the former screen's state may stay. */}
            <ErrorBoundary key={`${accountId} ${screen}`}>
              <ScreenComponent />
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <StatusBar />
      <Palette />
      <ShortcutsDialog />
      <Notifications
        position="bottom-center"
        limit={3}
        containerWidth={360}
        classNames={{ root: styles.notices ?? '' }}
      />
    </div>
  );
};
