import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startKeyringSession } from '../../electron/dev/desktop-session.ts';

const run = promisify(execFile);

interface HangingKeychain {
  /** Environment for the app: the bus on which the keychain lives. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the keychain keep its name on the bus and never answer again. */
  hang(): void;
  close(): Promise<void>;
}

/** A real keyring in a session of its own that can be stopped at any moment. */
export const startHangingKeychain = async (): Promise<HangingKeychain> => {
  const session = await startKeyringSession();
  const address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const { stdout } = await run(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/',
      'org.freedesktop.DBus.GetConnectionUnixProcessID',
      'string:org.freedesktop.secrets',
    ],
    { env: { ...process.env, ...env } },
  );
  const pid = Number(/uint32 (\d+)/.exec(stdout)?.[1]);
  if (!Number.isSafeInteger(pid)) throw new Error('The keyring has no process.');
  return {
    env,
    hang: () => process.kill(pid, 'SIGSTOP'),
    close: async () => {
      // A stopped process does not receive the request to end.
      process.kill(pid, 'SIGCONT');
      await session.close();
    },
  };
};
