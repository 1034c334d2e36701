import './bridge/hello.ts';
import './ui/theme/face.css';
import './ui/theme/flags.css';
import './ui/theme/mantine.css';
import './ui/theme/global.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Language } from '#shared/domain/language.ts';
import { App } from './app/app.tsx';
import { DeskFrame } from './app/desk.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { readRest, readScreen } from './app/screens.ts';
import { hydrateAccounts, useAccounts } from './bridge/accounts-store.ts';
import { hideComposingKeys } from './bridge/composing-keys.ts';
import { hydrateConnection } from './bridge/connection-store.ts';
import { hydrateSales } from './bridge/sales-store.ts';
import { reportUnhandledBy } from './bridge/unhandled-errors.ts';
import { hydrateAlerts } from './features/alerts/store.ts';
import { hydrateWhatsNew } from './features/help/whats-new-store.ts';
import { followPractice } from './features/overview/practice-store.ts';
import { hydrateUpdates } from './features/settings/updates-store.ts';
import { lastLanguage, startI18n, switchLanguage } from './i18n/i18n.ts';
import { addTexts, hasTexts, type WindowTexts } from './i18n/texts.ts';
import { lastAccount, openDeskOf, useRouter } from './nav/router.ts';
import { hydrateRuns } from './parts/runs/open-runs-store.ts';
import { chosenLanguage, hydrateSettings, useSettings } from './parts/settings/settings-store.ts';
import { hydrateSharedDesk } from './parts/shared-desk/shared-desk-store.ts';
import { LazyScreen, lazyCode } from './ui/lazy-screen.tsx';
import { unhandledErrorToast } from './ui/undo-toast.tsx';

/** The stores around the screen are filled after this time even if the screen is still busy. */
const AROUND_WITHIN_MS = 1_000;
/** By then the first screen has its answers, and reading more code cannot delay them. */
const REST_AFTER_MS = 500;

/** One bundle serves two pages. A token is typed only on `app://welcome`, whose process ends when the desk opens. */
const isWelcome = window.location.host === 'welcome';

const welcome = lazyCode(async () => (await import('./features/account/welcome.tsx')).Welcome);

/**
 * This runs while the script is evaluated, because Chromium then stores the compiled code of it, and the next start is
 * faster.
 */
const draw = (): void => {
  const element = document.getElementById('root');
  if (element === null) return;
  if (!isWelcome) readScreen(useRouter.getState().place.screen);
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <StrictMode>
        <App>
          <ErrorBoundary>{isWelcome ? <LazyScreen code={welcome} /> : <DeskFrame />}</ErrorBoundary>
        </App>
      </StrictMode>,
    ),
  );
};

/**
 * Draws the desk without waiting, either from the answers that were asked for ahead or, while the core is still
 * starting, empty for the last account. Returns `false` if there is no such account, or if the page came with the texts of
 * another language.
 */
const drawAtOnce = (): boolean => {
  const { state } = useAccounts.getState();
  const accountId = state === undefined ? lastAccount() : state.activeId;
  const language = useSettings.getState().settings === undefined ? lastLanguage() : chosenLanguage();
  if (isWelcome || typeof accountId !== 'string' || language === undefined || !hasTexts(language)) return false;
  openDeskOf(accountId);
  startI18n(language);
  draw();
  return true;
};

/** Fills the desk that is drawn or about to be drawn. */
const enterDesk = (accountId: string): void => {
  openDeskOf(accountId);
  useAccounts.subscribe(({ state }) => openDeskOf(state?.activeId ?? ''));
  // The screen asks first and its surroundings later, because each answer causes another drawing.
  requestIdleCallback(
    () => {
      void hydrateConnection();
      void hydrateSales();
      void hydrateSharedDesk();
      void hydrateRuns();
      void hydrateAlerts();
      followPractice();
      void hydrateUpdates();
      void hydrateWhatsNew();
      window.setTimeout(readRest, REST_AFTER_MS);
    },
    { timeout: AROUND_WITHIN_MS },
  );
};

/** Resolves with the account of the open desk as soon as the core names it. */
const openedDesk = (): Promise<string> =>
  new Promise((resolve) => {
    const stop = useAccounts.subscribe(({ state }) => {
      if (typeof state?.activeId !== 'string') return;
      stop();
      resolve(state.activeId);
    });
  });

/** Starts with the texts of the chosen language, or with those that came with the page if the others cannot be read. */
const speak = async (given: Language): Promise<void> => {
  const language = chosenLanguage();
  startI18n(hasTexts(language) ? language : given);
  await switchLanguage(language);
};

/**
 * Opens the window. The page brings the texts of one language, in which the window was shown last; they are read at the same
 * time as this code, so that the first drawing does not wait for them.
 */
export const openWindow = async (given: Language, texts: WindowTexts): Promise<void> => {
  addTexts(given, texts);
  hideComposingKeys();
  reportUnhandledBy(unhandledErrorToast);
  const answers = Promise.all([hydrateSettings(), hydrateAccounts()]);
  const isDrawn = drawAtOnce();
  await answers;
  if (!isDrawn) await speak(given);
  if (!isWelcome) {
    const { state } = useAccounts.getState();
    if (typeof state?.activeId === 'string') enterDesk(state.activeId);
    else {
      const entered = openedDesk().then(enterDesk);
      // Without an answer, a message offers to try again. Without an open desk, the shell loads the other page. If the
      // answer only predates that decision, the next event corrects it.
      if (state !== undefined) await entered;
    }
  }
  if (!isDrawn) draw();
};
