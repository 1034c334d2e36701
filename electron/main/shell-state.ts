import type { Result } from '#shared/result.ts';
import type { TrayFacts } from './background/desk-tray.ts';
import { PAGES, type Page } from './pages.ts';

/** Reads the few answers of the core on which the shell acts. The functions are pure and check every shape. */

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/**
 * Returns the desk if there is an account, because its data is readable even signed out and offline; otherwise the
 * welcome page.
 */
export const pageAtStart = (accountState: Result<unknown>): Page =>
  accountState.ok && typeof propertyOf(accountState.value, 'activeId') === 'string' ? 'desk' : 'welcome';

export interface PageRequest {
  readonly page: Page;
  readonly accountId: string | undefined;
}

/** Reads the payload of `account.page`; `null` if it names an unknown page. */
export const readPageRequest = (payload: unknown): PageRequest | null => {
  const page = PAGES.find((known) => known === propertyOf(payload, 'page'));
  if (page === undefined) return null;
  const accountId = propertyOf(payload, 'accountId');
  // The desk asks the core for the open account. Only the welcome page must be told for which account a token is typed.
  return { page, accountId: page === 'welcome' && typeof accountId === 'string' ? accountId : undefined };
};

/** Reads the answer of `system.info` as texts; missing values become empty. */
export const readAbout = (answer: Result<unknown>) => {
  const text = (key: string): string => {
    const value = answer.ok ? propertyOf(answer.value, key) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    runtime: text('runtime'),
    sqlite: text('sqlite'),
    schema: text('schema'),
    platform: text('platform'),
    dataFolder: text('dataFolder'),
  };
};

export interface ShellSettings {
  readonly language: unknown;
  readonly theme: 'system' | 'light' | 'dark';
  readonly closeToTray: boolean;
  readonly hardwareAcceleration: boolean;
}

/** Reads the settings that concern the shell from an answer of `settings.get`; unreadable ones get their default. */
export const readSettings = (value: unknown): ShellSettings => {
  const theme = propertyOf(value, 'theme');
  return {
    language: propertyOf(value, 'language'),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    closeToTray: propertyOf(value, 'closeToTray') === true,
    hardwareAcceleration: propertyOf(value, 'hardwareAcceleration') !== false,
  };
};

/** Combines the facts for the tray icon from `account.state`, `alerts.counts` and `settings.get`. */
export const readTrayFacts = (
  account: Result<unknown>,
  alerts: Result<unknown>,
  settings: Result<unknown>,
): TrayFacts => {
  const state = account.ok ? account.value : null;
  const accounts = propertyOf(state, 'accounts');
  const activeId = propertyOf(state, 'activeId');
  const active = Array.isArray(accounts) ? accounts.find((one) => propertyOf(one, 'id') === activeId) : null;
  const balance = propertyOf(propertyOf(active, 'balance'), 'balanceKopecks');
  const count = alerts.ok ? propertyOf(alerts.value, 'total') : null;
  return {
    balanceKopecks: typeof balance === 'number' ? balance : null,
    alerts: typeof count === 'number' ? count : 0,
    isPaused: settings.ok && propertyOf(settings.value, 'paused') === true,
  };
};
