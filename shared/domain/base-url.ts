import type { Problem } from '../result.ts';

interface UrlParts {
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}

// This folder is compiled without the types of DOM and Node, but both have this class of the WHATWG standard.
const { URL } = globalThis as unknown as { readonly URL: new (text: string) => UrlParts };

const MAX_LENGTH = 2_000;

type BaseUrlResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem };

/**
 * Normalizes the address of the service as the user typed it: scheme, host and an optional path prefix, without a
 * trailing slash and without `/api/v1`. A missing scheme means https. Plain http is accepted only for this computer,
 * because every request carries the token.
 *
 * Problem codes: `url-empty`, `url-invalid`, `url-too-long`, `url-not-https`, `url-has-credentials`, `url-has-query`,
 * `url-has-fragment`.
 */
export const parseBaseUrl = (typed: string, field = 'baseUrl'): BaseUrlResult => {
  const refuse = (code: string): BaseUrlResult => ({ ok: false, problem: { field, code } });
  const text = typed.trim();
  if (text === '') return refuse('url-empty');
  if (text.length > MAX_LENGTH) return refuse('url-too-long');
  if (/\s/.test(text)) return refuse('url-invalid');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  // Without this check, `htps:/host` would be read as the host "htps" with an empty port.
  if (!hasScheme && /^[^[/]*:(?!\d)/.test(text)) return refuse('url-invalid');
  const url = parseUrlParts(hasScheme ? text : `https://${text}`);
  if (url === null || url.hostname === '') return refuse('url-invalid');
  if (url.username !== '' || url.password !== '') return refuse('url-has-credentials');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refuse('url-not-https');
  }
  if (url.search !== '') return refuse('url-has-query');
  if (url.hash !== '') return refuse('url-has-fragment');
  const prefix = withoutSlashesBehind(withoutSlashesBehind(url.pathname).replace(/\/api\/v1$/i, ''));
  return { ok: true, value: `${url.protocol}//${url.host}${prefix}` };
};

const withoutSlashesBehind = (path: string): string => {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
};

/** Parses an address. Returns `null` if the text is not one. */
export const parseUrlParts = (text: string): UrlParts | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/**
 * Returns whether a host is this computer. The URL class has already normalized every spelling of its address (`127.1`,
 * `0x7f000001`).
 */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
