// Written here instead of taken from zod: the window uses this file, and must not load a validator for it.
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const GROUP = /^[0-9a-f]{1,4}$/i;

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/**
 * Returns whether a text is an IPv6 address: eight groups of hexadecimal digits, with at most one `::` for one or more
 * groups of zeros; an IPv4 address may replace the last two groups.
 */
export const isIpv6 = (text: string): boolean => {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const tail = groups.at(-1) ?? '';
  const endsInIpv4 = isIpv4(tail) && text.endsWith(tail);
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  const length = plain.length + (endsInIpv4 ? 2 : 0);
  return plain.every((group) => GROUP.test(group)) && (halves.length === 2 ? length < 8 : length === 8);
};

/** Returns a host as addresses with a port write it: an IPv6 address is in brackets. */
export const bracketedHost = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/**
 * Why the text is not one IP address, as a key of the renderer's `problems.<code>`: `ip-empty`, `ip-range` (a mask or a
 * span), `ip-has-port`, `ip-is-url`, `ip-several`, `ip-host-name`, `ip-invalid`.
 */
type IpAddressProblem =
  | 'ip-empty'
  | 'ip-range'
  | 'ip-has-port'
  | 'ip-is-url'
  | 'ip-several'
  | 'ip-host-name'
  | 'ip-invalid';

type IpAddressResult =
  | { readonly ok: true; readonly ip: string }
  | { readonly ok: false; readonly code: IpAddressProblem };

/**
 * Parses one typed IPv4 or IPv6 address, without surrounding blanks and the brackets that some tools put around IPv6.
 */
export const parseIpAddress = (typed: string): IpAddressResult => {
  const text = typed.trim();
  const bare = /^\[[^\]]*\]$/.test(text) ? text.slice(1, -1) : text;
  if (isIpAddress(bare)) return { ok: true, ip: bare };
  return { ok: false, code: problemOf(text) };
};

const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text);

const problemOf = (text: string): IpAddressProblem => {
  if (text === '') return 'ip-empty';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'ip-is-url';
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length > 1 && parts.every(isIpAddress)) return 'ip-several';
  const [before = '', after = ''] = text.split(/[/–-]/, 2).map((part) => part.trim());
  if (isIpAddress(before) && (/^\d+$/.test(after) || isIpAddress(after))) return 'ip-range';
  const port = /^(?:\[(?<six>[^\]]+)\]|(?<four>[^:]+)):\d+$/.exec(text)?.groups;
  if (isIpAddress(port?.six ?? port?.four ?? '')) return 'ip-has-port';
  const isName = /^[\p{L}\p{N}.-]+(:\d+)?$/u.test(text) && /\p{L}/u.test(text);
  return isName ? 'ip-host-name' : 'ip-invalid';
};
