/** Days before an end at which it is told; 0: it is over. The nearest one that was reached counts. */
export const EXPIRY_STAGES = [7, 3, 1, 0] as const;

/** What was told of one thing. `edition`: the end it was told of, ms since the epoch, UTC. */
export interface ToldExpiry {
  readonly edition: number;
  readonly stage: number;
}

/** `raise`: tell it. `keep`, `lower`: it stays, silently. `drop`: there is nothing to tell any more. */
export type AlertStep =
  | { readonly step: 'raise' | 'lower' | 'keep'; readonly stage: number }
  | { readonly step: 'drop' }
  | { readonly step: 'none' };

const DAY = 86_400_000;
/** The least by which a renewal moves an end. Services compute an end anew at each answer, and a zone may be corrected. */
export const SHORTEST_RENEWAL_MS = DAY / 2;
/** A clock that goes wrong by hours, one way and then the other, must not make it new. */
const SLACK_MS = 2 * DAY;
/** Whoever was away for a week is still told. What ended before is no news. */
const OVER_IS_NEWS_MS = 7 * DAY;
const OVER_IS_KEPT_MS = 30 * DAY;

const reached = (left: number, enabled: ReadonlySet<number>): number | null => {
  if (left <= 0) return enabled.has(0) && left >= -OVER_IS_NEWS_MS ? 0 : null;
  const stages = EXPIRY_STAGES.filter((stage) => stage > 0 && enabled.has(stage) && left <= stage * DAY);
  return stages.length === 0 ? null : Math.min(...stages);
};

/**
 * What to do about one end at the moment `now` (ms since the epoch, UTC). Each stage is told once, whatever the clock
 * does in between, and the newest of those that were missed stands for all. `endsAt` is `null` when it is gone. `isOver`:
 * the service says that it has ended, and its word counts for more than this computer's clock.
 */
export const expiryStep = (
  told: ToldExpiry | null,
  endsAt: number | null,
  now: number,
  enabled: ReadonlySet<number>,
  isOver = false,
): AlertStep => {
  const nothing: AlertStep = told === null ? { step: 'none' } : { step: 'drop' };
  if (endsAt === null) return nothing;
  const left = isOver ? Math.min(endsAt - now, 0) : endsAt - now;
  const stage = reached(left, enabled);
  if (told === null || Math.abs(told.edition - endsAt) > SHORTEST_RENEWAL_MS) {
    return stage === null ? nothing : { step: 'raise', stage };
  }
  const isNear = enabled.has(told.stage) && left <= told.stage * DAY + SLACK_MS;
  if (stage === null) {
    const stays = left > 0 ? isNear : enabled.has(0) && left >= -OVER_IS_KEPT_MS;
    return stays ? { step: 'keep', stage: told.stage } : nothing;
  }
  if (stage < told.stage) return { step: 'raise', stage };
  return stage === told.stage || isNear ? { step: 'keep', stage: told.stage } : { step: 'lower', stage };
};

/** Stages of a pool that runs low. */
export const POOL_LOW = 1;
export const POOL_EMPTY = 0;

/**
 * The same for the GB left in a pool: told when it falls below the threshold, and when nothing is left. `gb` is `null`
 * when the pool is gone, `belowGb` when nobody wants to know.
 */
export const poolStep = (toldStage: number | null, gb: number | null, belowGb: number | null): AlertStep => {
  if (gb === null || belowGb === null || gb >= belowGb) return toldStage === null ? { step: 'none' } : { step: 'drop' };
  const stage = gb <= 0 ? POOL_EMPTY : POOL_LOW;
  if (toldStage === null || stage < toldStage) return { step: 'raise', stage };
  return stage === toldStage ? { step: 'keep', stage } : { step: 'lower', stage };
};
