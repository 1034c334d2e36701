import { type ChargeName, type EndpointRequest, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { createMasker } from '../../api/mask.ts';
import { parseAnswer } from '../../api/parse-answer.ts';
import type { ClientOf, Handover, PurchaseKind } from './purchase-kind.ts';

/** The one call that charges for a product, and how its answer is read: when it comes, or from what was kept of it. */
export const paidCall = <O extends Order, N extends ChargeName>(
  endpoint: N,
  requestOf: (order: O, client: ClientOf<O>) => EndpointRequest<N>,
  handoverOf: (answer: EndpointResponse<N>) => Handover,
): Pick<PurchaseKind<O>, 'buy' | 'readKept'> => ({
  buy: async (charge, order, client, hooks) =>
    handoverOf((await charge(endpoint, requestOf(order, client), hooks)).value),
  // As the API client would have read it. The token is not in it, nor needed.
  readKept: (raw) => {
    if (!raw.complete) return { ok: false, failure: { kind: 'timeout', sent: 'maybe', serviceMessage: null } };
    const answer = { status: raw.status, text: raw.text, retryAfterMs: undefined };
    const parsed = parseAnswer(endpointOf(endpoint), answer, createMasker(''));
    if (parsed.ok) return { ok: true, ...handoverOf(parsed.data as EndpointResponse<N>) };
    const { kind, sent, details } = parsed.failure;
    return { ok: false, failure: { kind, sent, serviceMessage: details.serviceMessage ?? null } };
  },
});
