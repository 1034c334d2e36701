import type { HelpPage } from '#shared/contract/system.ts';
import type { Language } from '#shared/domain/language.ts';

/**
 * The two pages: one bundle on two hosts. The page on which a token is typed must not be the page that runs all day.
 * Changing the host replaces the renderer process, and with it the memory that held the token.
 */
export const PAGES = ['welcome', 'desk'] as const;
export type Page = (typeof PAGES)[number];

export const APP_SCHEME = 'app';

/**
 * The parameters of a page: the account for which a token is typed, or the id of an alert (empty: the list of alerts).
 */
export interface PageAbout {
  readonly account?: string;
  readonly alert?: string;
}

/** Returns the address of a page in the app's own scheme. The values of `about` become its query. */
export const pageUrl = (page: Page, about: PageAbout = {}): string => {
  const search = new URLSearchParams({ ...about }).toString();
  return `${APP_SCHEME}://${page}/${search === '' ? '' : `?${search}`}`;
};

const HELP = 'help';

/** Returns the address of a page of the help, which the build makes for each language. */
export const helpUrl = (page: HelpPage, language: Language): string =>
  `${APP_SCHEME}://${HELP}/${language}/${page}.html`;

/** Parses a URL; `null` if it is invalid. Needed because the Node of Electron 33 lacks `URL.parse`. */
export const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/** Returns the host of a URL of our scheme, or `null` for any other URL. */
const hostOf = (text: string): string | null => {
  const url = parseUrl(text);
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return null;
  return url.protocol === `${APP_SCHEME}:` ? url.hostname : null;
};

/** Returns whether a URL leads to the help, whose pages may ask the core for nothing. */
export const isHelpUrl = (text: string): boolean => hostOf(text) === HELP;

/**
 * Returns whether a URL is one of ours. Chromium treats `app:` as a standard scheme, but Node's URL does not and
 * reports the origin "null", so the origin is assembled here.
 */
export const isOwnUrl = (text: string): boolean => {
  const host = hostOf(text);
  return PAGES.some((page) => page === host);
};

/** Returns the page that one of our URLs shows, or `null` for any other URL. */
export const pageOf = (text: string): Page | null => {
  if (!isOwnUrl(text)) return null;
  const host = parseUrl(text)?.hostname;
  return PAGES.find((page) => page === host) ?? null;
};
