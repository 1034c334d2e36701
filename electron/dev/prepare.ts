import { join } from 'node:path';
import { build } from 'electron-vite';
import { type DesktopSession, hasDisplay, startDesktopSession } from './desktop-session.ts';
import { electronEnv, ensureElectron } from './ensure-electron.ts';
import { ensureSystem, type SystemNeed } from './ensure-system.ts';
import { rootArguments } from './launch-electron.ts';
import { projectRoot } from './places.ts';
import { run } from './run.ts';

/** Builds main, preload and renderer into out/, and lets the Electron that will run the core compile it in advance. */
export const buildApp = async (executable = process.env.ELECTRON_EXEC_PATH): Promise<void> => {
  await build({ logLevel: 'warn' });
  if (executable === undefined) throw new Error('No Electron is prepared.');
  const [compiler, main] = [join(import.meta.dirname, 'compiler'), join(projectRoot, 'out', 'main')];
  const { code } = await run(executable, [...rootArguments(), compiler, join(main, 'core.cjs')], { quiet: true });
  if (code !== 0)
    console.warn('Electron could not compile the core beforehand; every start will take a little longer.');
};

/** Makes sure that an Electron is installed, and sets the variables with which the tools find it. */
export const prepareElectron = async (): Promise<void> => {
  await ensureSystem(hasDisplay() ? 'window' : 'virtual-display');
  Object.assign(process.env, electronEnv(await ensureElectron()));
};

/**
 * Starts a session in which windows open and the keychain works unattended. This process and its children use it until
 * `close`, which restores the variables: otherwise the next session would mistake the display that has ended for a
 * screen. `displays`: see `startDesktopSession`.
 */
export const prepareUnattended = async (
  need: SystemNeed = 'virtual-display',
  displays = 1,
): Promise<DesktopSession> => {
  await ensureSystem(need);
  Object.assign(process.env, electronEnv(await ensureElectron()));
  const { env, close } = await startDesktopSession(displays);
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  return {
    env,
    close: async () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await close();
    },
  };
};
