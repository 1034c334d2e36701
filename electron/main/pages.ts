/**
 * The two pages: one bundle on two hosts. The page on which a token is typed must not be the page that runs all day.
 * Changing the host replaces the renderer process, and with it the memory that held the token.
 */
export const PAGES = ['welcome', 'desk'] as const;
export type Page = (typeof PAGES)[number];

export const APP_SCHEME = 'app';

const origins: ReadonlySet<string> = new Set(PAGES.map((page) => `${APP_SCHEME}://${page}`));

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

/** Parses a URL; `null` if it is invalid. Needed because the Node of Electron 33 lacks `URL.parse`. */
export const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/**
 * Returns whether a URL is one of ours. Chromium treats `app:` as a standard scheme, but Node's URL does not and
 * reports the origin "null", so the origin is assembled here.
 */
export const isOwnUrl = (text: string): boolean => {
  const url = parseUrl(text);
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return origins.has(`${url.protocol}//${url.hostname}`);
};

/** Returns the page that one of our URLs shows, or `null` for any other URL. */
export const pageOf = (text: string): Page | null => {
  if (!isOwnUrl(text)) return null;
  const host = parseUrl(text)?.hostname;
  return PAGES.find((page) => page === host) ?? null;
};
