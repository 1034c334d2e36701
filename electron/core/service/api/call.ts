import type { ChargeName, EndpointName, EndpointRequest, EndpointResponse, FreeName } from '#shared/api/endpoints.ts';
import type { ErrorKind } from '#shared/result.ts';
import type { Priority } from './pacer.ts';

/**
 * What came back, before anybody has tried to understand it; only the token, should it be in it, is hidden. `complete`
 * is false when the connection broke off.
 */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly complete: boolean;
}

export interface CallOptions {
  /** Ends the wait. A charge that has been sent takes no notice of it. */
  readonly signal?: AbortSignal;
  /** Default: `money` for a charge, `interactive` for the rest. */
  readonly priority?: Priority;
  /** Tries of a read; default 3. Changes are tried once. */
  readonly attempts?: number;
}

/** What the journal gives along with a charge. */
export interface ChargeHooks {
  /** Ends the wait until it leaves; afterwards it takes no notice of it. */
  readonly signal: AbortSignal;
  /**
   * Awaited when the request's turn has come and it leaves next: what has to be on the disk before is written here. When
   * it rejects, nothing is sent and the call rejects with the same.
   */
  readonly onLeaving: () => Promise<void>;
  /**
   * Awaited after the answer and before it is parsed, so that it is stored first (docs/money.md). When it rejects, the
   * call ends as `outcome-unknown`.
   */
  readonly onRawAnswer: (raw: RawAnswer) => void | Promise<void>;
}

/** A value as the app knows it, with the moment of the answer it came from. */
export interface Answered<T> {
  readonly value: T;
  /** Milliseconds since the epoch: the age of the datum. */
  readonly receivedAt: number;
}

export type ApiAnswer<N extends EndpointName> = Answered<EndpointResponse<N>>;

/** The pair that identifies a client of the reseller. */
export type WireClient = EndpointRequest<'vpn.info'>['client'];

/**
 * Calls one endpoint that costs nothing. Throws `ApiCallError`, whose `sent` tells whether the request may have reached
 * the service.
 */
export type Call = <N extends FreeName>(
  name: N,
  request: EndpointRequest<N>,
  options?: CallOptions,
) => Promise<ApiAnswer<N>>;

/** Calls one endpoint that charges, once. Throws as `Call` does, and whatever `onLeaving` throws. */
export type Charge = <N extends ChargeName>(
  name: N,
  request: EndpointRequest<N>,
  hooks: ChargeHooks,
) => Promise<ApiAnswer<N>>;

/** How one attempt ended, for whoever watches the connection. `reached`: an HTTP answer of any kind came back. */
export interface CallOutcome {
  readonly reached: boolean;
  readonly status: number | null;
  readonly kind: 'ok' | ErrorKind;
  /** By how much this computer's clock is ahead of the service's; `null`: not told. */
  readonly clockAheadMs: number | null;
}

/** A call that succeeded, for whoever keeps what the service says. */
export type AnsweredCall = {
  [N in FreeName]: { readonly name: N; readonly request: EndpointRequest<N>; readonly answer: ApiAnswer<N> };
}[FreeName];
