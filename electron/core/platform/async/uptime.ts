import { uptime } from 'node:os';
import type { Clock } from '#core/ports.ts';

/** Milliseconds since the machine started: nobody can set it, and it goes on over a restart of the app. */
export const uptimeOf = (clock: Clock): number => Math.round(clock.uptime?.() ?? uptime() * 1_000);

/**
 * How much time has passed at least between two values of `uptimeOf`. When the machine was started anew in between, the
 * later one may be the smaller one; then at least as much has passed as it has been running since.
 */
export const elapsedSince = (then: number, now: number): number => (now >= then ? now - then : now);
