import ipaddr from 'ipaddr.js';
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

export interface SearchedFields {
  readonly serviceId: number | null;
  readonly ip: string | null;
  readonly username: string | null;
  readonly orderId: string | null;
  readonly checkId: string | null;
  readonly countryCode: string;
  readonly countryTitle: string;
  readonly note: string;
}

/** Made when first needed: the names of all countries in two languages are a good part of what start-up would cost. */
let madeNames: readonly Intl.DisplayNames[] | undefined;
const countryNames = (): readonly Intl.DisplayNames[] => {
  madeNames ??= ['en', 'ru'].map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  return madeNames;
};

/** A country as the app writes it in each of its languages. */
const shownNames = (code: string): readonly string[] =>
  /^[a-z]{2}$/i.test(code) ? countryNames().map((names) => names.of(code.toUpperCase()) ?? '') : [];

/** Everything of the proxy that a search looks at; never its password. The client's texts are looked at by themselves. */
export const proxySearchText = (fields: SearchedFields): string => {
  const { serviceId, ip, username, orderId, checkId, countryCode, countryTitle, note } = fields;
  const parts = [serviceId === null ? null : String(serviceId), ip, username, orderId, checkId];
  return foldText(
    [...parts.filter((part) => part !== null), countryCode, countryTitle, ...shownNames(countryCode), note].join('\n'),
  );
};
