import { debianMirror } from './debian-mirror.ts';
import { isRoot } from './places.ts';
import { run } from './run.ts';

/**
 * Checks what the tests in a clean Debian need: Linux, root, namespaces that root may open, and a mirror of Debian.
 * @throws the refusal, followed by everything that is missing
 */
export const ensureCleanRoots = async (refusal: string): Promise<void> => {
  const missing: string[] = [];
  if (process.platform !== 'linux') missing.push('Linux.');
  else {
    if (!isRoot())
      missing.push('Root, who alone may mount a file system: run it with sudo, or in a container of your own.');
    else if ((await run('unshare', ['--mount', '--pid', '--fork', 'true'], { quiet: true })).code !== 0)
      missing.push('Mount namespaces: a container needs --privileged for them.');
    if ((await debianMirror()) === null)
      missing.push('A mirror of Debian: apt of this machine names none, so set DEBIAN_MIRROR to one.');
  }
  if (missing.length > 0)
    throw new Error(`${refusal} This is missing:\n${missing.map((one) => `- ${one}`).join('\n')}`);
};
