import type { ScheduledList, ScheduledListSort } from '#shared/contract/scheduled-lists.ts';
import { SCHEDULED_LIST_SORTS } from '#shared/domain/scheduled-lists.ts';
import { call } from '../../bridge/desk.ts';
import type { ListDeclaration } from '../../ui/use-list.ts';

/** Every list that is made by itself. */
export const SCHEDULED_LISTS: ListDeclaration<ScheduledList, object, ScheduledListSort['by']> = {
  name: 'scheduledLists',
  sorts: SCHEDULED_LIST_SORTS,
  sort: { by: 'created', direction: 'desc' },
  page: ({ sort, offset, limit }) => call('scheduledLists.list', { sort, offset, limit }),
  events: ['scheduledLists.changed'],
};
