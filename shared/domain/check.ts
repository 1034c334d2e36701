import type { Problem } from '../result.ts';
import { parseUrlParts } from './base-url.ts';

/** How a proxy stands in a check. `slow` works, too. */
export const CHECK_STATES = ['waiting', 'alive', 'slow', 'refused', 'dead', 'unreadable'] as const;
export type CheckState = (typeof CHECK_STATES)[number];
/** Those that work. */
export const WORKING = ['alive', 'slow'] as const satisfies readonly CheckState[];

/** Why a proxy does not work, in the app's own words: nothing that it says is kept. */
export const CHECK_REASONS = [
  // refused: somebody answered, and said no
  'password',
  'no-login',
  'not-allowed',
  'payment',
  'too-many',
  'site',
  // dead: nobody answered, or not as a proxy does
  'timeout-connect',
  'timeout-proxy',
  'timeout-answer',
  'connection-refused',
  'reset',
  'name',
  'no-route',
  'gateway',
  'garbage',
  'tampered',
  // unreadable: it was not asked
  'line',
  'too-long',
] as const;
export type CheckReason = (typeof CHECK_REASONS)[number];

/** How to ask a proxy; `own`: as the list or the proxy says. */
export const CHECK_PROTOCOLS = ['own', 'http', 'socks5'] as const;
export type ProxyProtocol = Exclude<(typeof CHECK_PROTOCOLS)[number], 'own'>;

/** What the lines of a check can be sorted by: as they stand in the list, by the time to the first byte, by the exit. */
export const CHECK_SORTS = ['line', 'time', 'exit'] as const;

export const MAX_CHECKED = 200_000;
/** Lists that are begun to be checked together. */
export const MAX_CHECKED_LISTS = 100;
/**
 * Bytes that go through a proxy for one check: the handshakes, the request and a short answer, both ways. About what the
 * dearer ones took when they were measured (docs/performance.md#checks-of-proxies).
 */
export const CHECK_BYTES = 8_000;
/** What a check is begun with, with the least and the most of it. */
export const CHECK_LIMITS = {
  atOnce: { min: 1, max: 500 },
  timeoutS: { min: 2, max: 60 },
  slowS: { min: 0.1, max: 60 },
} as const;

/** Lines of a list that no proxy can be read from: nobody is asked for them. */
export const linesWithoutProxy = (issues: readonly { readonly code: string; readonly lines: number }[]): number =>
  issues.reduce((sum, { code, lines }) => sum + (code === 'no-proxy' ? lines : 0), 0);

interface Asked {
  readonly address: string;
  readonly atOnce: number;
  readonly timeoutS: number;
  readonly slowS: number;
}

const MAX_HOST = 253;

/** The address that is asked through a proxy: https, without a login in it. */
export const isCheckAddress = (text: string): boolean => {
  const url = parseUrlParts(text);
  if (url === null) return false;
  return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.length <= MAX_HOST;
};

/** What is wrong with what a check is to be begun with, field by field. */
export const checkProblems = (asked: Asked): readonly Problem[] => {
  const problems: Problem[] = [];
  if (asked.address.trim() === '') problems.push({ field: 'address', code: 'required' });
  else if (!isCheckAddress(asked.address.trim())) problems.push({ field: 'address', code: 'check-address' });
  for (const field of ['atOnce', 'timeoutS', 'slowS'] as const) {
    const { min, max } = CHECK_LIMITS[field];
    const value = asked[field];
    const isWhole = field === 'slowS' || Number.isInteger(value);
    if (!isWhole) problems.push({ field, code: 'not-whole', params: { min, max } });
    else if (!(value >= min && value <= max)) problems.push({ field, code: 'out-of-range', params: { min, max } });
  }
  return problems;
};

/** A proxy that answers takes about so long, in seconds. */
const USUAL_S = 1;

/** Seconds for so many: when all of them answer, and when none does. */
export const checkDuration = (
  count: number,
  { atOnce, timeoutS }: Pick<Asked, 'atOnce' | 'timeoutS'>,
): { readonly least: number; readonly most: number } => {
  const rounds = Math.ceil(count / Math.max(1, atOnce));
  return { least: rounds * Math.min(USUAL_S, timeoutS), most: rounds * timeoutS };
};
