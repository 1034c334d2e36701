import { z } from 'zod';
import { createTurns } from '#core/platform/async/turns.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { type KeyRing, keyRing, privateText, writeRing } from './keys.ts';

/**
 * The secret that makes a computer a member. It is kept in the OS keychain and in memory, and never appears in the
 * database, in an error or in a log.
 */
export interface MemberSecret {
  /** The connection string of the PostgreSQL database, with user and password. */
  readonly connection: string;
  readonly deskId: string;
  readonly computerId: string;
  readonly keys: KeyRing;
  /** The X25519 key that `makeIdentity` returns. */
  readonly privateKey: string;
}

/** A connection string, with its certificate inside, as store/connection-string.ts takes it. */
export const connectionText = z.string().min(1).max(16_384);

const written = z.object({
  connection: connectionText,
  deskId: z.uuid(),
  computerId: z.uuid(),
  keys: keyRing,
  privateKey: privateText,
});

/**
 * An entry of the Windows keychain holds 2,560 bytes, and a connection string with a certificate is longer. So the
 * secret is cut into pieces of ASCII. The first piece says how many others there are, and which of two slots holds
 * them. The others are written first, into the slot that is not in use. So whenever the app dies, either the old secret
 * or the new one is complete.
 */
const PIECE = 2_500;
const MAX_PIECES = 10;
const FIRST = /^([ab])(\d{1,2}):/;

const nameOf = (accountId: string): string => `shared-desk:${accountId}`;
const pieceOf = (accountId: string, slot: string, index: number): string => `${nameOf(accountId)}:${slot}${index}`;

const toPieces = (secret: MemberSecret): readonly string[] => {
  const json = JSON.stringify({ ...secret, keys: writeRing(secret.keys) });
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return ascii.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? [];
};

export type MemberSecrets = ReturnType<typeof createMemberSecrets>;

export const createMemberSecrets = (keychain: Keychain) => {
  const secrets = new Map<string, MemberSecret>();

  /** Two concurrent writers would mix their pieces. */
  const inTurn = createTurns();

  const clear = async (accountId: string, slots: readonly string[]): Promise<void> => {
    for (const slot of slots)
      for (let index = 1; index < MAX_PIECES; index += 1) await keychain.forget(pieceOf(accountId, slot, index));
  };

  const write = async (accountId: string, secret: MemberSecret): Promise<boolean> => {
    const onLate = (): void => {
      // An outdated secret must not stay in the keychain, which accepts calls again once it has reported that it is
      // late.
      if (secrets.get(accountId) !== secret) void Promise.resolve().then(() => inTurn(() => settle(accountId)));
    };
    const [first = '', ...others] = toPieces(secret);
    if (others.length >= MAX_PIECES) return false;
    const before = FIRST.exec((await keychain.read(nameOf(accountId))) ?? '');
    const slot = before?.[1] === 'a' ? 'b' : 'a';
    for (const [index, piece] of others.entries())
      if (!(await keychain.save(pieceOf(accountId, slot, index + 1), piece, onLate))) return false;
    if (!(await keychain.save(nameOf(accountId), `${slot}${others.length}:${first}`, onLate))) return false;
    if (before !== null && before[2] !== '0') await clear(accountId, [slot === 'a' ? 'b' : 'a']);
    return true;
  };

  const remove = async (accountId: string): Promise<void> => {
    await keychain.forget(nameOf(accountId));
    await clear(accountId, ['a', 'b']);
  };

  /** Makes the keychain match the memory. */
  const settle = async (accountId: string): Promise<void> => {
    const secret = secrets.get(accountId);
    if (secret === undefined) await remove(accountId);
    else await write(accountId, secret);
  };

  const load = async (accountId: string): Promise<MemberSecret | null> => {
    const found = (await keychain.read(nameOf(accountId))) ?? '';
    const [mark = '', slot = '', count = ''] = FIRST.exec(found) ?? [];
    const pieces = [found.slice(mark.length)];
    for (let index = 1; index <= Math.min(Number(count), MAX_PIECES); index += 1)
      pieces.push((await keychain.read(pieceOf(accountId, slot, index))) ?? '');
    const secret = written.safeParse(parseJson(pieces.join('')));
    return secret.success ? secret.data : null;
  };

  return {
    /**
     * Reads the secret from memory or, once per run, from the keychain. Returns `null` if there is none, or if it
     * cannot be read (`Keychain.state()`).
     */
    read: (accountId: string): Promise<MemberSecret | null> =>
      inTurn(async () => {
        const secret = secrets.get(accountId) ?? (await load(accountId));
        if (secret !== null) secrets.set(accountId, secret);
        return secret;
      }),
    /** Saves the secret and returns where. It stays in memory in any case, until the app ends. */
    save: (accountId: string, secret: MemberSecret): Promise<'keychain' | 'memory'> =>
      inTurn(async () => {
        secrets.set(accountId, secret);
        return (await write(accountId, secret)) ? 'keychain' : 'memory';
      }),
    forget: (accountId: string): Promise<void> =>
      inTurn(async () => {
        secrets.delete(accountId);
        await remove(accountId);
      }),
  };
};
