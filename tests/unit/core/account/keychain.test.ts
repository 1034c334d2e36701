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

describe('a look at the keychain', () => {
  it.each([
    ['works', 'not-checked'],
    ['locked', 'not-checked'],
    ['none', 'missing'],
    ['hangs', 'timeout'],
  ] as const)('writes nothing, for which the system could ask for a password (%s)', async (mode, reason) => {
    const [secrets, clock] = [createFakeSecrets(), createFakeClock()];
    const keychain = createKeychain({ secrets, clock, logger: createRecordedLogger() });
    secrets.mode = mode;
    const looked = Promise.all([keychain.look(), keychain.look()]);
    await clock.advance(5_000);
    await looked;
    expect(keychain.state().reason).toBe(reason);
    expect(secrets.calls).toEqual({ get: 1, set: 0, delete: 0 });
  });
});

describe('a keychain that asks the user for a password, who takes a minute to answer', () => {
  const askedForPassword = async () => {
    const [secrets, clock] = [createFakeSecrets(), createFakeClock()];
    const keychain = createKeychain({ secrets, clock, logger: createRecordedLogger() });
    secrets.mode = 'hangs';
    const late: string[] = [];
    const save = async (secret: string): Promise<void> => {
      const saved = keychain.save('account', secret, () => late.push(secret));
      await clock.advance(5_000);
      expect(await saved).toBe(false);
    };
    const answer = async (): Promise<void> => {
      await clock.advance(60_000);
      secrets.release();
      await clock.settle();
    };
    return { secrets, keychain, late, save, answer };
  };

  it('keeps the newest secret after the answer', async () => {
    const { secrets, keychain, late, save, answer } = await askedForPassword();
    await save('old');
    await save('new');
    await answer();
    expect([...secrets.kept]).toEqual([['account', 'new']]);
    expect(late).toEqual(['new']);
    expect(keychain.state().reason).toBe('ok');
  });

  it('keeps nothing that was forgotten meanwhile', async () => {
    const { secrets, keychain, late, save, answer } = await askedForPassword();
    await save('secret');
    await keychain.forget('account');
    await answer();
    expect([...secrets.kept]).toEqual([]);
    expect(late).toEqual([]);
  });

  it('is known to be locked after the user has dismissed the question, and is not asked again by itself', async () => {
    const clock = createFakeClock();
    let dismiss = (): void => {};
    let asked = 0;
    const refuse = (): Promise<never> => {
      asked += 1;
      return new Promise((_, reject) => {
        dismiss = () => reject(new Error('Prompt was dismissed'));
      });
    };
    const keychain = createKeychain({
      secrets: { get: refuse, set: refuse, delete: refuse },
      clock,
      logger: createRecordedLogger(),
    });
    const saved = keychain.save('account', 'secret', () => {});
    await clock.advance(5_000);
    expect(await saved).toBe(false);
    dismiss();
    await clock.settle();
    expect(keychain.state().reason).toBe('locked');
    expect(asked).toBe(1);
  });
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
