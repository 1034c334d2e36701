import type { TrashRow, TrashSort } from '#shared/contract/trash.ts';
import { TRASH_SORTS, type TrashKind } from '#shared/domain/trash-rules.ts';
import { call } from '../../bridge/desk.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import type { GridListDeclaration } from '../../ui/use-list.ts';

export interface TrashFilter {
  readonly search: string;
}

const listOf = (kind: TrashKind): GridListDeclaration<TrashRow, TrashFilter, TrashSort['by']> => ({
  name: `trash-${kind}`,
  sorts: TRASH_SORTS,
  sort: { by: 'removed', direction: 'desc' },
  page: (question) => call('trash.list', { kind, ...question }),
  ids: (question) => callOrTell('trash.ids', { kind, ...question }),
  events: ['trash.changed', kind === 'client' ? 'clients.changed' : 'lists.changed'],
});

/** The content of the trash, with one list for each kind. */
export const TRASH: Readonly<Record<TrashKind, ReturnType<typeof listOf>>> = {
  client: listOf('client'),
  list: listOf('list'),
};
