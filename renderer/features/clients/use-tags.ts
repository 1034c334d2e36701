import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';

/** All tags in use with how many clients have each, kept fresh. */
export const useTags = (): readonly { readonly tag: string; readonly count: number }[] => {
  const tags = useQuery('clients.tags', {});
  useDeskEvent('clients.changed', tags.reload);
  return tags.value ?? [];
};
