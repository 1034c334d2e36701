import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeychain } from '#core/platform/secrets/keychain.ts';
import { KEPT_KEYS, makeIdentity, newKeyRing, nextKey, withKey } from '#core/sync/crypto/keys.ts';
import { createMemberSecrets, type MemberSecret } from '#core/sync/crypto/member-secret.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakeSecrets, type FakeSecrets } from '../../../../support/fake-secrets.ts';
import { createRecordedLogger } from '../../../../support/fake-shell.ts';

/** Capacity of an entry of Windows' keychain, in bytes. */
const WINDOWS = 2_560;
const ACCOUNT = randomUUID();

const secretWith = (connection: string): MemberSecret => ({
  connection,
  deskId: randomUUID(),
  computerId: randomUUID(),
  keys: newKeyRing(),
  privateKey: makeIdentity().privateKey,
});
const usual = secretWith('postgresql://shop:s3cret@db.example.com/shop');
const withCertificate = (): MemberSecret =>
  secretWith(`postgresql://магазин@db.example.com/?sslrootcert=${randomBytes(6_000).toString('base64')}`);

const run = (secrets: FakeSecrets) => {
  const clock = createFakeClock();
  const logger = createRecordedLogger();
  const keychain = createKeychain({ secrets, clock, logger });
  return { clock, logger, members: createMemberSecrets(keychain) };
};

describe('the secret of a member', () => {
  it('exists after a restart of the app, and disappears once it is deleted', async () => {
    const secrets = createFakeSecrets();
    expect(await run(secrets).members.read(ACCOUNT)).toBeNull();
    expect(await run(secrets).members.save(ACCOUNT, usual)).toBe('keychain');
    expect(await run(secrets).members.read(ACCOUNT)).toEqual(usual);
    expect(await run(secrets).members.read(randomUUID())).toBeNull();
    await run(secrets).members.forget(ACCOUNT);
    expect(await run(secrets).members.read(ACCOUNT)).toBeNull();
    expect(secrets.kept.size).toBe(0);
  });

  it('is a single entry unless it is large, and no entry is larger than Windows accepts', async () => {
    let keys = newKeyRing();
    while (keys.length < KEPT_KEYS) keys = withKey(keys, nextKey(keys));
    const secrets = createFakeSecrets();
    for (const [secret, entries] of [
      [usual, 1],
      [{ ...usual, keys }, 1],
      [withCertificate(), 4],
      [secretWith('x'.repeat(16_384)), 7],
      [usual, 1],
    ] as const) {
      expect(await run(secrets).members.save(ACCOUNT, secret)).toBe('keychain');
      expect(await run(secrets).members.read(ACCOUNT)).toEqual(secret);
      expect(secrets.kept.size).toBe(entries);
      for (const text of secrets.kept.values()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(WINDOWS);
    }
    await run(secrets).members.forget(ACCOUNT);
    expect(secrets.kept.size).toBe(0);
  });

  it('is either the old or the new one, wherever the app dies in between', async () => {
    const [before, after] = [withCertificate(), withCertificate()];
    for (let writes = 0; writes < 4; writes += 1) {
      const secrets = createFakeSecrets();
      await run(secrets).members.save(ACCOUNT, before);
      let left = writes;
      const dying: FakeSecrets = {
        ...secrets,
        set: async (name, secret) => {
          if (name.startsWith('probe-')) return secrets.set(name, secret);
          left -= 1;
          if (left < 0) throw new Error('the app is gone');
          return secrets.set(name, secret);
        },
      };
      await run(dying).members.save(ACCOUNT, after);
      expect(await run(secrets).members.read(ACCOUNT)).toEqual(before);
      expect(await run(secrets).members.save(ACCOUNT, after)).toBe('keychain');
      expect(await run(secrets).members.read(ACCOUNT)).toEqual(after);
    }
  });

  it('stays in memory until the app ends if there is no keychain', async () => {
    const secrets = createFakeSecrets();
    secrets.mode = 'none';
    const { members } = run(secrets);
    expect(await members.save(ACCOUNT, usual)).toBe('memory');
    expect(await members.read(ACCOUNT)).toEqual(usual);
    await members.forget(ACCOUNT);
    expect(await members.read(ACCOUNT)).toBeNull();
  });

  it('does not stay in the keychain when a write finishes after the deletion', async () => {
    const secrets = createFakeSecrets();
    const { clock, members } = run(secrets);
    await members.save(ACCOUNT, usual);
    await members.forget(ACCOUNT);
    secrets.mode = 'hangs';
    const saving = members.save(ACCOUNT, usual);
    const forgetting = members.forget(ACCOUNT);
    await clock.advance(60_000);
    expect(await saving).toBe('memory');
    await forgetting;
    secrets.release();
    await clock.settle();
    expect(secrets.kept.size).toBe(0);
  });

  it.each(['', 'x', 'a0:', 'a0:{}', 'a9:{"connection":', 'b1:null', 'a0:[]'])(
    'is missing when something else is in its place: %j',
    async (text) => {
      const secrets = createFakeSecrets();
      await secrets.set(`shared-desk:${ACCOUNT}`, text);
      expect(await run(secrets).members.read(ACCOUNT)).toBeNull();
      expect(await run(secrets).members.save(ACCOUNT, usual)).toBe('keychain');
      expect(await run(secrets).members.read(ACCOUNT)).toEqual(usual);
    },
  );

  it('is never logged', async () => {
    const secrets = createFakeSecrets();
    const { logger, members } = run(secrets);
    await members.save(ACCOUNT, usual);
    secrets.mode = 'none';
    await members.save(ACCOUNT, usual);
    expect(logger.lines.length).toBeGreaterThan(0);
    for (const part of ['s3cret', usual.privateKey, usual.deskId])
      expect(JSON.stringify(logger.lines)).not.toContain(part);
  });
});
