/** The screens whose filters can be saved by name. */
export const FILTERED_SCREENS = ['clients', 'dedicated', 'purchases'] as const;
export type FilteredScreen = (typeof FILTERED_SCREENS)[number];

/** The characters of a name and of a filter as JSON, and the number of filters that an account keeps. */
export const SAVED_FILTER_LIMITS = { name: 60, characters: 20_000, count: 200 } as const;
