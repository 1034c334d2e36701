import type { Clock, LogFields, Logger } from '#core/ports.ts';
import { type ApiClient, type ApiClientOptions, createApiClient } from '#core/service/api/api-client.ts';
import { createPacer, type Pacer } from '#core/service/api/pacer.ts';
import { realClock } from './real-clock.ts';

export interface LogLine {
  readonly message: string;
  readonly fields: LogFields;
}

export interface ApiUnderTest extends ApiClient {
  readonly log: readonly LogLine[];
}

/** Creates the real client on Node's fetch, at a speed for tests, and keeps its log. */
export const createApiUnderTest = (
  service: { readonly baseUrl: string; readonly token: string },
  overrides: Partial<ApiClientOptions> = {},
): ApiUnderTest => {
  const log: LogLine[] = [];
  const write = (message: string, fields: LogFields = {}) => void log.push({ message, fields });
  const logger: Logger = { info: write, warn: write, error: write };
  const client = createApiClient({
    baseUrl: service.baseUrl,
    token: service.token,
    fetch: (url, init) => fetch(url, init),
    clock: realClock,
    pacer: createPacer({ clock: realClock, requestsPerSecond: 1_000 }),
    logger,
    random: () => 0,
    ...overrides,
  });
  return { ...client, log };
};

/** Does not wait between two tries. The client has a test of its own for the length of these waits. */
export const hastyClock: Clock = {
  now: realClock.now,
  sleep: (ms, signal) => (ms < 10_000 ? Promise.resolve() : realClock.sleep(ms, signal)),
};

/** Lets every request pass. The pacer has a test of its own for holding requests back after a 429. */
export const freePacer: Pacer = {
  acquire: async () => {},
  succeeded: () => {},
  throttled: () => {},
  setRate: () => {},
  currentRate: () => 1,
  waiting: () => 0,
};
