import { createSubscription } from '../goods.ts';
import type { Random } from '../random.ts';
import { addMonths, DAY_MS } from '../time.ts';
import { DAY_CLIENTS, DAY_LISTS, DAY_PROXIES, type DayClient } from './day-clients.ts';
import { clientIdOf, type PastService, pairOf } from './past-service.ts';
import { seededRecipeOf } from './recipes.ts';

/** An action in the past. */
interface Step {
  /** ms since the epoch, UTC. */
  readonly at: number;
  readonly act: () => Promise<unknown>;
}

interface PlanContext {
  readonly service: PastService;
  readonly random: Random;
  /** The beginning and the end of the past, in ms since the epoch, UTC. */
  readonly from: number;
  readonly to: number;
}

type Vpn = NonNullable<DayClient['vpn']>[number];
type Traffic = NonNullable<DayClient['traffic']>[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * The least time between two steps. The balance is read 2 s before each purchase and 1 s after it, and no reading may lie
 * on the other side of another purchase.
 */
const APART_MS = 5_000;

/** Plans all actions of the past so that they result in the tables of the day. Oldest first. */
export const planDay = ({ service, random, from, to }: PlanContext): readonly Step[] => {
  const steps: Step[] = [];
  /** The latest time of an action. */
  const latest = to - 2 * HOUR_MS;
  const plan = (at: number, act: Step['act']): void => {
    steps.push({ at, act });
  };
  /** Plans an effect of the clients' own actions, such as used traffic. It is applied last. */
  const atLast = (act: () => void): void => plan(latest, async () => act());
  /** A random time on that day within working hours, in this computer's zone. */
  const atWork = (time: number): number => new Date(time).setHours(10, Math.round(random() * 9 * 60), 0, 0);
  const doneBy = (time: number): number => Math.min(atWork(time), latest - Math.round(1 + random() * 60) * MINUTE_MS);
  const endIn = (days: number): number =>
    days > 0 && days < 1 ? to + days * DAY_MS : atWork(to + Math.floor(days) * DAY_MS);

  const planVpn = (clientId: number, [periodMonths, daysLeft, status = 'ACTIVE']: Vpn): void => {
    const expireAt = endIn(daysLeft);
    const former: number[] = [];
    for (let months: number = periodMonths; addMonths(expireAt, -months) > from; months += periodMonths) {
      former.unshift(addMonths(expireAt, -months));
    }
    const [bought, ...ends] = former;
    const { subscriptions } = service.clientOf(clientId);
    if (bought === undefined) {
      service.state.counters.subscription += 1;
      const { seed, counters } = service.state;
      subscriptions.push(createSubscription(seed, counters.subscription, { status, expireAt, trafficLimitBytes: 0 }));
      return;
    }
    let uuid = '';
    plan(bought, async () => {
      const data = await service.buy({ kind: 'vpn-buy', clientId, periodMonths }, 'vpn.buy', {
        ...pairOf(clientId),
        period_months: periodMonths,
      });
      uuid = String(Reflect.get(data, 'uuid'));
    });
    for (const end of ends) {
      const ahead = doneBy(end - (1 + random() * 2) * DAY_MS);
      plan(Math.max(ahead, bought + HOUR_MS), () =>
        service.buy({ kind: 'vpn-renew', clientId, uuid, periodMonths }, 'vpn.renew', {
          ...pairOf(clientId),
          uuid,
          period_months: periodMonths,
        }),
      );
    }
    // Adding months may end on another day than planned, because months differ in length; the days left must be exact.
    atLast(() => {
      const own = subscriptions.find((one) => one.uuid === uuid);
      if (own !== undefined) Object.assign(own, { status, expireAt });
    });
  };

  const planTraffic = (clientId: number, [poolType, gb, everyDays, leftGb, lastDaysAgo]: Traffic): void => {
    const leave = (left: number): void => {
      service.clientOf(clientId).trafficMilliGb[poolType] = Math.round(left * 1_000);
    };
    let time = to - (lastDaysAgo ?? (0.1 + random() * 0.8) * everyDays) * DAY_MS;
    while (time > from) {
      const former = time - (0.85 + random() * 0.3) * everyDays * DAY_MS;
      const left = former > from ? gb * (0.02 + random() * 0.08) : 0;
      plan(doneBy(time), async () => {
        leave(left);
        await service.buy({ kind: 'traffic', clientId, poolType, gb }, 'premium.traffic.buy', {
          ...pairOf(clientId),
          pool_type: poolType,
          gb,
        });
      });
      time = former;
    }
    atLast(() => leave(leftGb));
  };

  const planProxies = ({
    country,
    ipv,
    count,
    days,
    prolonged,
    daysLeft,
    client,
  }: (typeof DAY_PROXIES)[number]): void => {
    const clientId = client === undefined ? null : clientIdOf(client);
    const bought = endIn(daysLeft) - days * (1 + prolonged) * DAY_MS;
    let serviceIds: number[] = [];
    plan(bought, async () => {
      const data = await service.buy(
        { kind: 'dedicated', clientId, countryCode: country, ipv, count, period: days },
        'dedicated.buy',
        { country_code: country, period: days, count, ipv },
      );
      serviceIds = (Reflect.get(data, 'proxies') as readonly { readonly ids: number }[]).map(({ ids }) => ids);
    });
    for (let turn = 1; turn <= prolonged; turn += 1) {
      plan(bought + (turn * days - 1) * DAY_MS, () =>
        service.buy({ kind: 'dedicated-prolong', clientId, serviceIds, period: days }, 'dedicated.prolong', {
          ids: serviceIds,
          period: days,
        }),
      );
    }
  };

  const planList = ([
    key,
    poolType,
    countries,
    quantity,
    formatId,
    daysAgo,
    isSaved,
  ]: (typeof DAY_LISTS)[number]): void => {
    const client = clientIdOf(key);
    const time = to - daysAgo * DAY_MS;
    plan(daysAgo < 1 ? time : atWork(time), async () => {
      const recipe = seededRecipeOf({ poolType, countries, quantity, formatId });
      const answer = await service.ask('premium.proxies.generate', {
        ...pairOf(client),
        pool_type: poolType,
        countries,
        quantity,
        format_id: formatId,
        protocol: recipe.protocol,
        type: 'sticky',
        session_ttl: 10,
      });
      service.events.push({ what: 'list', at: service.now, client, recipe, answer, isSaved });
    });
  };

  for (const [clientId, { vpn = [], traffic = [], addresses = 0 }] of DAY_CLIENTS.entries()) {
    const own = Array.from({ length: addresses }, (_, index) => `203.0.113.${10 + clientId * 4 + index}`);
    service.clientOf(clientId).whitelist = own;
    for (const one of vpn) planVpn(clientId, one);
    for (const one of traffic) planTraffic(clientId, one);
  }
  for (const one of DAY_PROXIES) planProxies(one);
  for (const one of DAY_LISTS) planList(one);
  return apart(steps.toSorted((one, other) => one.at - other.at));
};

/** Moves each step that is planned too soon after the one before it. */
const apart = (steps: readonly Step[]): readonly Step[] => {
  let free = Number.NEGATIVE_INFINITY;
  return steps.map((step) => {
    const at = Math.max(step.at, free);
    free = at + APART_MS;
    return { ...step, at };
  });
};
