import { uptime } from 'node:os';
import type { Clock } from '#core/ports.ts';

/** Returns the ms since the machine started. Nobody can set this clock, and it continues when the app restarts. */
export const uptimeOf = (clock: Clock): number => Math.round(clock.uptime?.() ?? uptime() * 1_000);
