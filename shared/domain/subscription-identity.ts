/** Two ends of the same subscription that differ by less, in ms, are the same end, written differently. */
export const SAME_END_MS = 60_000;

/** Whether two ids name the same subscription: the service does not keep to one case of letters. */
export const sameUuid = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
