import type { Problem } from '#shared/result.ts';

type TokenResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem };

/**
 * Turns the pasted token into the one that is sent. Surrounding spaces and a leading `Bearer ` are removed. Any other
 * character that a header cannot contain means that it was copied incorrectly.
 *
 * Problem codes: `token-empty`, `token-characters`.
 */
export const parseToken = (typed: string): TokenResult => {
  const refuse = (code: string): TokenResult => ({ ok: false, problem: { field: 'token', code } });
  const token = typed.trim().replace(/^bearer(?:\s+|$)/i, '');
  if (token === '') return refuse('token-empty');
  if (!/^[\x21-\x7e]+$/.test(token)) return refuse('token-characters');
  return { ok: true, value: token };
};
