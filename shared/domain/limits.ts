/** The values that the service accepts (docs/api.md#limits). The app sends no others. */

export const VPN_PERIODS = [1, 3, 6, 12] as const;
export type VpnPeriod = (typeof VPN_PERIODS)[number];

export const VPN_STATUSES = ['ACTIVE', 'DISABLED', 'LIMITED', 'EXPIRED'] as const;
export type VpnStatus = (typeof VPN_STATUSES)[number];

/** 3 = IPv4 shared, 4 = IPv4 individual, 6 = IPv6 individual. */
export const IPV_VALUES = [3, 4, 6] as const;
export type Ipv = (typeof IPV_VALUES)[number];

const IPV4_BUY_PERIODS = [7, 14, 30, 60, 90] as const;

/** In days. IPv6 can also be bought for 3. */
export const DEDICATED_BUY_PERIODS: Readonly<Record<Ipv, readonly number[]>> = {
  3: IPV4_BUY_PERIODS,
  4: IPV4_BUY_PERIODS,
  6: [3, ...IPV4_BUY_PERIODS],
};

/** In days, for every kind of address. */
export const DEDICATED_PROLONG_PERIODS = [3, 7, 14, 30, 60, 90] as const;
export type DedicatedProlongPeriod = (typeof DEDICATED_PROLONG_PERIODS)[number];

/**
 * The protocols that a dedicated proxy can be switched to. They differ from the words for a premium list's protocol.
 */
export const PORT_TYPES = ['http', 'socks'] as const;
export type PortType = (typeof PORT_TYPES)[number];

export const POOL_TYPES = ['residential', 'datacenter', 'mobile', 'residential_premium'] as const;
export type PoolType = (typeof POOL_TYPES)[number];

export const PROTOCOLS = ['http', 'socks5'] as const;

/** The minutes for which a sticky session keeps its address. */
export const SESSION_TTL = { min: 1, max: 120, default: 10, presets: [1, 10, 30, 60, 120] } as const;

/**
 * 1 = `host:port:login:password`, 2 = `login:password@host:port`, 3 = `host:port`. The service silently treats any
 * other number as format 2, so no other number may leave the app.
 */
export const FORMAT_IDS = [1, 2, 3] as const;
export type FormatId = (typeof FORMAT_IDS)[number];
