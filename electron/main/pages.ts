/**
 * One bundle on two hosts. The page in which a token is typed must not be the page that runs all day: going from one
 * host to the other swaps the renderer process, and the memory that held the typed text goes with it.
 */
export const PAGES = ['welcome', 'desk'] as const;
export type Page = (typeof PAGES)[number];

export const APP_SCHEME = 'app';

const origins: ReadonlySet<string> = new Set(PAGES.map((page) => `${APP_SCHEME}://${page}`));

/** What a page begins with: the account a token is typed for, or an alert by its id (empty: the list of alerts). */
export interface PageAbout {
  readonly account?: string;
  readonly alert?: string;
}

export const pageUrl = (page: Page, about: PageAbout = {}): string => {
  const search = new URLSearchParams({ ...about }).toString();
  return `${APP_SCHEME}://${page}/${search === '' ? '' : `?${search}`}`;
};

/** `URL.parse` is not in the Node of Electron 33. */
export const parseUrl = (text: string): URL | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/** `app:` is a standard scheme to Chromium but not to Node's URL, whose `origin` is "null": it is built by hand. */
export const isOwnUrl = (text: string): boolean => {
  const url = parseUrl(text);
  if (url === null || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return origins.has(`${url.protocol}//${url.hostname}`);
};

/** The page a URL of ours shows; `null` for a URL that is not ours. */
export const pageOf = (text: string): Page | null => {
  if (!isOwnUrl(text)) return null;
  const host = parseUrl(text)?.hostname;
  return PAGES.find((page) => page === host) ?? null;
};
