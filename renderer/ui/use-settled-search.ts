import { useDebouncedValue } from '@mantine/hooks';

/** Between two letters of somebody who types, and nothing to wait for. */
const TYPING_MS = 120;

/** What is typed into a search field, once its user has paused: each letter would ask for a list of its own. */
export const useSettledSearch = (typed: string): string => useDebouncedValue(typed, TYPING_MS)[0];
