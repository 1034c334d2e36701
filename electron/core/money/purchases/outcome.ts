import type { AnsweredOrder, AnswerFailure, AnswerReading } from '#core/money/products/product.ts';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import type { PurchaseReason } from '#shared/contract/purchases.ts';
import { REFUSALS } from '#shared/domain/journal.ts';

/** How a purchase ended, as far as its answer tells. */
export type Ending =
  | ({ readonly event: 'delivered' } & AnsweredOrder)
  | {
      /** `not-sent`: provably. `open`: it was sent, and it is not known whether it was charged. */
      readonly event: 'not-sent' | 'open';
      readonly reason: PurchaseReason;
      /** The service's own words, secrets masked. */
      readonly note: string;
    };

/** The app ended before the answer came, and nothing of it was kept. */
export const INTERRUPTED: Ending = { event: 'open', reason: 'interrupted', note: '' };
/** The intent was written, and the request never left. */
export const NEVER_SENT: Ending = { event: 'not-sent', reason: 'not-sent', note: '' };

const MAX_NOTE = 1_000;

/** Only what provably never left was not sent; a refusal is one only as an answer of the API (docs/money.md). */
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

/** How a purchase ended whose call threw. An error that does not come from the API client claims the least. */
export const endingOfError = (error: unknown): Ending => {
  if (!(error instanceof ApiCallError)) return endingOf({ kind: 'timeout', sent: 'maybe', serviceMessage: null });
  const { details, kind, sent } = error;
  return endingOf({
    // A charge that may have arrived keeps what broke in its code.
    kind: kind === 'outcome-unknown' ? (details?.code ?? kind) : kind,
    sent,
    serviceMessage: details?.serviceMessage ?? null,
  });
};

/** How a purchase ended whose stored answer was read. */
export const endingOfReading = (reading: AnswerReading): Ending => {
  if (!reading.ok) return endingOf(reading.failure);
  const { ok: _, ...answered } = reading;
  return { event: 'delivered', ...answered };
};
