import type { Endpoint } from '#shared/api/endpoint.ts';
import { DeskError, type ErrorDetails, type ErrorKind } from '#shared/result.ts';

/**
 * Did the request reach the service?
 *
 * - `no`: it provably never left this machine;
 * - `answered`: a definite refusal was read;
 * - `maybe`: anything else. For a charge this is the only honest word, and only evidence can settle it.
 */
export type Sent = 'no' | 'maybe' | 'answered';

/** A call of the service that failed. Messages hold method, path template and a reason; never a URL, body or token. */
export class ApiCallError extends DeskError {
  readonly sent: Sent;

  constructor(kind: ErrorKind, sent: Sent, message: string, details?: ErrorDetails) {
    super(kind, message, details);
    this.sent = sent;
  }
}

/** Nothing has left this machine, so there is nothing to look for at the service. */
export const wasNeverSent = (error: unknown): boolean => error instanceof ApiCallError && error.sent === 'no';

/** What went wrong with one attempt, before it is known how the call as a whole ends. */
export interface CallFailure {
  readonly kind: ErrorKind;
  readonly sent: Sent;
  /** Plain English, safe to log. */
  readonly reason: string;
  readonly details: ErrorDetails;
  /** Worth another try when the endpoint only reads. */
  readonly transient: boolean;
}

/**
 * The error a call ends with. A charge that may have arrived is `outcome-unknown` whatever broke, and keeps the kind of
 * what broke in `details.code`.
 */
export const errorOf = (endpoint: Endpoint, failure: CallFailure, kind = failure.kind): ApiCallError => {
  const message = `${endpoint.method} ${endpoint.path}: ${failure.reason}`;
  if (endpoint.effect !== 'charge' || failure.sent !== 'maybe') {
    return new ApiCallError(kind, failure.sent, message, failure.details);
  }
  const { code, params, ...details } = failure.details;
  return new ApiCallError('outcome-unknown', 'maybe', message, {
    ...details,
    code: kind,
    ...(code === undefined && params === undefined ? {} : { params: { ...params, ...(code ? { reason: code } : {}) } }),
  });
};
