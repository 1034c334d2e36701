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

// This folder is compiled without DOM and Node types; both sides have the same WHATWG class.
const { URL } = globalThis as unknown as { readonly URL: new (text: string) => UrlParts };

const MAX_LENGTH = 2_000;

type BaseUrlResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem };

/**
 * The service's address as the user typed it → its one normal form: scheme, host, optional path prefix, without a
 * trailing slash and without `/api/v1`. A missing scheme means https. Plain http only to this machine, because the
 * token travels in every request.
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
  // `htps:/host` would be the host "htps" with an empty port.
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

/** `null` where it is no address at all. */
export const parseUrlParts = (text: string): UrlParts | null => {
  try {
    return new URL(text);
  } catch {
    return null;
  }
};

/** The URL class has already turned every spelling of an address (`127.1`, `0x7f000001`) into its normal one. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
