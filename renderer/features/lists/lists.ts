import type { ExportRecord, ExportSort, ListSort, ProxyList } from '#shared/contract/lists.ts';
import { EXPORT_SORTS, LIST_SORTS } from '#shared/domain/list-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import type { GridListDeclaration } from '../../ui/use-list.ts';

interface ListFilter {
  readonly search: string;
  /** Restricts the lists to this client. */
  readonly clientId?: number | undefined;
}

interface ExportFilter {
  readonly search: string;
  /** Restricts the files to those of this list. */
  readonly listId?: number | undefined;
}

export const LISTS: GridListDeclaration<ProxyList, ListFilter, ListSort['by']> = {
  name: 'lists',
  sorts: LIST_SORTS,
  sort: { by: 'created', direction: 'desc' },
  page: (question) => call('lists.list', question),
  ids: (question) => callOrTell('lists.ids', question),
  events: ['lists.changed'],
};

export const EXPORTS: GridListDeclaration<ExportRecord, ExportFilter, ExportSort['by']> = {
  name: 'exports',
  sorts: EXPORT_SORTS,
  sort: { by: 'created', direction: 'desc' },
  page: (question) => call('lists.exports', question),
  events: ['lists.exported'],
};
