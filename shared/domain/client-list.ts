import { type ListColumn, sortsOf } from './list-column.ts';

/**
 * The columns of the client list. Those for the daily work come first, so that they stay visible when a card opens
 * beside the grid. In a window of 1280 px all columns except the spare ones fit beside the navigation and the scroll bar, and
 * no date is cut. Their headers are texts of `clients`; the core sorts by the column of the same name in the table
 * (core/clients/client-list.ts).
 */
export const CLIENT_COLUMNS = [
  { id: 'name', cell: 'special', width: 134, minWidth: 120, grow: 'twice', sortable: true },
  { id: 'nextExpiry', cell: 'special', width: 142, sortable: true },
  // Shown only once a client has one, and in any window while the list is filtered by it.
  { id: 'paidUntil', cell: 'special', width: 130, sortable: true, spare: 'first' },
  { id: 'trafficGb', cell: 'gb', width: 104, align: 'end', sortable: true },
  { id: 'vpnActive', cell: 'special', width: 58, align: 'end', sortable: true },
  { id: 'tags', cell: 'special', width: 86, grow: true },
  { id: 'clientKey', cell: 'text', width: 100, grow: true, sortable: true },
  { id: 'messengerId', cell: 'number', width: 156, align: 'end', sortable: true },
  { id: 'trafficAge', cell: 'special', width: 112 },
  { id: 'lastPurchaseAt', cell: 'date', width: 110, sortable: true },
  { id: 'plan', cell: 'special', width: 110, grow: true, sortable: true, spare: 'first' },
  // Shown only once a price exists (contract/sales.ts).
  { id: 'owedKopecks', cell: 'special', width: 112, align: 'end', sortable: true, spare: true },
  { id: 'note', cell: 'special', width: 120, grow: true, spare: true },
] as const satisfies readonly ListColumn[];

export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

/** The sort keys of the client list: its sortable columns, and the time when a client was added. */
export const CLIENT_SORTS = [...sortsOf(CLIENT_COLUMNS), 'createdAt'] as const;
