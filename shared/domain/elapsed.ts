/**
 * How many milliseconds have passed at least between two uptimes of a machine (`uptimeOf`). When the machine was started
 * anew in between, the later one may be the smaller one; then at least as much has passed as it has been running since.
 */
export const elapsedSince = (then: number, now: number): number => (now >= then ? now - then : now);
