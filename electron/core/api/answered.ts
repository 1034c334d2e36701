import { parseRoubles } from '#shared/domain/money.ts';
import { ApiCallError } from './api-call-error.ts';

/** A value as the app knows it, with the moment of the answer it came from. */
export interface Answered<T> {
  readonly value: T;
  /** Milliseconds since the epoch: the age of the datum. */
  readonly receivedAt: number;
}

/** The pair that identifies a client of the reseller (docs/api.md#clients). */
export interface ClientPair {
  readonly messengerId: number;
  readonly clientKey: string;
}

export const clientFieldsOf = ({ messengerId, clientKey }: ClientPair) => ({
  messenger_id: messengerId,
  client_key: clientKey,
});

/** From an answer by wire names to one by ours. */
export const answered = <Data, T>(
  answer: { readonly data: Data; readonly receivedAt: number },
  toValue: (data: Data) => T,
): Answered<T> => ({ value: toValue(answer.data), receivedAt: answer.receivedAt });

/** Roubles of an answer in kopecks. An amount that cannot be exact is an unreadable answer. */
export const kopecksOf = (roubles: number): number => {
  const kopecks = parseRoubles(roubles);
  if (kopecks !== null) return kopecks;
  throw new ApiCallError('malformed', 'maybe', 'an amount in the answer is out of range', { code: 'amount' });
};

/** For answers to charges, where a missing price must not hide the goods. */
export const kopecksOrNull = (roubles: number | null): number | null =>
  roubles === null ? null : parseRoubles(roubles);
