import { charge } from './charge.ts';
import { createSubscription } from './goods.ts';
import { type Kopecks, scale, toRoubles } from './money.ts';
import { Refusal } from './refusal.ts';
import { type Data, type EndpointCall, read, write } from './router.ts';
import type { ClientState, Subscription } from './state/model.ts';
import type { World } from './state/world.ts';
import { addMonths, dottedDate, utcTimestamp } from './time.ts';

const VPN_PERIODS = [1, 3, 6, 12] as const;
type VpnPeriod = (typeof VPN_PERIODS)[number];

const PRICES: Readonly<Record<VpnPeriod, Kopecks>> = { 1: 199_00, 3: 549_00, 6: 999_00, 12: 1_790_00 };
const GIB = 1_073_741_824;
/** 0 means no limit: the long periods are sold without one. */
const TRAFFIC_LIMITS: Readonly<Record<VpnPeriod, number>> = { 1: 200 * GIB, 3: 600 * GIB, 6: 0, 12: 0 };

export const vpnPrice = (period: VpnPeriod, multiplier: number): Kopecks => scale(PRICES[period], multiplier);

/** Returns the shown status: DISABLED stays, the others become EXPIRED when their time passes. */
const statusOf = (subscription: Subscription, nowMs: number): string =>
  subscription.status !== 'DISABLED' && subscription.expireAt <= nowMs ? 'EXPIRED' : subscription.status;

const receipt = ({ uuid, subscriptionUrl, expireAt }: Subscription): Data => ({
  uuid,
  subscriptionUrl,
  expireAt: utcTimestamp(expireAt),
  expireAt_date: dottedDate(expireAt),
});

const ownSubscription = (world: World, call: EndpointCall): { client: ClientState; subscription: Subscription } => {
  const pair = call.fields.pair();
  const uuid = call.fields.text('uuid').toLowerCase();
  const client = world.findClient(pair);
  const subscription = client?.subscriptions.find((candidate) => candidate.uuid === uuid);
  if (client === null || subscription === undefined) {
    throw new Refusal(404, 'subscription_not_found', 'This client has no subscription with this uuid.');
  }
  return { client, subscription };
};

const quote = ({ world, fields }: EndpointCall): Data => {
  const period = fields.intOf('period_months', VPN_PERIODS);
  return { period_months: period, price_rub: toRoubles(vpnPrice(period, world.state.priceMultiplier)) };
};

const buy = ({ world, fields }: EndpointCall): Data => {
  const pair = fields.pair();
  const period = fields.intOf('period_months', VPN_PERIODS);
  return charge(world, {
    endpoint: 'POST /vpn/buy',
    client: pair,
    kopecks: vpnPrice(period, world.state.priceMultiplier),
    deliver: () => {
      world.state.counters.subscription += 1;
      const subscription = createSubscription(world.state.seed, world.state.counters.subscription, {
        status: 'ACTIVE',
        expireAt: addMonths(world.now(), period),
        trafficLimitBytes: TRAFFIC_LIMITS[period],
      });
      world.clientFor(pair).subscriptions.push(subscription);
      return { ids: [subscription.uuid], result: receipt(subscription) };
    },
  });
};

const renew = (call: EndpointCall): Data => {
  const { world, fields } = call;
  const period = fields.intOf('period_months', VPN_PERIODS);
  const { client, subscription } = ownSubscription(world, call);
  return charge(world, {
    endpoint: 'POST /vpn/renew',
    client: { messengerId: client.messengerId, clientKey: client.clientKey },
    kopecks: vpnPrice(period, world.state.priceMultiplier),
    deliver: () => {
      // An expired subscription restarts today, so nobody pays for days on which it did not work.
      subscription.expireAt = addMonths(Math.max(subscription.expireAt, world.now()), period);
      return { ids: [subscription.uuid], result: receipt(subscription) };
    },
  });
};

const remove = (call: EndpointCall): Data => {
  const { client, subscription } = ownSubscription(call.world, call);
  client.subscriptions = client.subscriptions.filter((candidate) => candidate !== subscription);
  return { uuid: subscription.uuid, deleted: true };
};

const info = ({ world, fields }: EndpointCall): Data => {
  const subscriptions = world.findClient(fields.pair())?.subscriptions ?? [];
  return {
    exists: subscriptions.length > 0,
    count: subscriptions.length,
    items: subscriptions.map((subscription) => ({
      status: statusOf(subscription, world.now()),
      ...receipt(subscription),
      trafficLimitBytes: subscription.trafficLimitBytes,
    })),
  };
};

/** The endpoints of docs/api.md#vpn. */
export const VPN_ROUTES = {
  'vpn.quote': read(quote),
  'vpn.buy': write(buy),
  'vpn.renew': write(renew),
  'vpn.delete': write(remove),
  'vpn.info': read(info),
} as const;
