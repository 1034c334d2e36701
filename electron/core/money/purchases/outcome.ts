import type { AnsweredOrder, AnswerFailure, AnswerReading } from '#core/money/products/product.ts';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import type { PurchaseReason } from '#shared/contract/purchases.ts';
import { REFUSALS } from '#shared/domain/journal.ts';

/** The end of a purchase, as far as its answer shows it. */
export type Ending =
  | ({ readonly event: 'delivered' } & AnsweredOrder)
  | {
      /** `not-sent`: certainly. `open`: it was sent, and it is unknown whether it was charged. */
      readonly event: 'not-sent' | 'open';
      readonly reason: PurchaseReason;
      /** The service's own message, secrets masked. */
      readonly note: string;
    };

/** The app ended before the answer came, and no part of it was stored. */
export const INTERRUPTED: Ending = { event: 'open', reason: 'interrupted', note: '' };
/** The intent was written, but the request was never sent. */
export const NEVER_SENT: Ending = { event: 'not-sent', reason: 'not-sent', note: '' };

const MAX_NOTE = 1_000;

/**
 * Returns the end of a failed purchase. It counts as not sent only if that is certain, and a refusal counts only as an
 * answer of the API (docs/money.md).
 */
const endingOf = ({ kind, sent, serviceMessage }: AnswerFailure): Ending => {
  const note = (serviceMessage ?? '').slice(0, MAX_NOTE);
  if (sent === 'no') return { event: 'not-sent', reason: 'not-sent', note };
  const isAnswer = sent === 'answered' && kind !== 'malformed';
  return { event: 'open', reason: isAnswer ? refusalReason(kind) : lossReason(kind), note };
};

const refusalReason = (kind: string): PurchaseReason => REFUSALS.find((refusal) => refusal === kind) ?? 'refused';

const lossReason = (kind: string): PurchaseReason => {
  switch (kind) {
    case 'server':
    case 'rate-limited':
      return 'server';
    case 'malformed':
    case 'rejected':
    case 'unauthorized':
    case 'forbidden':
      return 'unreadable';
    default:
      return 'timeout';
  }
};

/** Returns the end of a purchase whose call threw. An error from elsewhere than the API client claims the least. */
export const endingOfError = (error: unknown): Ending => {
  if (!(error instanceof ApiCallError)) return endingOf({ kind: 'timeout', sent: 'maybe', serviceMessage: null });
  const { details, kind, sent } = error;
  return endingOf({
    // A charge that may have arrived keeps the original kind of error in its code.
    kind: kind === 'outcome-unknown' ? (details?.code ?? kind) : kind,
    sent,
    serviceMessage: details?.serviceMessage ?? null,
  });
};

/** Returns the end of a purchase whose stored answer was read. */
export const endingOfReading = (reading: AnswerReading): Ending => {
  if (!reading.ok) return endingOf(reading.failure);
  const { ok: _, ...answered } = reading;
  return { event: 'delivered', ...answered };
};
