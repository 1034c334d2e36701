import { useQuery } from '../../bridge/use-query.ts';

/** All tags in use with how many clients have each, kept fresh. */
export const useTags = (): readonly { readonly tag: string; readonly count: number }[] =>
  useQuery('clients.tags', {}, ['clients.changed']).value ?? [];
