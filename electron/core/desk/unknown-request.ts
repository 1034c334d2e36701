import { fail, type Result } from '#shared/result.ts';

/** Returns the answer to a request that the contract does not have, or to something that is not a request. */
export const unknownRequest = (): Result<never> =>
  fail({ kind: 'invalid-input', message: 'There is no such request.', details: { code: 'unknown-request' } });
