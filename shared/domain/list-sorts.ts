/** What the lists can be sorted by. Without the contract's validators, for the window. */
export const LIST_SORTS = ['title', 'lines', 'state', 'client', 'pool', 'format', 'created'] as const;
/** The same for the files that were written from them. */
export const EXPORT_SORTS = ['file', 'list', 'format', 'host', 'lines', 'size', 'created'] as const;
