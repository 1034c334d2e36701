import { fail, type Result } from '#shared/result.ts';

/** Whatever is not of the contract, or not even a request. */
export const unknownRequest = (): Result<never> =>
  fail({ kind: 'invalid-input', message: 'There is no such request.', details: { code: 'unknown-request' } });
