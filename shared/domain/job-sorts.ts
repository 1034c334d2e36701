/** What Activity can be sorted by. Without the contract's validators, for the window. */
export const JOB_SORTS = ['kind', 'state', 'progress', 'started'] as const;
