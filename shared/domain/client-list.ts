import { type ListColumn, sortsOf } from './list-column.ts';

/**
 * The columns of the client list. What a day's work looks at stands first: it is still seen when a card stands beside the
 * grid. All but the note are seen whole in a window of 1280 px, beside the navigation, and no date is cut. Their headers are texts of
 * `clients`; the core sorts by the column of the same name in the table (core/clients/client-list.ts).
 */
export const CLIENT_COLUMNS = [
  { id: 'name', cell: 'special', width: 134, minWidth: 120, grow: true, sortable: true },
  { id: 'nextExpiry', cell: 'special', width: 146, sortable: true },
  { id: 'trafficGb', cell: 'gb', width: 104, align: 'end', sortable: true },
  { id: 'vpnActive', cell: 'special', width: 58, align: 'end', sortable: true },
  { id: 'tags', cell: 'special', width: 94, grow: true },
  { id: 'clientKey', cell: 'text', width: 104, grow: true, sortable: true },
  { id: 'messengerId', cell: 'number', width: 134, grow: true, align: 'end', sortable: true },
  { id: 'trafficAge', cell: 'special', width: 118 },
  { id: 'lastPurchaseAt', cell: 'date', width: 110, sortable: true },
  // Only once there is a price (contract/sales.ts).
  { id: 'owedKopecks', cell: 'special', width: 112, align: 'end', sortable: true, spare: true },
  { id: 'note', cell: 'special', width: 120, grow: true, spare: true },
] as const satisfies readonly ListColumn[];

export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

/** What the client list can be sorted by: its columns, and when a client was added. */
export const CLIENT_SORTS = [...sortsOf(CLIENT_COLUMNS), 'createdAt'] as const;
