import type { PurchaseReason } from '#shared/contract/purchases.ts';
import type { JournalEvent } from '#shared/domain/journal.ts';
import { ApiCallError } from '../api/api-call-error.ts';
import type { AnswerFailure, AnswerReading, Handover } from './kinds/purchase-kind.ts';

/** How a sent purchase ended, as the journal records it. */
export type Outcome =
  | ({ readonly event: Extract<JournalEvent, 'delivered'> } & Handover)
  | {
      readonly event: Extract<JournalEvent, 'refused' | 'not-sent' | 'lost'>;
      readonly reason: PurchaseReason;
      /** The service's own words, secrets masked. */
      readonly note: string;
    };

/** The app ended before the answer came, and nothing of it was kept. */
export const INTERRUPTED: Outcome = { event: 'lost', reason: 'interrupted', note: '' };
/** The intent was written, and the request never left. */
export const NEVER_SENT: Outcome = { event: 'not-sent', reason: 'not-sent', note: '' };

const MAX_NOTE = 1_000;

/** Only what the service said no to is a refusal, and only what provably never left was not sent (DESIGN 6). */
const outcomeOf = ({ kind, sent, serviceMessage }: AnswerFailure): Outcome => {
  const note = (serviceMessage ?? '').slice(0, MAX_NOTE);
  if (sent === 'no') return { event: 'not-sent', reason: 'not-sent', note };
  // A page that is not of this API was answered by somebody, but not by the service saying no.
  if (sent === 'answered' && kind !== 'malformed') return { event: 'refused', reason: refusalReason(kind), note };
  return { event: 'lost', reason: lossReason(kind), note };
};

const refusalReason = (kind: string): PurchaseReason => {
  switch (kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'rate-limited':
      return kind;
    default:
      return 'refused';
  }
};

const lossReason = (kind: string): PurchaseReason => {
  switch (kind) {
    case 'server':
    case 'rate-limited':
      return 'server';
    case 'malformed':
      return 'unreadable';
    default:
      return 'timeout';
  }
};

/** What an error of the call that charges means. One that is not the API client's own claims the least. */
export const outcomeOfError = (error: unknown): Outcome => {
  if (!(error instanceof ApiCallError)) return outcomeOf({ kind: 'timeout', sent: 'maybe', serviceMessage: null });
  const { details, kind, sent } = error;
  return outcomeOf({
    // A charge that may have arrived keeps what broke in its code.
    kind: kind === 'outcome-unknown' ? (details?.code ?? kind) : kind,
    sent,
    serviceMessage: details?.serviceMessage ?? details?.raw ?? null,
  });
};

/** What an answer that was kept before it was read means. */
export const outcomeOfReading = (reading: AnswerReading): Outcome => {
  if (!reading.ok) return outcomeOf(reading.failure);
  const { ok: _, ...handover } = reading;
  return { event: 'delivered', ...handover };
};
