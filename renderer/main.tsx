import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { resolveLanguage } from '#shared/domain/language.ts';
import { App } from './app/app.tsx';
import { hydrateConnection } from './app/connection-store.ts';
import { Desk } from './app/desk.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { lastScreen, openDeskOf, type ScreenName, useRouter } from './app/router.ts';
import { hydrateJobs } from './app/running-jobs.ts';
import { loadScreen, loadScreensInIdle } from './app/screens.ts';
import { hydrateAccounts, useAccounts } from './features/account/store.ts';
import { Welcome } from './features/account/welcome.tsx';
import { hydrateAlerts } from './features/alerts/store.ts';
import { hydrateRefresh } from './features/refresh/store.ts';
import { hydrateSettings } from './features/settings/store.ts';
import { hydrateUpdates } from './features/settings/updates-store.ts';
import { loadLastLanguage, startI18n } from './i18n/i18n.ts';

/** One bundle, two pages: a token is typed only on `app://welcome`, whose process ends when the desk is shown. */
const isWelcome = window.location.host === 'welcome';

/** By then the first screen is there and answers. */
const OTHER_SCREENS_AFTER_MS = 3_000;

/** A screen whose code cannot be read says so when it is drawn. */
const loadScreenIfItCan = (screen: ScreenName): Promise<void> => loadScreen(screen).catch(() => undefined);

const start = async (): Promise<void> => {
  // What the last start needed is read while the core is asked.
  loadLastLanguage();
  if (!isWelcome) void loadScreenIfItCan(lastScreen());
  const [language] = await Promise.all([hydrateSettings(), hydrateAccounts()]);
  const texts = startI18n(resolveLanguage(language, navigator.language));
  if (!isWelcome) {
    openDeskOf(useAccounts.getState().state?.activeId ?? '');
    await loadScreenIfItCan(useRouter.getState().place.screen);
  }
  await texts;
  if (!isWelcome) {
    useAccounts.subscribe(({ state }) => openDeskOf(state?.activeId ?? ''));
    void hydrateConnection();
    void hydrateJobs();
    void hydrateRefresh();
    void hydrateAlerts();
    // Nothing at the start waits for it.
    requestIdleCallback(() => void hydrateUpdates());
  }
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <App>
        <ErrorBoundary>{isWelcome ? <Welcome /> : <Desk />}</ErrorBoundary>
      </App>
    </StrictMode>,
  );
  if (!isWelcome) setTimeout(loadScreensInIdle, OTHER_SCREENS_AFTER_MS);
};

void start();
