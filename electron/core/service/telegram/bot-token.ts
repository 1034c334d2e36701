import type { Problem } from '#shared/result.ts';

type TokenResult = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly problem: Problem };

/** The form in which @BotFather gives tokens. Only these characters may become part of an address. */
const TOKEN = /^\d{5,20}:[A-Za-z0-9_-]{30,60}$/;
/** Reads the pasted token of a bot. Problem codes: `token-empty`, `bot-token`. */
export const parseBotToken = (typed: string): TokenResult => {
  const token = typed.trim();
  if (token === '') return { ok: false, problem: { field: 'token', code: 'token-empty' } };
  return TOKEN.test(token) ? { ok: true, token } : { ok: false, problem: { field: 'token', code: 'bot-token' } };
};
