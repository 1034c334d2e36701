import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { build } from 'vite';

export interface LittleApp {
  readonly app: ElectronApplication;
  close(): Promise<void>;
}

interface LittleAppOptions {
  /** Other files of the app, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Builds and starts an app that contains a single part of the main process; `app.evaluate` calls it there. */
export const launchLittleApp = async (entry: string, options: LittleAppOptions = {}): Promise<LittleApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-little-'));
  await build({
    configFile: false,
    logLevel: 'error',
    // Everything is in the one file, because there is no node_modules beside it.
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.mjs' } },
    },
  });
  const manifest = JSON.stringify({ name: 'little', version: '1.0.0', type: 'module', main: 'main.mjs' });
  for (const [name, text] of Object.entries({ ...options.files, 'package.json': manifest }))
    await writeFile(join(folder, name), text);
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const app = await _electron.launch({
    executablePath: process.env.ELECTRON_EXEC_PATH ?? '',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), folder, `--user-data-dir=${join(folder, 'data')}`],
    env: { ...Object.fromEntries(inherited), ...options.env },
  });
  return {
    app,
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
