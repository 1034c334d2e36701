import type { FirstFacts } from '#core/desk/create-core.ts';
import type { Paths, Ports, UpdatePort } from '#core/ports.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { fail, type Result } from '#shared/result.ts';
import type { WireError } from './wire-error.ts';

/** The data with which the core's thread is started. */
export interface ThreadData {
  readonly paths: Paths;
  readonly appVersion: string;
  /** See `Ports`. */
  readonly isStrict: boolean;
  /** See `Ports`; `null` for Telegram's own. */
  readonly botApi: string | null;
  readonly updates: UpdateState;
  /** An Int32 that the main process reads without asking: the number of purchases whose outcome is not written yet. */
  readonly charges: SharedArrayBuffer;
}

/** Ports whose methods all call the main process, which has Electron. */
export interface CalledPorts extends Pick<Ports, 'secrets' | 'dialogs' | 'desktop' | 'logger' | 'sandbox'> {
  readonly updates: Pick<UpdatePort, 'check' | 'download'>;
}

/** One call of a port. Structured clone must be able to carry its arguments and its answer. */
export interface PortCall {
  readonly port: keyof CalledPorts;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type ThreadOutcome<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireError };

export interface FetchOrder {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
}

/** A message from the core's thread to the main process. */
export type ToMain =
  | { readonly type: 'started'; readonly outcome: ThreadOutcome<FirstFacts> }
  /** `text`: the Result as JSON, for a request that arrived as text. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: Result<unknown> | string }
  | { readonly type: 'event'; readonly name: string; readonly payload: unknown }
  /** Without an id nobody waits for the end of the call. */
  | ({ readonly type: 'call'; readonly id: number | null } & PortCall)
  | ({ readonly type: 'fetch'; readonly id: number } & FetchOrder)
  /** The number of bytes of a body that were read since the last such message. */
  | { readonly type: 'taken'; readonly id: number; readonly bytes: number }
  /** The answer of a fetch, or the rest of it, is no longer needed. */
  | { readonly type: 'abort'; readonly id: number };

/** A message from the main process to the core's thread. */
export type ToThread =
  /** Chromium is ready, and knows the language of the system. */
  | { readonly type: 'start'; readonly systemLocale: string }
  /** `input`: JSON text, which is answered with text, or a value, which is answered with a value. */
  | { readonly type: 'request'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: 'called'; readonly id: number; readonly outcome: ThreadOutcome }
  | {
      readonly type: 'head';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly hasBody: boolean;
    }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  /** The last message about a fetch: its body is complete, or it failed at any moment. */
  | { readonly type: 'end'; readonly id: number; readonly error: WireError | null }
  | { readonly type: 'power'; readonly state: 'asleep' | 'awake' }
  | { readonly type: 'updates'; readonly state: UpdateState }
  | { readonly type: 'close' };

/**
 * How many unread bytes of a body may be under way, so that a busy core does not receive a whole answer of 64 MB at
 * once. The main process sends more when half of them have been read.
 */
export const BODY_WINDOW = 1_048_576;

/**
 * Returns the answer for a core that has ended. It does not claim that nothing was sent: a purchase may have left, and
 * is in the journal then.
 */
export const stopped = (): Result<never> =>
  fail({ kind: 'internal', message: 'The core of the app has stopped.', details: { code: 'core-stopped' } });
