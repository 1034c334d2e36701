import type { ChargeName, EndpointName, EndpointRequest, EndpointResponse, FreeName } from '#shared/api/endpoints.ts';
import type { ErrorKind } from '#shared/result.ts';
import type { Priority } from './pacer.ts';

/** The answer before it is parsed. Only the token is masked in it. `complete` is false if the connection broke. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly complete: boolean;
}

export interface CallOptions {
  /** Ends the wait. Ignored by a charge that was sent. */
  readonly signal?: AbortSignal;
  /** By default `money` for a charge and `interactive` otherwise. */
  readonly priority?: Priority;
  /** The number of tries of a read, by default 3. Changes are tried once. */
  readonly attempts?: number;
}

/** The functions that the journal passes with a charge. */
export interface ChargeHooks {
  /** Ends the wait until the request is sent; ignored after that. */
  readonly signal: AbortSignal;
  /**
   * Called immediately before the request is sent, and awaited. Here the caller writes everything that must be on the
   * disk first. If it rejects, nothing is sent and the call rejects with the same error.
   */
  readonly onLeaving: () => Promise<void>;
  /**
   * Called with the answer before it is parsed, and awaited, so that it is stored first (docs/money.md). If it rejects,
   * the call ends as `outcome-unknown`.
   */
  readonly onRawAnswer: (raw: RawAnswer) => void | Promise<void>;
}

/** A value with the time of the answer that contained it. */
export interface Answered<T> {
  readonly value: T;
  /** Milliseconds since the epoch, UTC; shown as the age of the value. */
  readonly receivedAt: number;
}

export type ApiAnswer<N extends EndpointName> = Answered<EndpointResponse<N>>;

/** The pair that identifies a client of the reseller. */
export type WireClient = EndpointRequest<'vpn.info'>['client'];

/**
 * Calls an endpoint that costs nothing. Throws `ApiCallError`, whose `sent` says whether the request may have reached
 * the service.
 */
export type Call = <N extends FreeName>(
  name: N,
  request: EndpointRequest<N>,
  options?: CallOptions,
) => Promise<ApiAnswer<N>>;

/** Calls an endpoint that charges, once. Throws the same errors as `Call`, and those of `onLeaving`. */
export type Charge = <N extends ChargeName>(
  name: N,
  request: EndpointRequest<N>,
  hooks: ChargeHooks,
) => Promise<ApiAnswer<N>>;

/** The result of one attempt for the connection monitor. `reached`: an HTTP answer of any kind was received. */
export interface CallOutcome {
  readonly reached: boolean;
  readonly status: number | null;
  readonly kind: 'ok' | ErrorKind;
  /**
   * The difference of this computer's clock to the service's in ms; positive if it is ahead, `null` if the service did
   * not say.
   */
  readonly clockAheadMs: number | null;
}

/** A successful call, for listeners that store the answers. */
export type AnsweredCall = {
  [N in FreeName]: { readonly name: N; readonly request: EndpointRequest<N>; readonly answer: ApiAnswer<N> };
}[FreeName];
