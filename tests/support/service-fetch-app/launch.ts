import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { build } from 'vite';

export interface FetchAnswer {
  readonly status: number;
  readonly text: string;
  /** What was thrown, when there was no whole answer. */
  readonly failure: string | null;
}

export interface ServiceFetchApp {
  fetch(url: string, init: { method?: string; body?: string; abortAfterHeadMs?: number }): Promise<FetchAnswer>;
  close(): Promise<void>;
}

/** Builds and starts the little app around the `fetch` adapter. */
export const launchServiceFetch = async (): Promise<ServiceFetchApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-fetch-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(import.meta.dirname, 'main.ts'),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'main.mjs' } },
    },
  });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'fetch', version: '1.0.0', main: 'main.mjs' }));
  const app = await _electron.launch({
    executablePath: process.env.ELECTRON_EXEC_PATH ?? '',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), folder, `--user-data-dir=${join(folder, 'data')}`],
  });
  return {
    fetch: (url, init) => callFetch(app, url, init),
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const callFetch: (
  app: ElectronApplication,
  url: string,
  init: { method?: string; body?: string; abortAfterHeadMs?: number },
) => Promise<FetchAnswer> = (app, url, init) =>
  app.evaluate(
    async (_electronModule, { url: address, init: wanted }) => {
      type Fetch = (target: string, options: RequestInit) => Promise<Response>;
      const serviceFetch = Reflect.get(globalThis, 'serviceFetch') as Fetch;
      const { abortAfterHeadMs, ...rest } = wanted;
      const controller = new AbortController();
      let status = 0;
      try {
        const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
        const answer = await serviceFetch(address, { ...rest, headers, signal: controller.signal });
        status = answer.status;
        if (abortAfterHeadMs !== undefined) {
          setTimeout(() => controller.abort(new Error('aborted by the test')), abortAfterHeadMs);
        }
        return { status, text: await answer.text(), failure: null };
      } catch (error) {
        return { status, text: '', failure: error instanceof Error ? error.message : String(error) };
      }
    },
    { url, init },
  );
