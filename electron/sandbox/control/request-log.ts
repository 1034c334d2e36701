import type { LoggedRequest } from './fault-types.ts';

/** Enough for any test; limits the memory of a test that runs all day. */
const KEPT = 10_000;

interface RequestFilter {
  readonly method: string | null;
  readonly path: string | null;
}

const matches = (request: LoggedRequest, filter: RequestFilter): boolean =>
  (filter.method === null || request.method === filter.method) &&
  (filter.path === null || request.path === filter.path);

/** The received requests, newest last. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #seq = 0;
  #watchers: { readonly isReached: () => boolean; readonly resolve: () => void }[] = [];

  add(request: Omit<LoggedRequest, 'seq' | 'status'>): LoggedRequest {
    this.#seq += 1;
    const logged: LoggedRequest = { ...request, seq: this.#seq, status: null };
    this.#requests.push(logged);
    if (this.#requests.length > KEPT) this.#requests.shift();
    const reached = this.#watchers.filter((watcher) => watcher.isReached());
    this.#watchers = this.#watchers.filter((watcher) => !reached.includes(watcher));
    for (const watcher of reached) watcher.resolve();
    return logged;
  }

  list(filter: RequestFilter): readonly LoggedRequest[] {
    return this.#requests.filter((request) => matches(request, filter));
  }

  /** Resolves as soon as this many matching requests have been received. */
  whenSeen(filter: RequestFilter, atLeast: number): Promise<void> {
    const isReached = (): boolean => this.list(filter).length >= atLeast;
    if (isReached()) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ isReached, resolve }));
  }

  clear(): void {
    this.#requests = [];
  }
}
