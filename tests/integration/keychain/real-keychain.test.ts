import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithSecretService, type SecretServiceKind } from '../../support/secret-service.ts';
import type { KeychainStory } from './keychain-session.ts';

const SCRIPT = resolve('tests/integration/keychain/keychain-session.ts');

const storyWith = async (kind: SecretServiceKind): Promise<KeychainStory> => {
  const { stdout, stderr } = await runWithSecretService(kind, SCRIPT);
  expect(stdout, stderr).toMatch(/^\{.*\}$/);
  return JSON.parse(stdout);
};

const withoutKeychain = { tokenPlace: 'memory', afterRestart: 'signed-out', heldByKeychain: [false, false] };

describe.runIf(process.platform === 'linux')('keytar on a real Secret Service', () => {
  it('keeps the token across a restart, and forgets it at sign-out', async () => {
    expect(await storyWith('unlocked')).toMatchObject({
      reason: 'ok',
      tokenPlace: 'keychain',
      afterRestart: 'ok',
      afterSignOut: 'signed-out',
      heldByKeychain: [true, false],
    });
  });

  it('does not keep the user out when it is locked', async () => {
    expect(await storyWith('locked')).toMatchObject({ ...withoutKeychain, reason: 'locked' });
  });

  it('does not keep the user out when it is missing', async () => {
    expect(await storyWith('none')).toMatchObject({ ...withoutKeychain, reason: 'missing' });
  });

  it('does not keep the user out when it never answers', async () => {
    expect(await storyWith('hanging')).toMatchObject({ ...withoutKeychain, reason: 'timeout' });
    // The test waits five seconds several times, and the machine may be busy besides.
  }, 60_000);
});
