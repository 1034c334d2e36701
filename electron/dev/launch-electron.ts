import { isRoot, projectRoot } from './places.ts';
import { run } from './run.ts';

/** Opens the built app and waits until it is closed. Returns its exit code. Call `prepareElectron` first. */
export const launchElectron = async (args: readonly string[]): Promise<number> => {
  const executable = process.env.ELECTRON_EXEC_PATH;
  if (executable === undefined) throw new Error('No Electron is prepared.');
  const { code } = await run(executable, [...rootArguments(), projectRoot, ...args]);
  return code;
};

/** Chromium refuses its sandbox to root; for all other users it stays on. */
export const rootArguments = (): readonly string[] => (isRoot() ? ['--no-sandbox'] : []);
