import { createRandom, randomText, randomUuid } from './random.ts';
import type { StockProxy, Subscription } from './state/model.ts';

/** Creates a subscription whose uuid and link are derived from the seed and a running number. */
export const createSubscription = (
  seed: number,
  number: number,
  rest: Pick<Subscription, 'status' | 'expireAt' | 'trafficLimitBytes'>,
): Subscription => {
  const random = createRandom(`${seed}/vpn/${number}`);
  return {
    uuid: randomUuid(random),
    subscriptionUrl: `https://sub.sandbox.test/s/${randomText(random, 24)}`,
    ...rest,
  };
};

/** Ids start high, so that they look like ids and differ from counts in the output of a failed test. */
const FIRST_PROXY_ID = 1_000_000;
const SHARED_BY = 3;

/** Addresses from ranges that are never routed: 198.18.0.0/16 (benchmarks) and 2001:db8::/32 (documentation). */
const addressOf = (ipv: StockProxy['ipv'], number: number): string => {
  const host = ipv === 3 ? Math.floor(number / SHARED_BY) : number;
  return ipv === 6
    ? `2001:db8:${(0x100 + (host >>> 16)).toString(16)}:${(host & 0xffff).toString(16)}::1`
    : `198.18.${(host >>> 8) & 0xff}.${host & 0xff}`;
};

/**
 * Creates a proxy whose address and credentials are derived from the seed and a running number. Address and port are
 * unique.
 */
export const createDedicatedProxy = (
  seed: number,
  number: number,
  rest: Pick<StockProxy, 'countryCode' | 'ipv' | 'dateEnd'>,
): StockProxy => {
  const random = createRandom(`${seed}/dedicated/${number}`);
  return {
    ids: FIRST_PROXY_ID + number,
    ip: addressOf(rest.ipv, number),
    port: String(8_000 + (number % 50_000)),
    username: randomText(random, 8),
    password: randomText(random, 12),
    protocol: 'http',
    ...rest,
  };
};
