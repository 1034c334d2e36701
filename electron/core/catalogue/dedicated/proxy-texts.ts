import ipaddr from 'ipaddr.js';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { countrySearchText } from '#shared/domain/country-name.ts';
import { foldText } from '#shared/domain/fold-text.ts';

/** Returns a key that sorts IPv4 before IPv6, both numerically, and invalid addresses last as text. */
export const ipSortKey = (ip: string | null): string | null => {
  if (ip === null) return null;
  if (!ipaddr.isValid(ip)) return `9${foldText(ip)}`;
  const address = ipaddr.parse(ip);
  const hex = address
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `${address.kind() === 'ipv4' ? '4' : '6'}${hex}`;
};

type SearchedFields = Pick<
  DedicatedProxy,
  'serviceId' | 'ip' | 'username' | 'orderId' | 'checkId' | 'countryCode' | 'countryTitle' | 'note'
>;

/** Returns the proxy's text for searching, never with its password. The client's texts are searched separately. */
export const proxySearchText = (fields: SearchedFields): string => {
  const { serviceId, ip, username, orderId, checkId, countryCode, countryTitle, note } = fields;
  const parts = [serviceId === null ? null : String(serviceId), ip, username, orderId, checkId];
  return foldText(
    [...parts.filter((part) => part !== null), countryTitle, countrySearchText(countryCode), note].join('\n'),
  );
};
