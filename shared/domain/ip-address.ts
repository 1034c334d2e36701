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

/** The parts of an IPv4 network: its first address as numbers, and the number of bits that all its addresses share. */
type Network = readonly [base: readonly number[], bits: number];

/** The networks whose addresses are valid inside a network only, or belong to no single computer. */
const LOCAL_IPV4: readonly Network[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 168], 16],
  [[224], 4],
  [[255, 255, 255, 255], 32],
];

/** The same of IPv6, by groups of 16 bits: link-local, unique local and multicast. */
const LOCAL_IPV6: readonly Network[] = [
  [[0xfe80], 10],
  [[0xfc00], 7],
  [[0xff00], 8],
];

/** Returns whether an address lies in a network; both are given as parts of `size` bits. */
const isWithin = (parts: readonly number[], [base, bits]: Network, size: 8 | 16): boolean =>
  parts.every((part, index) => {
    const shared = Math.max(0, Math.min(size, bits - index * size));
    return part >> (size - shared) === (base[index] ?? 0) >> (size - shared);
  });

const octetsOf = (ip: string): readonly number[] => ip.split('.').map(Number);

/** Returns the eight groups of a valid IPv6 address. */
const groupsOf = (ip: string): readonly number[] => {
  const [head = '', tail] = ip.split('::');
  const read = (half: string): readonly number[] =>
    (half === '' ? [] : half.split(':')).flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = octetsOf(group);
      return [a * 256 + b, c * 256 + d];
    });
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
};

/**
 * Returns whether an address is valid inside a network only, such as 192.168.0.5 or fe80::1. A service on the internet
 * never sees a request from it. Other texts than addresses are not.
 */
export const isLocalIp = (ip: string): boolean => {
  if (isIpv4(ip)) return LOCAL_IPV4.some((network) => isWithin(octetsOf(ip), network, 8));
  if (!isIpv6(ip)) return false;
  const groups = groupsOf(ip);
  const [zeros, rest] = [groups.slice(0, 5), groups.slice(5)];
  const [mark = 0, high = 0, low = 0] = rest;
  if (zeros.every((group) => group === 0)) {
    // An IPv4 address in the notation of IPv6, then `::` and `::1`.
    if (mark === 0xffff) return isLocalIp([high >> 8, high & 255, low >> 8, low & 255].join('.'));
    if (mark === 0 && high === 0 && low <= 1) return true;
  }
  return LOCAL_IPV6.some((network) => isWithin(groups, network, 16));
};
