import ipaddr from 'ipaddr.js';

/**
 * The one spelling of an address: `2001:DB8:0::1` → `2001:db8::1`, `::ffff:203.0.113.7` → `203.0.113.7`. `ip` is valid;
 * what is not comes back as it is.
 */
export const canonicalIp = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip);

/** Ranges from which nothing ever reaches a service on the internet. */
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

/** Can the service see a request from it? Not from the ranges that only mean something inside a network. */
export const isPublicIp = (ip: string): boolean => ipaddr.isValid(ip) && !LOCAL_RANGES.has(ipaddr.process(ip).range());

/** Only its own network segment can see it, so that it is of no use in a list of addresses. */
export const isLinkLocal = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'linkLocal';
