import { describe, expect, it } from 'vitest';
import { createKeychain } from '#core/platform/secrets/keychain.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeSecrets } from '../../../support/fake-secrets.ts';
import { createRecordedLogger } from '../../../support/fake-shell.ts';

const reasonFor = async (message: string): Promise<string> => {
  const refuse = () => Promise.reject(new Error(message));
  const keychain = createKeychain({
    secrets: { get: refuse, set: refuse, delete: refuse },
    clock: createFakeClock(),
    logger: createRecordedLogger(),
  });
  return (await keychain.probe()).reason;
};

it('a secret that was stored too late can be deleted at once', async () => {
  const [secrets, clock] = [createFakeSecrets(), createFakeClock()];
  const keychain = createKeychain({ secrets, clock, logger: createRecordedLogger() });
  await keychain.probe();
  secrets.mode = 'hangs';
  const forgotten = new Promise<void>((resolve) => {
    void keychain
      .save('account', 'secret', () => resolve(keychain.forget('account')))
      .then((isKept) => expect(isKept).toBe(false));
  });
  await clock.advance(5_000);
  secrets.release();
  await forgotten;
  expect(secrets.kept.size).toBe(0);
});

describe('the reason why the keychain cannot be used', () => {
  it.each([
    // Messages of libsecret, as keytar passes them on.
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'missing'],
    ['Could not connect: No such file or directory', 'missing'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
    ['Unknown or unsupported transport “disabled” for address “disabled:”', 'missing'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'missing'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['Prompt was dismissed', 'locked'],
    // Messages of macOS and Windows.
    ['User interaction is not allowed.', 'locked'],
    ['Element not found.', 'failed'],
    ['', 'failed'],
  ])("is derived from the platform's message (%j)", async (message, reason) => {
    expect(await reasonFor(message)).toBe(reason);
  });

  it("is logged without the platform's message, which may contain anything", async () => {
    const logger = createRecordedLogger();
    const refuse = () => Promise.reject(new Error('secret-token in a message'));
    const secrets = { get: refuse, set: refuse, delete: refuse };
    const keychain = createKeychain({ secrets, clock: createFakeClock(), logger });
    await keychain.save('account', 'secret-token', () => {});
    expect(logger.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(logger.lines)).not.toContain('secret-token');
  });
});
