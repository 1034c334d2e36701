import { localDate } from '#shared/domain/local-date.ts';
import type { PastEvent, PracticeClient } from '#shared/domain/practice-day.ts';
import { fromRoubles } from '../money.ts';
import { between, createRandom, type Random } from '../random.ts';
import { SERVICE_POOL_TYPES } from '../state/model.ts';
import { DAY_MS } from '../time.ts';
import { dayOrders, dayPrices } from './day-business.ts';
import { DAY_CLIENTS, type DayClient } from './day-clients.ts';
import { clientIdOf, PastService, pairOf } from './past-service.ts';
import { planDay } from './plan-day.ts';
import { DAY_PRESETS, MORNING_LISTS } from './recipes.ts';

/** The number of days that the desk's history goes back. */
const HISTORY_DAYS = 150;
const MINUTE_MS = 60_000;
/** The standing orders were created this morning, so nothing was due before. */
const ORDERED_MS = 3 * 60 * MINUTE_MS;
/** A purchase whose answer was lost; the service did not carry it out. */
const LOST = { client: 'clara-travel', poolType: 'residential', gb: 10, minutesAgo: 40 } as const;

/**
 * Plays months of a small shop through the service itself, on a clock that runs up to `nowMs`. So the service's books
 * and the data of a desk result from the same calls. The result depends only on the seed, on `nowMs` (ms since the
 * epoch, UTC) and on the zone of this computer, whose working hours it uses.
 */
export const playDay = async (seed: number, nowMs: number, token: string) => {
  const from = nowMs - HISTORY_DAYS * DAY_MS;
  const random = createRandom(`${seed}/day`);
  const service = new PastService(seed, token, from);
  for (const step of planDay({ service, random, from, to: nowMs })) {
    service.goTo(step.at);
    await step.act();
  }
  await loseOne(service, nowMs - LOST.minutesAgo * MINUTE_MS);
  service.goTo(nowMs);
  service.read(nowMs - 4 * MINUTE_MS);
  const past = withMoney(service.events, nowMs, random).toSorted((one, other) => one.at - other.at);
  const clients: PracticeClient[] = [];
  for (const [clientId, client] of DAY_CLIENTS.entries()) {
    clients.push(await readClient(service, clientId, client, random));
  }
  const presets = DAY_PRESETS.map(([name, recipe], index) => ({ name, recipe, at: from + (20 + index * 30) * DAY_MS }));
  const standing = dayOrders(nowMs - ORDERED_MS);
  const scheduled = [{ ...MORNING_LISTS, at: nowMs - ORDERED_MS }];
  return { state: service.state, day: { clients, past, presets, prices: dayPrices(), standing, scheduled } };
};

const loseOne = async (service: PastService, at: number): Promise<void> => {
  service.goTo(at);
  service.read(at - 2_000);
  const { poolType, gb } = LOST;
  const clientId = clientIdOf(LOST.client);
  const quote = await service.ask('premium.traffic.quote', { pool_type: poolType, gb });
  const left = service.clientOf(clientId).trafficMilliGb;
  service.events.push({
    what: 'purchase',
    at,
    order: { kind: 'traffic', clientId, poolType, gb },
    dueDay: null,
    answer: null,
    priceKopecks: fromRoubles(Number(Reflect.get(quote, 'price_rub'))),
    pools: SERVICE_POOL_TYPES.map((pool) => ({ poolType: pool, trafficGb: (left[pool] ?? 0) / 1_000 })),
  });
  service.read(at + 2 * MINUTE_MS);
};

/** Returns a client with the data that the desk last read. It was added before its first purchase. */
const readClient = async (
  service: PastService,
  clientId: number,
  { messengerId, clientKey, name, note = '', tags = [] }: DayClient,
  random: Random,
): Promise<PracticeClient> => {
  const { events, now } = service;
  const first = events.flatMap((one) => (one.what === 'purchase' && one.order.clientId === clientId ? [one.at] : []));
  const pair = pairOf(clientId);
  return {
    messengerId,
    clientKey,
    name,
    note,
    tags,
    addedAt: Math.min(now - DAY_MS, ...first) - Math.round(1 + random() * 90) * MINUTE_MS,
    read: {
      at: now - Math.round(3 + random() * 500) * MINUTE_MS,
      subscriptions: await service.ask('vpn.info', pair),
      pools: await service.ask('premium.traffic.balance', pair),
      whitelist: await service.ask('premium.whitelist', pair),
    },
  };
};

const HOUR_MS = 3_600_000;

/**
 * Adds the clients' payments: about every other week each client pays all debts, most of them recently. Clients who owe
 * have a due day for everything bought since.
 */
const withMoney = (events: readonly PastEvent[], nowMs: number, random: Random): readonly PastEvent[] => {
  const payments: PastEvent[] = [];
  const due = new Map<number, { readonly since: number; readonly day: string }>();
  for (const [client, { owes }] of DAY_CLIENTS.entries()) {
    const last = nowMs - (owes?.[0] ?? 0) * DAY_MS - between(random, 2, 20) * HOUR_MS;
    if (owes !== undefined) due.set(client, { since: last, day: localDate(nowMs + owes[1] * DAY_MS) });
    const bought = events.flatMap((one) => (one.what === 'purchase' && one.order.clientId === client ? [one.at] : []));
    const first = Math.min(...bought);
    for (let at = last; at > first; at -= between(random, 9, 19) * DAY_MS)
      payments.push({ what: 'payment', at, client });
  }
  const dueDayOf = (client: number | null, at: number): string | null => {
    const owed = client === null ? undefined : due.get(client);
    return owed !== undefined && at > owed.since ? owed.day : null;
  };
  const dated = events.map((one) =>
    one.what === 'purchase' ? { ...one, dueDay: dueDayOf(one.order.clientId, one.at) } : one,
  );
  return [...dated, ...payments];
};
