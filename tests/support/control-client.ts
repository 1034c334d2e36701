import type { ActiveRule, FaultRule, LoggedRequest } from '#sandbox/control/fault-types.ts';
import type { ServiceBooks, StockProxy } from '#sandbox/state/model.ts';

export type { Fault } from '#sandbox/control/fault-types.ts';
export type { BookEntry, StockProxy } from '#sandbox/state/model.ts';

export interface RequestQuery {
  readonly method?: 'GET' | 'POST';
  /** The path below `/api/v1`. */
  readonly path?: string;
}

export type ControlClient = ReturnType<typeof createControlClient>;

/** Steers a running sandbox. Every call rejects when the control port refuses it. */
export const createControlClient = (controlUrl: string) => {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      // On a busy machine a kept connection may be closed by the sandbox just as the next request is sent over it.
      headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the sandbox's control port refused ${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  };
  const requestsPath = (query: RequestQuery, atLeast: number): string =>
    `/requests?${new URLSearchParams({ ...query, atLeast: String(atLeast) })}`;
  const requests = async (query: RequestQuery, atLeast: number): Promise<readonly LoggedRequest[]> =>
    (await call<{ requests: readonly LoggedRequest[] }>('GET', requestsPath(query, atLeast))).requests;

  return {
    /** Adds rules after those in force, and returns their ids. */
    addFaults: async (...rules: readonly FaultRule[]) =>
      (await call<{ ids: readonly number[] }>('POST', '/faults', { rules })).ids,
    faults: async () => (await call<{ rules: readonly ActiveRule[] }>('GET', '/faults')).rules,
    /** Removes every rule and releases what is held. */
    clearFaults: async (): Promise<void> => {
      await call('DELETE', '/faults');
    },
    /** Resolves as soon as that many requests are held. */
    waitForHeld: async (count: number): Promise<void> => {
      await call('GET', `/holds?atLeast=${count}`);
    },
    /** Lets every held request continue, and returns how many there were. */
    release: async (): Promise<number> => (await call<{ released: number }>('POST', '/release', {})).released,
    books: (): Promise<ServiceBooks> => call<ServiceBooks>('GET', '/books'),
    requests: (query: RequestQuery = {}): Promise<readonly LoggedRequest[]> => requests(query, 0),
    /** Resolves with the matching requests as soon as there are that many. */
    waitForRequests: (count: number, query: RequestQuery = {}) => requests(query, count),
    clearRequests: async (): Promise<void> => {
      await call('DELETE', '/requests');
    },
    /** Every dedicated proxy that the service knows, with its secrets. */
    proxies: async () => (await call<{ proxies: readonly StockProxy[] }>('GET', '/proxies')).proxies,
    /** Sets the balance and, when given, the total spent. Such spending appears in nobody's books. */
    setBalance: async (balanceRub: number, apiSpentRub?: number): Promise<void> => {
      await call('POST', '/balance', {
        balance_rub: balanceRub,
        ...(apiSpentRub === undefined ? {} : { api_spent_rub: apiSpentRub }),
      });
    },
    /** Sets all prices, as a multiple of the list prices. */
    setPriceMultiplier: async (multiplier: number): Promise<void> => {
      await call('POST', '/prices', { multiplier });
    },
    /** Makes the service's clock run this many milliseconds ahead of the machine's (below 0: behind it). */
    setClockShift: async (shiftMs: number): Promise<void> => {
      await call('POST', '/clock', { shift_ms: shiftMs });
    },
    /** Restores fresh seed data, with no faults and an empty log. The token stays. */
    reset: async (seed?: number): Promise<void> => {
      await call('POST', '/reset', seed === undefined ? {} : { seed });
    },
  };
};
