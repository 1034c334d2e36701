import type { Problem } from '../result.ts';
import { parseUrlParts } from './base-url.ts';

/** The states of a proxy in a check. A `slow` one works, too. */
export const CHECK_STATES = ['waiting', 'alive', 'slow', 'refused', 'dead', 'unreadable'] as const;
export type CheckState = (typeof CHECK_STATES)[number];
/** The states of proxies that work. */
export const WORKING = ['alive', 'slow'] as const satisfies readonly CheckState[];

/** The reasons why a proxy does not work, in the app's own words: nothing from its answer is kept. */
export const CHECK_REASONS = [
  // refused: there was an answer, and it was a refusal
  'password',
  'no-login',
  'not-allowed',
  'payment',
  'too-many',
  'site',
  // dead: there was no answer, or not one of a proxy
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
  // unreadable: no request was sent
  'line',
  'too-long',
] as const;
export type CheckReason = (typeof CHECK_REASONS)[number];

/** The protocols to check proxies with; `own` is the one that the list or the proxy states. */
export const CHECK_PROTOCOLS = ['own', 'http', 'socks5'] as const;
export type ProxyProtocol = Exclude<(typeof CHECK_PROTOCOLS)[number], 'own'>;

/** The columns that a check can be sorted by: the order of the list, the time to the first byte, the exit address. */
export const CHECK_SORTS = ['line', 'time', 'exit'] as const;

export const MAX_CHECKED = 200_000;
/** The most lists that one action can start to check. */
export const MAX_CHECKED_LISTS = 100;
/**
 * The bytes that one check transfers through a proxy, in both directions: the handshakes, the request and a short
 * answer. This is about the upper end of the measured values (docs/performance.md#checks-of-proxies).
 */
export const CHECK_BYTES = 8_000;
/** The limits of a check's settings. */
export const CHECK_LIMITS = {
  atOnce: { min: 1, max: 500 },
  timeoutS: { min: 2, max: 60 },
  slowS: { min: 0.1, max: 60 },
} as const;

/** Counts the lines of a list that contain no readable proxy; a check leaves them out. */
export const linesWithoutProxy = (issues: readonly { readonly code: string; readonly lines: number }[]): number =>
  issues.reduce((sum, { code, lines }) => sum + (code === 'no-proxy' ? lines : 0), 0);

interface Asked {
  readonly address: string;
  readonly atOnce: number;
  readonly timeoutS: number;
  readonly slowS: number;
}

const MAX_HOST = 253;

/** Returns whether a text is an address that can be requested through a proxy: https, without credentials in it. */
export const isCheckAddress = (text: string): boolean => {
  const url = parseUrlParts(text);
  if (url === null) return false;
  return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.length <= MAX_HOST;
};

/** Returns the problems of a check's settings, field by field. */
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

/** The usual time of a proxy that answers, in seconds. */
const USUAL_S = 1;

/** Estimates the duration of a check in seconds, if all proxies answer (`least`) and if none does (`most`). */
export const checkDuration = (
  count: number,
  { atOnce, timeoutS }: Pick<Asked, 'atOnce' | 'timeoutS'>,
): { readonly least: number; readonly most: number } => {
  const rounds = Math.ceil(count / Math.max(1, atOnce));
  return { least: rounds * Math.min(USUAL_S, timeoutS), most: rounds * timeoutS };
};
