import { build } from 'electron-vite';
import { type DesktopSession, hasDisplay, startDesktopSession } from './desktop-session.ts';
import { electronEnv, ensureElectron } from './ensure-electron.ts';
import { ensureSystem } from './ensure-system.ts';

/** Builds main, preload and renderer into out/. */
export const buildApp = async (): Promise<void> => {
  await build({ logLevel: 'warn' });
};

/** An Electron on this machine; tells the tools that this process starts where it is. */
export const prepareElectron = async (): Promise<void> => {
  await ensureSystem(hasDisplay() ? 'window' : 'virtual-display');
  Object.assign(process.env, electronEnv(await ensureElectron()));
};

/**
 * A session in which windows open and the keychain works unattended. Until `close`, this process and what it starts
 * live in it; then its addresses are taken back, or the next session would take a display that has ended for a screen.
 */
export const prepareUnattended = async (): Promise<DesktopSession> => {
  await ensureSystem('virtual-display');
  Object.assign(process.env, electronEnv(await ensureElectron()));
  const { env, close } = await startDesktopSession();
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
