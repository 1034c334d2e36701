import { z } from 'zod';

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/**
 * Why the text is not one IP address. Each is a key of the renderer's `problems.<code>`:
 * `ip-empty`, `ip-range` (a mask or a span), `ip-has-port`, `ip-is-url`, `ip-several`, `ip-host-name`, `ip-invalid`.
 */
export type IpAddressProblem =
  | 'ip-empty'
  | 'ip-range'
  | 'ip-has-port'
  | 'ip-is-url'
  | 'ip-several'
  | 'ip-host-name'
  | 'ip-invalid';

export type IpAddressResult =
  | { readonly ok: true; readonly ip: string }
  | { readonly ok: false; readonly code: IpAddressProblem };

/** One IPv4 or IPv6 address as it was typed, without the blanks around it and the brackets some tools put on IPv6. */
export const parseIpAddress = (typed: string): IpAddressResult => {
  const text = typed.trim();
  const bare = /^\[[^\]]*\]$/.test(text) ? text.slice(1, -1) : text;
  if (isIpAddress(bare)) return { ok: true, ip: bare };
  return { ok: false, code: problemOf(text) };
};

export const isIpAddress = (text: string): boolean => ipv4.safeParse(text).success || ipv6.safeParse(text).success;

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
