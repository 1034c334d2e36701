import { useQuery } from '../../bridge/use-query.ts';

/** All tags in use and the number of clients with each, updated as clients change. */
export const useTags = (): readonly { readonly tag: string; readonly count: number }[] =>
  useQuery('clients.tags', {}, ['clients.changed']).value ?? [];
