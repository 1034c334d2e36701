/** Whom a refresh reads first: asked for by hand meanwhile, near an expiry, the rest. Smaller goes first. */
export const NEED_RANKS = { asked: 0, expiring: 1, rest: 2 } as const;

export interface RefreshNeed {
  readonly rank: number;
  /** Within the rank the smaller goes first. */
  readonly sort: number;
}

export interface KnownOfClient {
  /** ms since the epoch, UTC; `null` without a known subscription. */
  readonly nextExpiry: number | null;
  /** When the subscriptions and the traffic were read; ms since the epoch, UTC; `null` when never. */
  readonly vpnAsOf: number | null;
  readonly trafficAsOf: number | null;
}

const DAY = 86_400_000;
/** As far as the first of the alerts looks. */
const SOON_MS = 7 * DAY;
/** Whoever ended lately may have been renewed elsewhere. */
const LATELY_MS = 3 * DAY;

/** When the older of the two readings was made; 0 when one of them never was. */
export const oldestReading = ({ vpnAsOf, trafficAsOf }: Omit<KnownOfClient, 'nextExpiry'>): number =>
  Math.min(vpnAsOf ?? 0, trafficAsOf ?? 0);

/** Clients whose subscription ends soon, the nearest first; then those whose data is the oldest, never read before all. */
export const needOf = (client: KnownOfClient, now: number): RefreshNeed => {
  const { nextExpiry } = client;
  if (nextExpiry !== null && nextExpiry >= now - LATELY_MS && nextExpiry <= now + SOON_MS) {
    return { rank: NEED_RANKS.expiring, sort: Math.abs(nextExpiry - now) };
  }
  return { rank: NEED_RANKS.rest, sort: oldestReading(client) };
};
