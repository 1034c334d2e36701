/**
 * The days before an end at which an alert is raised; 0 means that the end has passed. The nearest reached stage
 * counts.
 */
export const EXPIRY_STAGES = [7, 3, 1, 0] as const;
/** The days before an end at which the first alert is raised. */
export const [FIRST_STAGE] = EXPIRY_STAGES;

/** The settings that say at which stages an end raises an alert. */
export interface EndAlertSettings {
  readonly alertSevenDays: boolean;
  readonly alertThreeDays: boolean;
  readonly alertOneDay: boolean;
  readonly alertExpired: boolean;
}

/** Returns the stages that raise alerts. */
export const enabledStages = (settings: EndAlertSettings): ReadonlySet<number> => {
  const on: Readonly<Record<number, boolean>> = {
    7: settings.alertSevenDays,
    3: settings.alertThreeDays,
    1: settings.alertOneDay,
    0: settings.alertExpired,
  };
  return new Set(EXPIRY_STAGES.filter((stage) => on[stage]));
};

/** The last alert about one thing. `eventAt` is the end that it announced, in ms since the epoch, UTC. */
export interface NotifiedExpiry {
  readonly eventAt: number;
  readonly stage: number;
}

/** `raise`: notify the user. `keep`, `lower`: keep the alert, without a notification. `drop`: remove the alert. */
export type AlertStep =
  | { readonly step: 'raise' | 'lower' | 'keep'; readonly stage: number }
  | { readonly step: 'drop' }
  | { readonly step: 'none' };

const DAY = 86_400_000;
/**
 * The least by which a renewal moves an end. Smaller moves do not count as renewals: services compute the end again for
 * each answer, and the user may correct the zone.
 */
export const SHORTEST_RENEWAL_MS = DAY / 2;
/** A clock that goes wrong by hours and is corrected must not raise the same alert again. */
const SLACK_MS = 2 * DAY;
/** A passed end still raises an alert within a week, for users who were away. Older ones are no longer news. */
const OVER_IS_NEWS_MS = 7 * DAY;
const OVER_IS_KEPT_MS = 30 * DAY;

const reached = (left: number, enabled: ReadonlySet<number>): number | null => {
  if (left <= 0) return enabled.has(0) && left >= -OVER_IS_NEWS_MS ? 0 : null;
  const stages = EXPIRY_STAGES.filter((stage) => stage > 0 && enabled.has(stage) && left <= stage * DAY);
  return stages.length === 0 ? null : Math.min(...stages);
};

/**
 * Decides what to do about one end at the moment `now` (ms since the epoch, UTC). Each stage raises one alert, even if
 * the clock is changed in between, and of several missed stages only the newest does. `endsAt` is `null` if the thing
 * no longer exists. `isOver`: the service says that it has ended, which takes precedence over this computer's clock.
 */
export const expiryStep = (
  notified: NotifiedExpiry | null,
  endsAt: number | null,
  now: number,
  enabled: ReadonlySet<number>,
  isOver = false,
): AlertStep => {
  const nothing: AlertStep = notified === null ? { step: 'none' } : { step: 'drop' };
  if (endsAt === null) return nothing;
  const left = isOver ? Math.min(endsAt - now, 0) : endsAt - now;
  const stage = reached(left, enabled);
  if (notified === null || Math.abs(notified.eventAt - endsAt) > SHORTEST_RENEWAL_MS) {
    return stage === null ? nothing : { step: 'raise', stage };
  }
  const isNear = enabled.has(notified.stage) && left <= notified.stage * DAY + SLACK_MS;
  if (stage === null) {
    const stays = left > 0 ? isNear : enabled.has(0) && left >= -OVER_IS_KEPT_MS;
    return stays ? { step: 'keep', stage: notified.stage } : nothing;
  }
  if (stage < notified.stage) return { step: 'raise', stage };
  return stage === notified.stage || isNear ? { step: 'keep', stage: notified.stage } : { step: 'lower', stage };
};

/** The stages of a pool that runs low. */
export const POOL_LOW = 1;
export const POOL_EMPTY = 0;

/**
 * Decides the same for the GB left in a pool: an alert is raised when they fall below the threshold, and when none are
 * left. `gb` is `null` if the pool no longer exists, `belowGb` if the user turned these alerts off.
 */
export const poolStep = (notifiedStage: number | null, gb: number | null, belowGb: number | null): AlertStep => {
  if (gb === null || belowGb === null || gb >= belowGb)
    return notifiedStage === null ? { step: 'none' } : { step: 'drop' };
  const stage = gb <= 0 ? POOL_EMPTY : POOL_LOW;
  if (notifiedStage === null || stage < notifiedStage) return { step: 'raise', stage };
  return stage === notifiedStage ? { step: 'keep', stage } : { step: 'lower', stage };
};
