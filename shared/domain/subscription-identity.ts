/** Ends of the same subscription that differ by less, in ms, are the same end in different notations. */
export const SAME_END_MS = 60_000;

/** Returns whether two ids are of the same subscription. The service does not always use the same letter case. */
export const sameUuid = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
