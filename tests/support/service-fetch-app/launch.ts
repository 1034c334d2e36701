import { resolve } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import type { NetFetch } from '../../../electron/main/ports/fetch.ts';
import { launchLittleApp } from '../little-app.ts';

interface FetchAnswer {
  readonly status: number;
  readonly text: string;
  /** The error, if the answer did not arrive whole. */
  readonly failure: string | null;
}

export interface ServiceFetchApp {
  fetch(url: string, init: { method?: string; body?: string; abortAfterHeadMs?: number }): Promise<FetchAnswer>;
  close(): Promise<void>;
}

/** Builds and starts the little app around the `fetch` adapter. */
export const launchServiceFetch = async (): Promise<ServiceFetchApp> => {
  const { app, close } = await launchLittleApp(resolve(import.meta.dirname, 'main.ts'));
  return { fetch: (url, init) => callFetch(app, url, init), close };
};

const callFetch: (
  app: ElectronApplication,
  url: string,
  init: { method?: string; body?: string; abortAfterHeadMs?: number },
) => Promise<FetchAnswer> = (app, url, init) =>
  app.evaluate(
    async (_electronModule, { url: address, init: wanted }) => {
      const serviceFetch = Reflect.get(globalThis, 'serviceFetch') as NetFetch;
      const { abortAfterHeadMs, method = 'GET', body = null } = wanted;
      const controller = new AbortController();
      let status = 0;
      try {
        const headers = Object.entries({ authorization: 'Bearer test', 'content-type': 'application/json' });
        const answer = await serviceFetch({ url: address, method, headers, body }, controller.signal);
        status = answer.status;
        if (abortAfterHeadMs !== undefined) {
          setTimeout(() => controller.abort(new Error('aborted by the test')), abortAfterHeadMs);
        }
        return { status, text: await new Response(answer.body).text(), failure: null };
      } catch (error) {
        return { status, text: '', failure: error instanceof Error ? error.message : String(error) };
      }
    },
    { url, init },
  );
