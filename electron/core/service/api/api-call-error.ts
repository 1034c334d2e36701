import type { Endpoint } from '#shared/api/endpoint.ts';
import { DeskError, type ErrorDetails, type ErrorKind } from '#shared/result.ts';

/**
 * Whether the request reached the service:
 *
 * - `no`: it certainly never left this computer;
 * - `answered`: a clear refusal was received;
 * - `maybe`: anything else. For a charge only evidence can settle this.
 */
export type Sent = 'no' | 'maybe' | 'answered';

/**
 * A failed call of the service. Messages contain the method, the path template and a reason; never a URL, body or
 * token.
 */
export class ApiCallError extends DeskError {
  readonly sent: Sent;

  constructor(kind: ErrorKind, sent: Sent, message: string, details?: ErrorDetails) {
    super(kind, message, details);
    this.sent = sent;
  }
}

/** Returns whether the request never left this computer, so that the service has no trace of it. */
export const wasNeverSent = (error: unknown): boolean => error instanceof ApiCallError && error.sent === 'no';

/** The failure of one attempt, before it is known how the whole call ends. */
export interface CallFailure {
  readonly kind: ErrorKind;
  readonly sent: Sent;
  /** Plain English, safe to log. */
  readonly reason: string;
  readonly details: ErrorDetails;
  /** Whether another try makes sense if the endpoint only reads. */
  readonly transient: boolean;
}

/**
 * Returns the error of a failed call. A charge that may have arrived becomes `outcome-unknown`, and the original kind
 * is kept in `details.code`.
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
