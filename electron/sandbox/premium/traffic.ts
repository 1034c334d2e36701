import { charge } from '../charge.ts';
import type { Fields } from '../fields.ts';
import { type Kopecks, scale, toRoubles } from '../money.ts';
import { invalidField } from '../refusal.ts';
import { type Data, type EndpointCall, read, write } from '../router.ts';
import { SERVICE_POOL_TYPES, type ServiceClientPair, type ServicePoolType } from '../state/model.ts';
import type { World } from '../state/world.ts';

const MILLI = 1_000;

/** The price of 1 GB, before the discount for quantity. */
const PER_GB: Readonly<Record<ServicePoolType, Kopecks>> = {
  residential: 289_50,
  datacenter: 59_90,
  mobile: 449_00,
  residential_premium: 519_99,
};
const DISCOUNTS: readonly (readonly [fromGb: number, factor: number])[] = [
  [100, 0.85],
  [50, 0.9],
  [10, 0.95],
];

/** Returns the price of `milliGb` thousandths of a GB. Larger amounts cost less per GB. */
export const trafficPrice = (pool: ServicePoolType, milliGb: number, multiplier: number) => {
  const factor = DISCOUNTS.find(([fromGb]) => milliGb >= fromGb * MILLI)?.[1] ?? 1;
  const perGb = scale(PER_GB[pool], factor * multiplier);
  return { perGb, total: Math.round((perGb * milliGb) / MILLI) };
};

/** Reads GB as whole thousandths. A value that cannot be stored exactly is refused instead of rounded. */
const readMilliGb = (fields: Fields): number => {
  const gb = fields.number('gb');
  const milliGb = Math.round(gb * MILLI);
  if (!(gb > 0)) throw invalidField('gb', 'must be above 0');
  if (milliGb < 1 || milliGb > 1e12 || Math.abs(gb * MILLI - milliGb) > 1e-6) {
    throw invalidField('gb', 'must have at most 3 decimals');
  }
  return milliGb;
};

/** Returns the client's remaining traffic in thousandths of a GB. */
export const trafficLeft = (world: World, pair: ServiceClientPair, pool: ServicePoolType): number =>
  world.findClient(pair)?.trafficMilliGb[pool] ?? 0;

const quote = ({ world, fields }: EndpointCall): Data => {
  const pool = fields.textOf('pool_type', SERVICE_POOL_TYPES);
  const milliGb = readMilliGb(fields);
  const { perGb, total } = trafficPrice(pool, milliGb, world.state.priceMultiplier);
  return { pool_type: pool, gb: milliGb / MILLI, price_per_gb_rub: toRoubles(perGb), price_rub: toRoubles(total) };
};

const buy = ({ world, fields }: EndpointCall): Data => {
  const pool = fields.textOf('pool_type', SERVICE_POOL_TYPES);
  const milliGb = readMilliGb(fields);
  const pair = fields.pair();
  return charge(world, {
    endpoint: 'POST /premium/traffic/buy',
    client: pair,
    kopecks: trafficPrice(pool, milliGb, world.state.priceMultiplier).total,
    deliver: () => {
      const client = world.clientFor(pair);
      const left = (client.trafficMilliGb[pool] ?? 0) + milliGb;
      client.trafficMilliGb[pool] = left;
      return {
        ids: [`${pool}:${milliGb / MILLI}`],
        result: { pool_type: pool, gb: milliGb / MILLI, traffic_gb: left / MILLI },
      };
    },
  });
};

const balance = ({ world, fields }: EndpointCall): Data => {
  // `pool_type` is accepted and checked, but the answer lists all four pools either way (docs/api.md#premium-traffic).
  if (fields.has('pool_type')) fields.textOf('pool_type', SERVICE_POOL_TYPES);
  const pair = fields.pair();
  return {
    pools: SERVICE_POOL_TYPES.map((pool) => ({ pool_type: pool, traffic_gb: trafficLeft(world, pair, pool) / MILLI })),
  };
};

export const TRAFFIC_ROUTES = {
  'premium.traffic.quote': read(quote),
  'premium.traffic.buy': write(buy),
  'premium.traffic.balance': read(balance),
} as const;
