import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deriveKey, type Kdf, kdf, STRONG, type Strength } from '#core/platform/secrets/derive-key.ts';
import { assertPassphrase } from '#core/platform/secrets/passphrase-strength.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import { parseBaseUrl } from '#shared/domain/base-url.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate, midnightOf } from '#shared/domain/local-date.ts';
import { openBox, sealBox } from './box.ts';
import { findInvitation, writeInvitation } from './invitation-text.ts';
import { type KeyRing, keyRing, writeRing } from './keys.ts';
import { connectionText } from './member-secret.ts';
import { sealingError } from './sealing-error.ts';

/** All that a computer needs to join. Whoever can open it is a member: the passphrase goes another way than the text. */
export interface Invitation {
  readonly connection: string;
  readonly deskId: string;
  readonly keys: KeyRing;
  /** The service the desk's account is at. It is the inviter's word: a token goes there only once a person has agreed. */
  readonly baseUrl: string;
  readonly deskName: string;
  /** The computer that invites, as its owner calls it. */
  readonly invitedBy: string;
}

/** Until when it can be used, in ms since the epoch, UTC: the end of a day on the inviter's calendar. */
interface Expiring {
  readonly until: number;
}

const VALID_DAYS = 7;
const MAX_NAME = 200;
const MAX_TIME = 8.64e15;

const content = z.object({
  connection: connectionText,
  deskId: z.uuid(),
  keys: keyRing,
  baseUrl: z
    .string()
    .max(2_000)
    .refine((url) => parseBaseUrl(url).ok),
  deskName: z.string().max(MAX_NAME),
  invitedBy: z.string().max(MAX_NAME),
  until: z.int().min(0).max(MAX_TIME),
});

/**
 * Format (1 byte), strength of the key (log2 N, r, p: 1 each), salt (16), the box, and the first bytes of SHA-256 of
 * all that. The checksum needs no passphrase, so a wrong one can be told from damage.
 */
const FORMAT = 1;
const FIXED = 4;
const SALT = 16;
const CHECKSUM = 8;

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM);

/** What is typed in two places, or copied out of a message, differs by spaces. */
const tidy = (passphrase: string): string => passphrase.normalize('NFKC').trim().replace(/\s+/g, ' ');

/**
 * Valid for seven days after today. Throws DeskError `invalid-input` (problems of `passphrase`, `repeated`). `now` in ms
 * since the epoch, UTC; the day is one of this computer's calendar.
 */
export const makeInvitation = async (
  invitation: Invitation,
  { passphrase, repeated }: { readonly passphrase: string; readonly repeated: string },
  { now, language, strength = STRONG }: { now: number; language: Language; strength?: Strength },
): Promise<{ readonly text: string } & Expiring> => {
  await assertPassphrase(tidy(passphrase), tidy(repeated));
  const until = midnightOf(localDate(now), VALID_DAYS + 1) ?? now;
  // Named one by one: what else the caller's object holds is not for the invited. One that could not be opened is not made.
  const { connection, deskId, keys, baseUrl, deskName, invitedBy } = invitation;
  const value = { connection, deskId, keys: writeRing(keys), baseUrl, deskName, invitedBy, until };
  content.parse(value);
  const salt = randomBytes(SALT);
  const head = Buffer.concat([Buffer.of(FORMAT, Math.log2(strength.N), strength.r, strength.p), salt]);
  const key = await deriveKey(tidy(passphrase), { ...strength, salt: salt.toString('base64') });
  const sealed = Buffer.concat([head, sealBox(key, head, value)]);
  const lastDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(until - 1);
  const words = textsIn(language)('sharedDesk:invitation.head', { day: lastDay });
  return { text: writeInvitation(words, Buffer.concat([sealed, checksumOf(sealed)])), until };
};

/** An invitation that came whole, and nothing more is known of it. */
interface SealedInvitation {
  readonly kdf: Kdf;
  readonly head: Uint8Array;
  readonly box: Uint8Array;
}

/**
 * Finds an invitation in a text, as a messenger or a mail has left it. Throws DeskError `shared-desk`:
 * `invitation-too-long`, `invitation-unknown`, `invitation-cut-short`, `invitation-damaged`, `invitation-newer`.
 */
export const parseInvitation = (text: string): SealedInvitation => {
  const { bytes, isWhole } = findInvitation(text);
  const end = bytes.length - CHECKSUM;
  if (end < FIXED + SALT || !checksumOf(bytes.subarray(0, end)).equals(bytes.subarray(end)))
    throw sealingError(isWhole ? 'invitation-damaged' : 'invitation-cut-short');
  const [format = 0, logN = 0, r = 0, p = 0] = bytes;
  if (format > FORMAT) throw sealingError('invitation-newer');
  const head = bytes.subarray(0, FIXED + SALT);
  const salt = Buffer.from(head.subarray(FIXED)).toString('base64');
  const strength = kdf.safeParse({ name: 'scrypt', N: 2 ** logN, r, p, salt });
  if (!strength.success) throw sealingError('invitation-damaged');
  return { kdf: strength.data, head, box: bytes.subarray(FIXED + SALT, end) };
};

/**
 * Throws DeskError `shared-desk`: `invitation-wrong-passphrase`, `invitation-expired` (by this computer's clock, `now` in
 * ms since the epoch), `invitation-damaged` (what is in it is nothing that this app makes).
 */
export const openInvitation = async (
  { kdf: strength, head, box }: SealedInvitation,
  passphrase: string,
  now: number,
): Promise<Invitation & Expiring> => {
  const opened = openBox(await deriveKey(tidy(passphrase), strength), head, box);
  if (opened === null) throw sealingError('invitation-wrong-passphrase');
  const found = content.safeParse(opened.value);
  if (!found.success) throw sealingError('invitation-damaged');
  if (found.data.until <= now) throw sealingError('invitation-expired');
  return found.data;
};
