/**
 * Returns the least time that has passed, in ms, between two uptimes of a machine (`uptimeOf`). If the machine was
 * restarted in between, the later uptime may be the smaller one; at least that much time has passed then.
 */
export const elapsedSince = (then: number, now: number): number => (now >= then ? now - then : now);
