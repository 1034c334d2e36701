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

/** A session in which windows open and the keychain works unattended; ends with `close`. */
export const prepareUnattended = async (): Promise<DesktopSession> => {
  await ensureSystem('virtual-display');
  Object.assign(process.env, electronEnv(await ensureElectron()));
  const session = await startDesktopSession();
  Object.assign(process.env, session.env);
  return session;
};
