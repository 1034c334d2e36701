import { createMasker } from '#core/service/api/mask.ts';
import { parseAnswer } from '#core/service/api/parse-answer.ts';
import { type ChargeName, type EndpointRequest, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { AnsweredOrder, ClientOf, Product } from './product.ts';

/**
 * Returns the only call that charges for a product, and the reading of its answer, both when it arrives and from the
 * stored copy.
 */
export const paidCall = <O extends Order, N extends ChargeName>(
  endpoint: N,
  requestOf: (order: O, client: ClientOf<O>) => EndpointRequest<N>,
  answeredOf: (answer: EndpointResponse<N>, order: O) => AnsweredOrder,
): Pick<Product<O>, 'buy' | 'readKept'> => ({
  buy: async (charge, order, client, hooks) =>
    answeredOf((await charge(endpoint, requestOf(order, client), hooks)).value, order),
  // Read as the API client would have read it. The answer contains no token, so nothing needs to be masked.
  readKept: (order, raw) => {
    if (!raw.complete) return { ok: false, failure: { kind: 'timeout', sent: 'maybe', serviceMessage: null } };
    const answer = { status: raw.status, text: raw.text, retryAfterMs: undefined };
    const parsed = parseAnswer(endpointOf(endpoint), answer, createMasker(''));
    if (parsed.ok) return { ok: true, ...answeredOf(parsed.data as EndpointResponse<N>, order) };
    const { kind, sent, details } = parsed.failure;
    return { ok: false, failure: { kind, sent, serviceMessage: details.serviceMessage ?? null } };
  },
});
