import type { CheckReason, CheckState } from '#shared/domain/check.ts';

/** The stage that a check had reached. */
export type Stage = 'connect' | 'proxy' | 'answer';

interface Verdict {
  readonly state: Exclude<CheckState, 'waiting'>;
  readonly reason: CheckReason | null;
}

/** The measured result of one proxy. Times are in ms since its start, by a monotonic clock. */
export interface Probed extends Verdict {
  /** The time until the proxy had opened the way to the address. */
  readonly connectMs: number | null;
  /** The time until the first byte of the answer. */
  readonly firstByteMs: number | null;
  readonly exitIp: string | null;
  /** Two capital letters. */
  readonly exitCountry: string | null;
}

/** Thrown when the verdict is clear immediately. */
export class CheckRefusal extends Error implements Verdict {
  readonly state: Verdict['state'];
  readonly reason: CheckReason;

  constructor(state: Verdict['state'], reason: CheckReason) {
    super(reason);
    this.state = state;
    this.reason = reason;
  }
}

const refused = (reason: CheckReason): CheckRefusal => new CheckRefusal('refused', reason);
const dead = (reason: CheckReason): CheckRefusal => new CheckRefusal('dead', reason);

/** The error for a proxy that refuses CONNECT. */
export const refusalOfStatus = (status: number): CheckRefusal => {
  switch (status) {
    case 401:
    case 407:
      return refused('password');
    case 402:
      return refused('payment');
    case 429:
      return refused('too-many');
    default:
      if (status >= 500) return dead('gateway');
      return status >= 400 ? refused('not-allowed') : dead('garbage');
  }
};

/** Messages of the SOCKS library, which has no error codes. */
const SOCKS_WORDS: readonly (readonly [RegExp, CheckRefusal])[] = [
  [/authentication failed/i, refused('password')],
  [/no accepted authentication type/i, refused('no-login')],
  [/NotAllowed/, refused('not-allowed')],
  [/NetworkUnreachable|HostUnreachable|ConnectionRefused|TTLExpired|- Failure/, dead('gateway')],
  [/socket closed|ECONN|EPIPE/i, dead('reset')],
];

/** Returns the refusal for an error of the SOCKS library. */
export const refusalOfSocks = (message: string): CheckRefusal =>
  SOCKS_WORDS.find(([words]) => words.test(message))?.[1] ?? dead('garbage');

const CODES: Readonly<Record<string, CheckReason>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_DESTROYED: 'reset',
  ETIMEDOUT: 'timeout-connect',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  EAI_FAIL: 'name',
  ENETUNREACH: 'no-route',
  EHOSTUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EACCES: 'no-route',
  EPERM: 'no-route',
  EINVAL: 'no-route',
};
/** This computer ran out of a resource, which says nothing about the proxy. */
const OWN_TROUBLES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);
/** Another server answered in the name of the address. */
const CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME|SELF_SIGNED/;

/** Returns the proxy's failure that an error proves; `null` if the cause is this computer. */
export const verdictOf = (error: unknown): Verdict | null => {
  if (error instanceof CheckRefusal) return { state: error.state, reason: error.reason };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (OWN_TROUBLES.has(code)) return null;
  return { state: 'dead', reason: CODES[code] ?? (CERTIFICATE.test(code) ? 'tampered' : 'garbage') };
};

/** Returns the refusal for a check that ran out of time at this stage. */
export const timedOutAt = (stage: Stage): CheckRefusal => dead(`timeout-${stage}`);
