import type { RawAnswer } from '#core/service/api/call.ts';
import { createMasker } from '#core/service/api/mask.ts';
import { parseAnswer } from '#core/service/api/parse-answer.ts';
import { type ChargeName, type EndpointRequest, type EndpointResponse, endpointOf } from '#shared/api/endpoints.ts';
import type { Difference, Order } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import type { AnsweredOrder, AnswerReading, ClientOf, Product } from './product.ts';

type Value = string | number;

const isSame = (ordered: Value, answered: Value): boolean =>
  typeof ordered === 'number' && typeof answered === 'number'
    ? Math.abs(ordered - answered) < 0.005
    : String(ordered).trim().toLowerCase() === String(answered).trim().toLowerCase();

/** Returns the difference between order and answer; none if the answer does not contain the value (`null`). */
export const differing = (what: Difference['what'], ordered: Value, answered: Value | null): readonly Difference[] =>
  answered === null || isSame(ordered, answered)
    ? []
    : [{ what, ordered: String(ordered), answered: String(answered) }];

/** A text lists at most this many ids, followed by their total number. */
const MOST_NAMED = 100;

/** Lists ids for a message, at most `MOST_NAMED` of them, followed by their total number. */
export const idsAsText = (ids: readonly Value[]): string =>
  ids.length <= MOST_NAMED ? ids.join(', ') : `${ids.slice(0, MOST_NAMED).join(', ')}, … (${ids.length})`;

/**
 * Returns the price of a whole quote in kopecks. If the total is at most half of the sum of its parts, the service has
 * named the price of one part instead, so the sum is returned. Smaller differences come from rounding or a discount.
 * `partsKopecks` is `null` if the parts have no prices.
 */
export const wholePrice = (totalKopecks: number, partsKopecks: number | null): number =>
  partsKopecks !== null && totalKopecks * 2 <= partsKopecks ? Math.round(partsKopecks) : totalKopecks;

/** Throws `malformed` if the quote is for another order. */
export const assertQuoted = (differences: readonly Difference[]): void => {
  const [first] = differences;
  if (first === undefined) return;
  const { ordered, answered } = first;
  throw new DeskError('malformed', 'The service quoted the price of something else.', {
    code: 'quote-not-as-ordered',
    params: { ordered, answered },
  });
};

/**
 * Returns the only call that charges for a product, and the reading of its answer, both when it arrives and from the
 * stored copy.
 */
export const paidCall = <R, O extends Order & R, N extends ChargeName>(
  endpoint: N,
  requestOf: (order: O, client: ClientOf<O>) => EndpointRequest<N>,
  answeredOf: (answer: EndpointResponse<N>, order: R) => AnsweredOrder,
): Pick<Product<O>, 'buy'> & { readKept(order: R, raw: RawAnswer): AnswerReading } => ({
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
