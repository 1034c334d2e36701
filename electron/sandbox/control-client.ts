import type { ActiveRule, FaultRule, LoggedRequest } from './control/fault-types.ts';
import type { Books, DedicatedProxy } from './state/model.ts';

export type { ActiveRule, DataShape, Fault, FaultRule, LoggedRequest, NotOkShape } from './control/fault-types.ts';
export type { BookEntry, Books, ClientPair, DedicatedProxy } from './state/model.ts';

interface RequestQuery {
  readonly method?: 'GET' | 'POST';
  /** Below `/api/v1`. */
  readonly path?: string;
}

/** How a test steers a running sandbox. Every call rejects when the control port says no. */
export interface ControlClient {
  /** Adds rules after those in force; gives their ids. */
  addFaults(...rules: readonly FaultRule[]): Promise<readonly number[]>;
  faults(): Promise<readonly ActiveRule[]>;
  /** Removes every rule and releases what is held. */
  clearFaults(): Promise<void>;
  /** Resolves as soon as that many requests are held. */
  waitForHeld(count: number): Promise<void>;
  /** Lets every held request go on; gives their number. */
  release(): Promise<number>;
  books(): Promise<Books>;
  requests(query?: RequestQuery): Promise<readonly LoggedRequest[]>;
  /** Resolves with the matching requests as soon as there are that many. */
  waitForRequests(count: number, query?: RequestQuery): Promise<readonly LoggedRequest[]>;
  clearRequests(): Promise<void>;
  /** Every dedicated proxy the service knows, with its secrets. */
  proxies(): Promise<readonly DedicatedProxy[]>;
  /** Sets the balance and, when given, the total spent: spending that is in nobody's books. */
  setBalance(balanceRub: number, apiSpentRub?: number): Promise<void>;
  /** All prices, as a multiple of the list prices. */
  setPriceMultiplier(multiplier: number): Promise<void>;
  /** The service's clock runs so many milliseconds ahead of (below 0: behind) the machine's. */
  setClockShift(shiftMs: number): Promise<void>;
  /** Fresh seed data, no faults, an empty log; the token stays. */
  reset(seed?: number): Promise<void>;
}

export const createControlClient = (controlUrl: string): ControlClient => {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const init: RequestInit =
      body === undefined
        ? { method }
        : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${controlUrl}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`the sandbox's control port refused ${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  };
  const requestsPath = (query: RequestQuery, atLeast: number): string =>
    `/requests?${new URLSearchParams({ ...query, atLeast: String(atLeast) })}`;
  const requests = async (query: RequestQuery, atLeast: number): Promise<readonly LoggedRequest[]> =>
    (await call<{ requests: readonly LoggedRequest[] }>('GET', requestsPath(query, atLeast))).requests;

  return {
    addFaults: async (...rules) => (await call<{ ids: readonly number[] }>('POST', '/faults', { rules })).ids,
    faults: async () => (await call<{ rules: readonly ActiveRule[] }>('GET', '/faults')).rules,
    clearFaults: async () => {
      await call('DELETE', '/faults');
    },
    waitForHeld: async (count) => {
      await call('GET', `/holds?atLeast=${count}`);
    },
    release: async () => (await call<{ released: number }>('POST', '/release', {})).released,
    books: () => call<Books>('GET', '/books'),
    requests: (query = {}) => requests(query, 0),
    waitForRequests: (count, query = {}) => requests(query, count),
    clearRequests: async () => {
      await call('DELETE', '/requests');
    },
    proxies: async () => (await call<{ proxies: readonly DedicatedProxy[] }>('GET', '/proxies')).proxies,
    setBalance: async (balanceRub, apiSpentRub) => {
      await call('POST', '/balance', {
        balance_rub: balanceRub,
        ...(apiSpentRub === undefined ? {} : { api_spent_rub: apiSpentRub }),
      });
    },
    setPriceMultiplier: async (multiplier) => {
      await call('POST', '/prices', { multiplier });
    },
    setClockShift: async (shiftMs) => {
      await call('POST', '/clock', { shift_ms: shiftMs });
    },
    reset: async (seed) => {
      await call('POST', '/reset', seed === undefined ? {} : { seed });
    },
  };
};
