import { expect, it } from 'vitest';
import type { AppError } from '#shared/result.ts';
import { toolResult } from '../../../../electron/main/scripts/mcp-server.ts';

const MAY_BE_SENT = 'Do not buy it under another name';
const told = (command: 'buy-vpn' | 'clients', error: AppError) => {
  const { content, isError } = { isError: false, ...toolResult(command, { id: 1, ok: false, error }) };
  return {
    isError,
    isUnknown: content
      .map(({ text }) => text)
      .join()
      .includes(MAY_BE_SENT),
  };
};

it.each<[AppError, boolean]>([
  [{ kind: 'storage', message: 'not stored', details: { code: 'answer-not-stored' } }, true],
  [{ kind: 'internal', message: 'Something in the app went wrong.' }, true],
  [{ kind: 'storage', message: 'full', details: { code: 'database-full' } }, true],
  [{ kind: 'storage', message: 'not stored', details: { code: 'intent-not-stored' } }, false],
  [{ kind: 'conflict', message: 'too much', details: { code: 'script-cap' } }, false],
])('an assistant is told whether a purchase may have been paid in spite of %j', (error, isUnknown) => {
  expect(told('buy-vpn', error)).toEqual({ isError: true, isUnknown });
  expect(told('clients', { kind: 'internal', message: '' })).toEqual({ isError: true, isUnknown: false });
});
