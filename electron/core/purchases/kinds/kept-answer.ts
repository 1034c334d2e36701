import { type EndpointName, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { RawAnswer } from '../../api/call.ts';
import { createMasker } from '../../api/mask.ts';
import { parseAnswer } from '../../api/parse-answer.ts';
import type { AnswerReading, Handover } from './purchase-kind.ts';

/**
 * Reads a kept answer as the API client would have read it (docs/api.md#answers). The token is not in it, nor needed.
 */
export const readKeptAnswer = <N extends EndpointName>(
  endpoint: N,
  raw: RawAnswer,
  handoverOf: (data: EndpointResponse<N>) => Handover,
): AnswerReading => {
  if (!raw.complete) return { ok: false, failure: { kind: 'timeout', sent: 'maybe', serviceMessage: null } };
  const answer = { status: raw.status, text: raw.text, retryAfterMs: undefined };
  const parsed = parseAnswer(endpointOf(endpoint), answer, createMasker(''));
  if (parsed.ok) return { ok: true, ...handoverOf(parsed.data as EndpointResponse<N>) };
  const { kind, sent, details } = parsed.failure;
  return { ok: false, failure: { kind, sent, serviceMessage: details.serviceMessage ?? null } };
};
