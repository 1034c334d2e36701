import { useDebouncedValue } from '@mantine/hooks';

/** Longer than the pause between two letters, and too short to be noticed. */
const TYPING_MS = 120;

/** The search text once the user pauses. Otherwise each letter would request a list. */
export const useSettledSearch = (typed: string): string => useDebouncedValue(typed, TYPING_MS)[0];
