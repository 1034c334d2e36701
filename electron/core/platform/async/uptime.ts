import { uptime } from 'node:os';
import type { Clock } from '#core/ports.ts';

/** Milliseconds since the machine started: nobody can set it, and it goes on over a restart of the app. */
export const uptimeOf = (clock: Clock): number => Math.round(clock.uptime?.() ?? uptime() * 1_000);
