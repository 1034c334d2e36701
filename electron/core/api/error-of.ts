import type { Endpoint } from '#shared/api/endpoint.ts';
import { ApiCallError, type CallFailure } from './api-call-error.ts';

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
