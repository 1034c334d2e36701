import type { EndpointName, EndpointRequest, EndpointResponse } from '#shared/api/endpoints.ts';
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
  /**
   * Awaited after every answer and before it is parsed, so that a purchase can be stored first (docs/money.md). When it
   * rejects, the call ends as `outcome-unknown` (charges) or `storage`.
   */
  readonly onRawAnswer?: (raw: RawAnswer) => void | Promise<void>;
  /**
   * Called when the request's turn has come and it leaves next: what has to be on the disk before is written here. When
   * it throws, nothing is sent and the call rejects with the same.
   */
  readonly onLeaving?: () => void;
  /** Tries of a read; default 3. Changes and charges are tried once. */
  readonly attempts?: number;
}

export interface ApiAnswer<N extends EndpointName> {
  /** `data` of the envelope, by wire names. */
  readonly data: EndpointResponse<N>;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** How one attempt ended, for whoever watches the connection. `reached`: an HTTP answer of any kind came back. */
export interface CallOutcome {
  readonly reached: boolean;
  readonly status: number | null;
  readonly kind: 'ok' | ErrorKind;
}

export interface ApiCaller {
  /**
   * Calls one endpoint by its wire names. Throws `ApiCallError`, whose `sent` tells whether the request may have
   * reached the service.
   */
  call<N extends EndpointName>(name: N, request: EndpointRequest<N>, options?: CallOptions): Promise<ApiAnswer<N>>;
}
