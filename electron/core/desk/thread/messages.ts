import type { FirstFacts } from '#core/desk/create-core.ts';
import type { Paths, Ports, UpdatePort } from '#core/ports.ts';
import type { UpdateState } from '#shared/contract/updates.ts';
import { fail, type Result } from '#shared/result.ts';
import type { WireError } from './wire-error.ts';

/** What the core's thread is started with. */
export interface ThreadData {
  readonly paths: Paths;
  readonly appVersion: string;
  readonly updates: UpdateState;
  /** An Int32: purchases between the click and their written end, for the main process to read without asking. */
  readonly charges: SharedArrayBuffer;
}

/** Ports whose every method is a call of the main process, which has Electron. */
export interface CalledPorts extends Pick<Ports, 'secrets' | 'dialogs' | 'desktop' | 'logger' | 'sandbox'> {
  readonly updates: Pick<UpdatePort, 'check' | 'download'>;
}

/** One call of a port. Its arguments and its answer are what structured clone can carry. */
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

/** From the core's thread to the main process. */
export type ToMain =
  | { readonly type: 'started'; readonly outcome: ThreadOutcome<FirstFacts> }
  /** `text`: the Result as JSON, for a request that came as text. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: Result<unknown> | string }
  | { readonly type: 'event'; readonly name: string; readonly payload: unknown }
  /** Without an id nobody waits for its end. */
  | ({ readonly type: 'call'; readonly id: number | null } & PortCall)
  | ({ readonly type: 'fetch'; readonly id: number } & FetchOrder)
  /** So many more bytes of a body have been read. */
  | { readonly type: 'taken'; readonly id: number; readonly bytes: number }
  /** The answer of a fetch, or the rest of it, is not wanted any more. */
  | { readonly type: 'abort'; readonly id: number };

/** From the main process to the core's thread. */
export type ToThread =
  /** Chromium is ready, and has found out what the system speaks. */
  | { readonly type: 'start'; readonly systemLocale: string }
  /** `input`: JSON as text, answered with text, or a value, answered with a value. */
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
  /** The last of a fetch: its body is complete, or it has failed, before or after it had begun. */
  | { readonly type: 'end'; readonly id: number; readonly error: WireError | null }
  | { readonly type: 'power'; readonly state: 'asleep' | 'awake' }
  | { readonly type: 'updates'; readonly state: UpdateState }
  | { readonly type: 'close' };

/**
 * Bytes of a body that may be under way without having been read: a core that is busy is not sent a whole answer of 64 MB,
 * or several. What begins with them goes on when half of them have been read.
 */
export const BODY_WINDOW = 1_048_576;

/**
 * What is answered in the name of a core that has ended. A purchase may have been sent, and is in the journal then: that
 * it was not cannot be said here.
 */
export const stopped = (): Result<never> =>
  fail({ kind: 'internal', message: 'The core of the app has stopped.', details: { code: 'core-stopped' } });
