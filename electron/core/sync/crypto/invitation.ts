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

/**
 * Contains everything that a computer needs to join. Anyone who can open it becomes a member, so the passphrase must
 * not travel the same way as the text.
 */
export interface Invitation {
  readonly connection: string;
  readonly deskId: string;
  readonly keys: KeyRing;
  /**
   * The service at which the desk has its account. The inviter only claims this, so a token goes there only after a
   * person has agreed.
   */
  readonly baseUrl: string;
  readonly deskName: string;
  /** The name that its owner gave to the inviting computer. */
  readonly invitedBy: string;
}

/** The time at which an invitation expires, in ms since the epoch, UTC: the end of a day in the inviter's calendar. */
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
 * An invitation consists of the format (1 byte), the strength of the key (log2 N, r and p: 1 byte each), the salt (16
 * bytes), the box, and the first bytes of the SHA-256 of all that. The checksum needs no passphrase, so the app can
 * distinguish a wrong passphrase from damage.
 */
const FORMAT = 1;
const FIXED = 4;
const SALT = 16;
const CHECKSUM = 8;

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM);

/** Normalizes a passphrase: its spaces may change when it is typed twice, or copied out of a message. */
const tidy = (passphrase: string): string => passphrase.normalize('NFKC').trim().replace(/\s+/g, ' ');

/**
 * Makes an invitation that is valid for seven days after today, by this computer's calendar. `now` is in ms since the
 * epoch, UTC. Throws DeskError `invalid-input` (problems of `passphrase`, `repeated`).
 */
export const makeInvitation = async (
  invitation: Invitation,
  { passphrase, repeated }: { readonly passphrase: string; readonly repeated: string },
  { now, language, strength = STRONG }: { now: number; language: Language; strength?: Strength },
): Promise<{ readonly text: string } & Expiring> => {
  await assertPassphrase(tidy(passphrase), tidy(repeated));
  const until = midnightOf(localDate(now), VALID_DAYS + 1) ?? now;
  // The fields are listed one by one, because the caller's object may hold others that are not meant for the invited
  // computer. The check prevents an invitation that could not be opened.
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

/** An invitation that arrived complete. Its content is still unknown. */
interface SealedInvitation {
  readonly kdf: Kdf;
  readonly head: Uint8Array;
  readonly box: Uint8Array;
}

/**
 * Finds an invitation in a text that came through a messenger or by mail. Throws DeskError `shared-desk`:
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
 * Opens an invitation. Throws DeskError `shared-desk`: `invitation-wrong-passphrase`, `invitation-expired` (by this
 * computer's clock; `now` is in ms since the epoch), `invitation-damaged` (this app never writes such
 * content).
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
