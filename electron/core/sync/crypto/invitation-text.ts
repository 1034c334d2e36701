import { sealingError } from './sealing-error.ts';

/**
 * The text of an invitation consists of words for people, then `RDESK{`, base64 in short lines, and `}`. It is ordinary
 * base64 and not base64url, because messengers take `_` and `-` for formatting and dashes. The reader skips all
 * characters outside of the alphabet, which were added on the way (line breaks, spaces, `>` of quotations, invisible
 * characters). A checksum at the end reveals any other damage.
 */
const START = 'RDESK{';
const END = '}';
const LINE = 60;
/** The maximum length in characters, about twice that of the longest invitation that the app makes. */
export const MAX_INVITATION_TEXT = 64 * 1024;

export const writeInvitation = (words: string, bytes: Uint8Array): string => {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .replace(/={1,2}$/, '')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [words, '', START, ...lines, END, ''].join('\n');
};

/**
 * Returns the bytes of the first invitation in a text; `isWhole` says whether its end is there. Throws DeskError
 * `shared-desk`: `invitation-too-long`, or `invitation-unknown` if the text contains no invitation.
 */
export const findInvitation = (text: string): { readonly bytes: Uint8Array; readonly isWhole: boolean } => {
  if (text.length > MAX_INVITATION_TEXT) throw sealingError('invitation-too-long');
  const start = /RDESK\s*\{/i.exec(text);
  if (start === null) throw sealingError('invitation-unknown');
  const from = start.index + start[0].length;
  const end = text.indexOf(END, from);
  const body = text.slice(from, end === -1 ? undefined : end);
  return { bytes: Buffer.from(body.replace(/[^A-Za-z0-9+/]/g, ''), 'base64'), isWhole: end !== -1 };
};
