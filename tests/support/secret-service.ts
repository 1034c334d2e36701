import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * - `unlocked`: gnome-keyring as a desktop has it;
 * - `locked`: the same, but the keyring's password was never entered;
 * - `none`: no D-Bus at all;
 * - `hanging`: a program owns the Secret Service's name and never answers.
 */
export type SecretServiceKind = 'unlocked' | 'locked' | 'none' | 'hanging';

const CALL = 'dbus-send --session --print-reply';
/**
 * The daemon takes its name on the bus a moment after the command has returned. The loop asks for the name and not for the
 * service: a call to a service that is not there yet makes the bus start a second daemon, and both then wait.
 */
const UNLOCK =
  'printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ' +
  `for TRY in $(seq 200); do ${CALL} --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner ` +
  "string:org.freedesktop.secrets | grep -q 'boolean true' && break; sleep 0.05; done";
const LOCK =
  `${CALL} --dest=org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock ` +
  'array:objpath:/org/freedesktop/secrets/collection/login >/dev/null';
/** The daemon keeps its name on the bus and never reads a message again. */
const STOP =
  `DAEMON=$(${CALL} --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetConnectionUnixProcessID ` +
  "string:org.freedesktop.secrets | sed -n 's/.*uint32 //p'); kill -STOP $DAEMON; trap 'kill -KILL $DAEMON' EXIT";

const PREPARE: Readonly<Record<Exclude<SecretServiceKind, 'none'>, string>> = {
  unlocked: UNLOCK,
  locked: `${UNLOCK}; ${LOCK}`,
  hanging: `${UNLOCK}; ${STOP}`,
};

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The Node that runs TypeScript directly, whichever Node runs the tests. */
const NODE = resolve('node_modules/.bin/node');

/**
 * Runs a TypeScript file in a session with its own HOME, D-Bus and keyring, so that it neither touches the data of this
 * machine's user nor leaves anything behind.
 */
export const runWithSecretService = async (
  kind: SecretServiceKind,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const home = await mkdtemp(join(tmpdir(), 'keyring-'));
  await mkdir(join(home, 'runtime'), { mode: 0o700 });
  const { DBUS_SESSION_BUS_ADDRESS: _, DISPLAY: __, ...inherited } = process.env;
  try {
    return await run(
      kind === 'none'
        ? [NODE, script]
        : ['dbus-run-session', '--', 'bash', '-c', `${PREPARE[kind]}; "$NODE" "$SCRIPT"`],
      {
        ...inherited,
        ...env,
        HOME: home,
        XDG_RUNTIME_DIR: join(home, 'runtime'),
        XDG_DATA_HOME: join(home, 'data'),
        XDG_CONFIG_HOME: join(home, 'config'),
        XDG_CACHE_HOME: join(home, 'cache'),
        NODE,
        SCRIPT: script,
      },
    );
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

const run = ([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> =>
  new Promise((done, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
