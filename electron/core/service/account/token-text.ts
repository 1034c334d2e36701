import type { Problem } from '#shared/result.ts';

type TokenResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly problem: Problem };

/**
 * The token as it was pasted → as it is sent. Spaces around it and a `Bearer ` in front are no part of it; anything
 * else that a header cannot carry means that it was copied wrongly.
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
