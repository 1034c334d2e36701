import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { hydrateConnection } from './app/connection-store.ts';
import { Desk } from './app/desk.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { openDeskOf } from './app/router.ts';
import { hydrateJobs } from './app/running-jobs.ts';
import { hydrateAccounts, useAccounts } from './features/account/store.ts';
import { Welcome } from './features/account/welcome.tsx';
import { hydrateAlerts } from './features/alerts/store.ts';
import { hydrateRefresh } from './features/refresh/store.ts';
import { hydrateSettings } from './features/settings/store.ts';
import { hydrateUpdates } from './features/settings/updates-store.ts';
import { resolveLanguage, startI18n } from './i18n/i18n.ts';

/** One bundle, two pages: a token is typed only on `app://welcome`, whose process ends when the desk is shown. */
const isWelcome = window.location.host === 'welcome';

const start = async (): Promise<void> => {
  const [language] = await Promise.all([hydrateSettings(), hydrateAccounts()]);
  await startI18n(resolveLanguage(language, navigator.language));
  if (!isWelcome) {
    openDeskOf(useAccounts.getState().state?.activeId ?? '');
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
};

void start();
