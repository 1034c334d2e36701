import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Background, startBackground } from '../../electron/dev/background.ts';
import { debianMirror } from '../../electron/dev/debian-mirror.ts';
import { cacheFolder, projectRoot } from '../../electron/dev/places.ts';
import { mustRun, run } from '../../electron/dev/run.ts';

/** The folder inside a root in which the checkout can be read (inside/open-root.sh). */
export const CHECKOUT = '/srv/checkout';

/** The releases of Debian on which the package is installed. */
export type DebianRelease = 'bookworm' | 'trixie';

export interface InsideOptions {
  /** The user who runs the command; root by default. */
  readonly user?: string;
  /** Variables besides the path, the home folder and the language. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A Debian that was just installed, in namespaces of its own. */
export type CleanRoot = Awaited<ReturnType<typeof openCleanRoot>>;

/** Roots need room (2 GB each) on a disk from which programs may run with the rights of their owner. */
export const rootsFolder = (): string => process.env.INSTALL_ROOTS ?? join(cacheFolder(), 'roots');

/** Returns the archive of a minimal Debian, which debootstrap makes once for this user. */
const baseOf = async (release: DebianRelease): Promise<string> => {
  const archive = join(rootsFolder(), `${release}.tar`);
  if (await stat(archive).catch(() => null)) return archive;
  const mirror = await debianMirror();
  if (mirror === null) throw new Error("This machine's apt names no mirror of Debian; set DEBIAN_MIRROR.");
  await mkdir(rootsFolder(), { recursive: true });
  const work = await mkdtemp(join(rootsFolder(), 'base-'));
  try {
    const tree = join(work, 'root');
    await mustRun('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, tree, mirror]);
    await mustRun('tar', ['-C', tree, '--numeric-owner', '-cf', join(work, 'root.tar'), '.']);
    await rename(join(work, 'root.tar'), archive);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return archive;
};

/**
 * Makes a clean Debian and opens it. `close` ends everything inside and deletes it. With `archive` it is made from the
 * archive of a root in which something was installed, and needs no network.
 */
export const openCleanRoot = async (release: DebianRelease, archive?: string) => {
  const base = archive ?? (await baseOf(release));
  const folder = await mkdtemp(join(rootsFolder(), `${release}-`));
  const outside = (path: string): string => join(folder, path);
  let holder: Background | null = null;
  let first = '';
  const close = async (): Promise<void> => {
    // unshare ignores the signals that end other programs; it ends with its child, and everything inside with that.
    if (first !== '') process.kill(Number(first), 'SIGKILL');
    await holder?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await mustRun('tar', ['-C', folder, '-xpf', base]);
    await cp('/etc/resolv.conf', outside('etc/resolv.conf'), { dereference: true });
    await cp('/etc/hosts', outside('etc/hosts'), { dereference: true });
    // Nobody needs this root after a power failure, and waiting for the disk takes most of the time.
    await writeFile(outside('etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
    const script = resolve(import.meta.dirname, 'inside', 'open-root.sh');
    const archives = join(rootsFolder(), `${release}-archives`);
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'];
    holder = await startBackground('unshare', [...namespaces, 'sh', script, folder, projectRoot, archives], {
      readyOn: 1,
    });
    const { pid } = holder.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    first = children.trim();

    /** Returns the arguments with which nsenter runs a command inside. */
    const wrap = (command: readonly string[], { user = 'root', env = {} }: InsideOptions = {}): readonly string[] => [
      `--target=${first}`,
      '--mount',
      '--pid',
      '--wdns=/',
      'setpriv',
      `--reuid=${user}`,
      `--regid=${user}`,
      '--init-groups',
      'env',
      '-i',
      `HOME=${user === 'root' ? '/root' : `/home/${user}`}`,
      `USER=${user}`,
      'LANG=C.UTF-8',
      `PATH=${user === 'root' ? '/usr/sbin:/usr/bin:/sbin:/bin' : '/usr/local/bin:/usr/bin:/bin'}`,
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ...command,
    ];
    /** Runs a command inside and returns what it wrote. Throws an error with that output if the command fails. */
    const inside = (command: readonly string[], options?: InsideOptions): Promise<string> =>
      mustRun('nsenter', wrap(command, options));
    /** Returns whether a command inside succeeds. */
    const succeeds = async (command: readonly string[], options?: InsideOptions): Promise<boolean> =>
      (await run('nsenter', wrap(command, options), { quiet: true })).code === 0;
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    if (archive === undefined) await inside(['apt-get', 'update', '--quiet'], { env });
    return {
      /** Its folder outside. */
      folder,
      /** Returns the path outside of a file that is inside. */
      outside,
      inside,
      /** Runs a command inside, shows what it writes, and returns its exit code. */
      show: async (command: readonly string[], options?: InsideOptions): Promise<number> =>
        (await run('nsenter', wrap(command, options))).code,
      succeeds,
      /** Starts a command inside and does not wait for it. It ends when the root is closed. */
      start: (command: readonly string[], options?: InsideOptions) =>
        spawn('nsenter', wrap(command, options), { stdio: ['ignore', 'pipe', 'pipe'] }),
      startDaemon: (
        command: readonly string[],
        { readyOn, ...options }: InsideOptions & Pick<Parameters<typeof startBackground>[2], 'readyOn'>,
      ): Promise<Background> => startBackground('nsenter', wrap(command, options), { readyOn, limitMs: 60_000 }),
      /** Runs apt-get as an administrator does at a terminal, without its questions. */
      apt: (...args: readonly string[]): Promise<string> => inside(['apt-get', '--yes', ...args], { env }),
      /** Copies a package into the root and returns its path there. */
      bring: async (file: string): Promise<string> => {
        const path = join('/var/tmp', file.slice(file.lastIndexOf('/') + 1));
        await cp(file, outside(path));
        return path;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
