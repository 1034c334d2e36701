import { parseIpAddress } from './ip-address.ts';

/** The state of one address of one client. `skipped`: the whitelist was already as wanted, so nothing was sent. */
export const WHITELIST_LINE_STATES = ['waiting', 'done', 'skipped', 'failed'] as const;
export type WhitelistLineState = (typeof WHITELIST_LINE_STATES)[number];

export const WHITELIST_ACTIONS = ['add', 'remove'] as const;
export type WhitelistAction = (typeof WHITELIST_ACTIONS)[number];

/** The reasons why a line was skipped or failed; their texts are in shared/texts. */
export const WHITELIST_PROBLEMS = [
  'already-there',
  'not-there',
  'client-removed',
  'client-changed', // the client's id or key differs from the one that was selected
  'not-added', // the service answered without an error, but the address is not on its list
  'not-removed',
  'not-told', // neither the answer nor the whitelist shows whether anything was changed
  'refused', // refused by the service, in its own words
  'offline',
  'timeout',
  'server',
  'malformed',
  'internal',
] as const;
export type WhitelistProblemCode = (typeof WHITELIST_PROBLEMS)[number];

/** The most addresses of one run, and the most lines: clients times addresses. */
export const MAX_WHITELIST_ADDRESSES = 50;
export const MAX_WHITELIST_LINES = 200_000;

/** Returns whether "retry" repeats a failed line with this problem. */
export const isWhitelistRetryable = (code: WhitelistProblemCode): boolean =>
  code !== 'client-removed' && code !== 'client-changed';

type TypedAddresses =
  | { readonly ok: true; readonly ips: readonly string[] }
  | {
      readonly ok: false;
      readonly code: 'required' | 'whitelist-address' | 'whitelist-too-many';
      readonly params?: Readonly<Record<string, string | number>>;
    };

/** The length in characters at which a wrong address is cut in the message about it. */
const SHOWN = 60;

/** Reads addresses that are separated by blanks, line breaks, commas or semicolons, each once. */
export const readAddresses = (typed: string): TypedAddresses => {
  const ips = new Set<string>();
  for (const part of typed.split(/[\s,;]+/)) {
    if (part === '') continue;
    const parsed = parseIpAddress(part);
    if (!parsed.ok) return { ok: false, code: 'whitelist-address', params: { typed: part.slice(0, SHOWN) } };
    ips.add(parsed.ip);
  }
  if (ips.size === 0) return { ok: false, code: 'required' };
  if (ips.size > MAX_WHITELIST_ADDRESSES) {
    return { ok: false, code: 'whitelist-too-many', params: { max: MAX_WHITELIST_ADDRESSES } };
  }
  return { ok: true, ips: [...ips] };
};
