import { createMasker } from '#core/service/api/mask.ts';
import { parseAnswer } from '#core/service/api/parse-answer.ts';
import { type EndpointName, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';

/** Reads the `data` of an answer of the sandbox like the API client would. */
export const pastAnswer = <N extends EndpointName>(name: N, data: unknown): EndpointResponse<N> => {
  const answer = { status: 200, text: JSON.stringify({ ok: true, data }), retryAfterMs: undefined };
  const parsed = parseAnswer(endpointOf(name), answer, createMasker(''));
  if (parsed.ok) return parsed.data as EndpointResponse<N>;
  throw new Error(`the sandbox's answer to ${name} cannot be read`);
};
