import { FIRST_STAGE } from './alert-stages.ts';

/**
 * The order in which a refresh reads clients: those that the user asked for meanwhile, those near an expiry, the
 * others. Smaller ranks go first.
 */
export const NEED_RANKS = { asked: 0, expiring: 1, rest: 2 } as const;

export interface RefreshNeed {
  readonly rank: number;
  /** Within the same rank, smaller values go first. */
  readonly sort: number;
}

export interface KnownOfClient {
  /** In ms since the epoch, UTC; `null` if no subscription is known. */
  readonly nextExpiry: number | null;
  /** When the subscriptions and the traffic were read, in ms since the epoch, UTC; `null` if never. */
  readonly vpnAsOf: number | null;
  readonly trafficAsOf: number | null;
}

const DAY = 86_400_000;
/** As far ahead as the first alert looks. */
const SOON_MS = FIRST_STAGE * DAY;
/** A subscription that ended recently may have been renewed elsewhere. */
const LATELY_MS = 3 * DAY;

/** Returns the time of the older of the two readings; 0 if one of them is missing. */
export const oldestReading = ({ vpnAsOf, trafficAsOf }: Omit<KnownOfClient, 'nextExpiry'>): number =>
  Math.min(vpnAsOf ?? 0, trafficAsOf ?? 0);

/**
 * Returns the priority of a client: subscriptions that end soon go first, the nearest before the others; then the
 * clients with the oldest data, and those never read before them.
 */
export const needOf = (client: KnownOfClient, now: number): RefreshNeed => {
  const { nextExpiry } = client;
  if (nextExpiry !== null && nextExpiry >= now - LATELY_MS && nextExpiry <= now + SOON_MS) {
    return { rank: NEED_RANKS.expiring, sort: Math.abs(nextExpiry - now) };
  }
  return { rank: NEED_RANKS.rest, sort: oldestReading(client) };
};
