import { toDeskError } from '#core/platform/sqlite/sqlite-errors.ts';
import type { StoredError } from '#shared/contract/stored-error.ts';

const MAX_RAW = 4_000;

/**
 * Returns the part of an error that is stored with the run or list it ended. The problems of form fields are left out.
 */
export const toStoredError = (thrown: unknown): StoredError => {
  const error = toDeskError(thrown);
  const { problems: _, raw, ...details } = error.details ?? {};
  const stored = raw === undefined ? details : { ...details, raw: raw.slice(0, MAX_RAW) };
  return { kind: error.kind, message: error.message, ...(Object.keys(stored).length === 0 ? {} : { details: stored }) };
};
