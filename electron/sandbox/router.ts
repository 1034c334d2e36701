import type { Fields } from './fields.ts';
import type { World } from './state/world.ts';

export interface EndpointCall {
  readonly world: World;
  readonly fields: Fields;
}

/** The `data` of a successful answer. */
export type Data = object;

/** The implementation of one endpoint. It checks the request by its own rules (`Fields`). */
export interface EndpointHandler {
  /** Whether the state must be saved before the answer is sent. */
  readonly writes: boolean;
  readonly handle: (call: EndpointCall) => Data | Promise<Data>;
}

export interface Route extends EndpointHandler {
  readonly method: 'GET' | 'POST';
  /** The path below `/api/v1`. */
  readonly path: string;
}

/** Declares an endpoint that only reads the state. */
export const read = (handle: EndpointHandler['handle']): EndpointHandler => ({ writes: false, handle });

/** Declares an endpoint that changes the state. */
export const write = (handle: EndpointHandler['handle']): EndpointHandler => ({ writes: true, handle });

type Match =
  | { readonly kind: 'found'; readonly route: Route }
  | { readonly kind: 'wrong-method'; readonly allow: string }
  | { readonly kind: 'unknown' };

/** Creates the look-up of a route by its method and path. */
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
