import type { CheckReason } from '#shared/domain/check.ts';
import type { Probed } from './verdict.ts';

/** Results that a dead proxy and a lost network have in common. */
const DOUBTFUL: ReadonlySet<CheckReason | null> = new Set<CheckReason>([
  'timeout-connect',
  'timeout-proxy',
  'timeout-answer',
  'name',
  'no-route',
]);
/** After this many such results in a row the network itself is tested. */
const WORTH_A_LOOK = 25;
const LOOK_EVERY_MS = 30_000;

interface DoubtDeps {
  readonly isOffline: () => boolean;
  readonly lookAtConnection: () => Promise<unknown>;
}

/**
 * Creates a function that decides whether a result is credible. It resolves with `null` if there is no network, and
 * otherwise with the earlier lines to check again because the network turned out to be down.
 */
export const createNetworkDoubt = ({ isOffline, lookAtConnection }: DoubtDeps) => {
  let doubtful: number[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async (line: number, { reason }: Probed): Promise<readonly number[] | null> => {
    if (!DOUBTFUL.has(reason)) {
      doubtful = [];
      return [];
    }
    if (isOffline()) {
      const untrue = doubtful;
      doubtful = [];
      return untrue.length === 0 ? null : [...untrue, line];
    }
    doubtful.push(line);
    if (doubtful.length < WORTH_A_LOOK || performance.now() - lookedAt < LOOK_EVERY_MS) return [];
    lookedAt = performance.now();
    await lookAtConnection().catch(() => undefined);
    if (!isOffline()) return [];
    const untrue = doubtful;
    doubtful = [];
    return untrue;
  };
};
