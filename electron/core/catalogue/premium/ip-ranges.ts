import ipaddr from 'ipaddr.js';

/**
 * Returns the canonical spelling of a valid address: `2001:DB8:0::1` → `2001:db8::1`, `::ffff:203.0.113.7` →
 * `203.0.113.7`. Other texts are returned unchanged.
 */
export const canonicalIp = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip);

/** Ranges from which no request reaches a service on the internet. */
const LOCAL_RANGES = new Set<string>([
  'unspecified',
  'broadcast',
  'multicast',
  'linkLocal',
  'loopback',
  'carrierGradeNat',
  'private',
  'uniqueLocal',
]);

/**
 * Returns whether the service can see requests from this address. It cannot for ranges that are only valid inside a
 * network.
 */
export const isPublicIp = (ip: string): boolean => ipaddr.isValid(ip) && !LOCAL_RANGES.has(ipaddr.process(ip).range());

/** Returns whether an address is only valid within its network segment, so that it is useless in a whitelist. */
export const isLinkLocal = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'linkLocal';
