/** The sort keys of proxy lists. They are outside the contract, so that the window need not load its validators. */
export const LIST_SORTS = ['title', 'lines', 'state', 'client', 'pool', 'format', 'created'] as const;
/** The sort keys of the exported files. */
export const EXPORT_SORTS = ['file', 'list', 'format', 'host', 'lines', 'size', 'created'] as const;
