import type { Fetch } from '#core/ports.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A service whose answers and charges can be delayed, seen through the desk's own `fetch`. */
export interface LateService {
  readonly fetch: Fetch;
  /** Makes these paths (below `/api/v1`) repeat their last answer from now on. */
  freeze(...paths: readonly string[]): void;
  thaw(): void;
  /** Loses the next charge on its way; the service carries it out when `land` is called. */
  loseNext(path: string): void;
  /** Carries out the oldest lost charge. */
  land(): Promise<void>;
  /** Runs the hooks just before the next request of the path reaches the service, and just after. */
  around(path: string, hooks: { readonly before?: () => Promise<void>; readonly after?: () => Promise<void> }): void;
}

const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }) });

export const createLateService = (): LateService => {
  const last = new Map<string, Answer>();
  let frozen: readonly string[] = [];
  const losing: string[] = [];
  const lost: (() => Promise<Response>)[] = [];
  const hooks = new Map<string, Parameters<LateService['around']>[1]>();

  const pathOf = (url: string): string => new URL(url).pathname.replace(/^.*\/api\/v1/, '');

  return {
    fetch: async (url, init) => {
      const path = pathOf(url);
      const key = `${url} ${typeof init.body === 'string' ? init.body : ''}`;
      const known = last.get(key);
      if (frozen.includes(path) && known !== undefined) return new Response(known.text, { status: known.status });
      const index = losing.indexOf(path);
      if (index >= 0) {
        losing.splice(index, 1);
        lost.push(() => fetch(url, { ...init, signal: null }));
        throw reset();
      }
      const around = hooks.get(path);
      hooks.delete(path);
      await around?.before?.();
      const response = await fetch(url, init);
      const text = await response.text();
      await around?.after?.();
      last.set(key, { status: response.status, text });
      return new Response(text, { status: response.status, headers: response.headers });
    },
    freeze: (...paths) => {
      frozen = paths;
    },
    thaw: () => {
      frozen = [];
    },
    loseNext: (path) => {
      losing.push(path);
    },
    land: async () => {
      const next = lost.shift();
      if (next === undefined) throw new Error('nothing was lost');
      const response = await next();
      if (!response.ok) throw new Error(`the service refused it: ${await response.text()}`);
    },
    around: (path, some) => {
      hooks.set(path, some);
    },
  };
};
