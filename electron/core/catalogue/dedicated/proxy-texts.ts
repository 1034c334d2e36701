import ipaddr from 'ipaddr.js';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { countrySearchText } from '#shared/domain/country-name.ts';
import { foldText } from '#shared/domain/fold-text.ts';

/** Sorts IPv4 before IPv6 and both as numbers; what is no address comes last, as text. */
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

/** Everything of the proxy that a search looks at; never its password. The client's texts are looked at by themselves. */
export const proxySearchText = (fields: SearchedFields): string => {
  const { serviceId, ip, username, orderId, checkId, countryCode, countryTitle, note } = fields;
  const parts = [serviceId === null ? null : String(serviceId), ip, username, orderId, checkId];
  return foldText(
    [...parts.filter((part) => part !== null), countryTitle, countrySearchText(countryCode), note].join('\n'),
  );
};
