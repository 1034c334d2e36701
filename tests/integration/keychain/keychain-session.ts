import { writeSync } from 'node:fs';
import { createSecretStore } from '../../../electron/main/ports/secret-store.ts';
import { startTestDesk } from '../../support/desk-core.ts';

/** The effects of the keychain that a user sees in one sign-in, one restart and one sign-out. */
export interface KeychainStory {
  readonly reason: string;
  readonly tokenPlace: string | undefined;
  /** `ok` or the kind of the error when the balance is read after a restart. */
  readonly afterRestart: string;
  readonly afterSignOut: string;
  /** Whether the keychain itself, queried directly, holds the token. */
  readonly heldByKeychain: readonly boolean[];
}

const store = createSecretStore();
const desk = await startTestDesk({ signIn: false, keychain: store });
const { baseUrl, token } = desk.sandbox;

const signedIn = await desk.call('account.signIn', { baseUrl, token, label: '' });
const accountId = signedIn.activeId ?? '';

const isHeld = async (): Promise<boolean> =>
  signedIn.keychain.reason !== 'timeout' &&
  (await store.get(accountId).catch(() => null)) === JSON.stringify({ baseUrl, token });
const readBalance = async (): Promise<string> => {
  const result = await desk.callRaw('account.refreshBalance', {});
  return result.ok ? 'ok' : result.error.kind;
};

const heldAfterSignIn = await isHeld();
await desk.restart();
const afterRestart = await readBalance();
await desk.call('account.signOut', { accountId });
const story: KeychainStory = {
  reason: signedIn.keychain.reason,
  tokenPlace: signedIn.accounts[0]?.tokenPlace,
  afterRestart,
  afterSignOut: await readBalance(),
  heldByKeychain: [heldAfterSignIn, await isHeld()],
};
await desk.close();
writeSync(1, JSON.stringify(story));
// A call that hangs blocks a thread, and an ordinary exit waits up to a minute for all threads, until D-Bus gives up.
process.kill(process.pid, 'SIGKILL');
