import type { Fields } from './fields.ts';
import type { World } from './state/world.ts';

export interface Call {
  readonly world: World;
  readonly fields: Fields;
}

/** What a route gives back: the `data` of a successful answer. */
export type Data = object;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  readonly path: string;
  /** Whether the state must be durable before the answer leaves. */
  readonly writes: boolean;
  readonly handle: (call: Call) => Data | Promise<Data>;
}

export const read = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
  method,
  path,
  writes: false,
  handle,
});

export const write = (path: string, handle: Route['handle']): Route => ({ method: 'POST', path, writes: true, handle });

type Match =
  | { readonly kind: 'found'; readonly route: Route }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'unknown' };

export const createRouter = (routes: readonly Route[]): ((method: string, path: string) => Match) => {
  const byPath = new Map<string, Route>(routes.map((route) => [route.path, route]));
  return (method, path) => {
    const route = byPath.get(path);
    if (route === undefined) {
      return { kind: 'unknown' };
    }
    return route.method === method ? { kind: 'found', route } : { kind: 'wrong-method', allow: route.method };
  };
};
