import { randomUUID } from 'node:crypto';
import type { Fetch } from '#core/ports.ts';

/**
 * The charging part of the service, in memory: what it sells, what it has charged, and with which delay it reports both. It
 * is written from the API's description, without the app's own schemas.
 */
export type Fate =
  | 'answered'
  /** Charged; the answer is lost. */
  | 'lost'
  /** The request never arrives. */
  | 'vanished'
  /** The answer is lost, and the service charges `lateMs` later. */
  | 'late'
  | 'refused'
  /** The service refuses in words and charges all the same. */
  | 'refused-and-charged'
  /** The service answers with an internal error after it has charged. */
  | 'failed-and-charged';

/** One charging request as the service records it. */
interface Charge {
  readonly path: string;
  readonly target: string;
  /** The end of a renewed subscription before the renewal; ms since the epoch. */
  readonly endBefore: number | null;
  /** Kopecks; `null` while it has not been charged. */
  charged: number | null;
  /** Time of the charge; ms since the epoch. */
  chargedAt: number;
  readonly isColleagues: boolean;
}

interface Subscription {
  readonly uuid: string;
  endsAt: number;
}

interface Shelf {
  readonly at: number;
  readonly spent: number;
  readonly subscriptions: readonly Subscription[];
  readonly poolGb: number;
}

export interface ModelService {
  readonly fetch: Fetch;
  readonly charges: readonly Charge[];
  /** The fate of the next charge of the desk, and the factor of its price. */
  plan(fate: Fate, factor: number, lateMs: number): void;
  /** Sets the delay with which the service reports its sum and its lists from now on; ms. */
  setLag(sumMs: number, listMs: number): void;
  colleagueBuys(path: string): void;
  /** Carries out the late charges that are due. */
  tick(): void;
  /** Whether the sum that the service reports now includes the charge. */
  tells(charge: Charge): boolean;
  /** The subscription that every history renews. */
  readonly uuid: string;
}

const MONTH = 30 * 86_400_000;
const PRICES: Readonly<Record<string, number>> = {
  '/vpn/buy': 30_000,
  '/vpn/renew': 30_000,
  '/premium/traffic/buy': 57_900,
  '/dedicated/buy': 67_457,
};

const json = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: object): Response => json(200, { ok: true, data });
const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }) });

export const createModelService = (now: () => number): ModelService => {
  const uuid = randomUUID();
  let spent = 100_000;
  let subscriptions: readonly Subscription[] = [{ uuid, endsAt: now() + 5 * 86_400_000 }];
  let poolGb = 10;
  let lag = { sumMs: 0, listMs: 0 };
  let next: { fate: Fate; factor: number; lateMs: number } = { fate: 'answered', factor: 1, lateMs: 0 };
  const charges: Charge[] = [];
  const late: { readonly at: number; readonly run: () => void }[] = [];
  const shelves: Shelf[] = [];

  const put = (): void => {
    shelves.push({ at: now(), spent, subscriptions: subscriptions.map((one) => ({ ...one })), poolGb });
  };
  put();
  /** Returns the state of that long ago. */
  const asOf = (lagMs: number): Shelf => {
    const at = now() - lagMs;
    return shelves.findLast((shelf) => shelf.at <= at) ?? (shelves[0] as Shelf);
  };

  const carryOut = (charge: Charge, factor: number): object => {
    const kopecks = Math.round((PRICES[charge.path] ?? 0) * factor);
    charge.charged = kopecks;
    charge.chargedAt = now();
    spent += kopecks;
    let data: object = {};
    switch (charge.path) {
      case '/vpn/buy': {
        const bought = { uuid: randomUUID(), endsAt: now() + MONTH };
        subscriptions = [...subscriptions, bought];
        data = { uuid: bought.uuid, subscriptionUrl: `https://sub.example/${bought.uuid}`, ...ends(bought.endsAt) };
        break;
      }
      case '/vpn/renew': {
        subscriptions = subscriptions.map((one) =>
          one.uuid === uuid ? { uuid, endsAt: Math.max(one.endsAt, now()) + MONTH } : one,
        );
        const end = subscriptions.find((one) => one.uuid === uuid)?.endsAt ?? 0;
        data = { uuid, subscriptionUrl: `https://sub.example/${uuid}`, ...ends(end) };
        break;
      }
      case '/premium/traffic/buy':
        poolGb += 2;
        data = { pool_type: 'mobile', gb: 2, traffic_gb: poolGb };
        break;
      default:
        data = {
          check_id: 'c',
          order_id: charges.length,
          price_rub: kopecks / 100,
          proxies: [
            {
              ids: charges.length,
              ip: '203.0.113.7',
              port: '8000',
              username: 'u',
              password: 'p',
              date_end: '2027-01-01 00:00:00',
            },
          ],
        };
    }
    put();
    return data;
  };

  const begin = (path: string, isColleagues: boolean): Charge => {
    const endBefore = path === '/vpn/renew' ? (subscriptions.find((one) => one.uuid === uuid)?.endsAt ?? null) : null;
    const charge: Charge = { path, target: path, endBefore, charged: null, chargedAt: 0, isColleagues };
    charges.push(charge);
    return charge;
  };

  const charge = (path: string): Response => {
    const { fate, factor, lateMs } = next;
    next = { fate: 'answered', factor: 1, lateMs: 0 };
    const mine = begin(path, false);
    switch (fate) {
      case 'answered':
        return ok(carryOut(mine, factor));
      case 'lost':
        carryOut(mine, factor);
        throw reset();
      case 'vanished':
        throw reset();
      case 'late':
        late.push({ at: now() + lateMs, run: () => carryOut(mine, factor) });
        throw reset();
      case 'refused':
        return json(409, { ok: false, error: 'busy' });
      case 'refused-and-charged':
        carryOut(mine, factor);
        return json(409, { ok: false, error: 'busy' });
      case 'failed-and-charged':
        carryOut(mine, factor);
        return json(500, { ok: false, error: 'fault' });
    }
  };

  const quote = (path: string): Response => {
    const price = (PRICES[path] ?? 0) / 100;
    return ok({
      price_rub: price,
      period_months: 1,
      pool_type: 'mobile',
      gb: 2,
      price_per_gb_rub: price / 2,
      country_code: 'de',
      period: 30,
      count: 1,
      ipv: 4,
    });
  };

  const tick = (): void => {
    for (const one of late.splice(0)) {
      if (one.at <= now()) one.run();
      else late.push(one);
    }
  };

  const answer = (path: string): Response => {
    tick();
    switch (path) {
      case '/balance':
        return ok({ balance_rub: 1_000_000, api_spent_rub: asOf(lag.sumMs).spent / 100 });
      case '/vpn/info': {
        const items = asOf(lag.listMs).subscriptions.map((one) => ({
          uuid: one.uuid,
          status: 'ACTIVE',
          trafficLimitBytes: 0,
          ...ends(one.endsAt),
          subscriptionUrl: `https://sub.example/${one.uuid}`,
        }));
        return ok({ exists: true, count: items.length, items });
      }
      case '/premium/traffic/balance':
        return ok({
          pools: POOLS.map((pool) => ({
            pool_type: pool,
            traffic_gb: pool === 'mobile' ? asOf(lag.listMs).poolGb : 0,
          })),
        });
      case '/vpn/quote':
        return quote('/vpn/buy');
      case '/premium/traffic/quote':
        return quote('/premium/traffic/buy');
      case '/dedicated/quote':
        return quote('/dedicated/buy');
      case '/dedicated/count':
        return ok({ country_code: 'de', ipv: 4, count: 100 });
      default:
        return PRICES[path] === undefined ? json(404, { ok: false, error: 'no such thing' }) : charge(path);
    }
  };

  return {
    fetch: async (url) => answer(new URL(url).pathname.replace('/api/v1', '')),
    charges,
    plan: (fate, factor, lateMs) => {
      next = { fate, factor, lateMs };
    },
    setLag: (sumMs, listMs) => {
      lag = { sumMs, listMs };
    },
    colleagueBuys: (path) => {
      carryOut(begin(path, true), 1);
    },
    tick,
    tells: ({ charged, chargedAt }) => charged !== null && chargedAt <= now() - lag.sumMs,
    uuid,
  };
};

const POOLS = ['residential', 'datacenter', 'mobile', 'residential_premium'] as const;

const ends = (at: number) => {
  const text = new Date(at).toISOString();
  return { expireAt: text, expireAt_date: `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}` };
};
