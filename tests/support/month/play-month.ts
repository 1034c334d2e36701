import type { Order } from '#shared/contract/purchases.ts';
import { createRandom } from '../kills/random.ts';
import { judgeMonth, type Month } from './judge-month.ts';
import { type MonthDesk, openMonthDesk } from './month-desk.ts';
import { type Fate, type MonthCharge, PRICES } from './month-service.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The settings of the month's orders, in days before the end and in GB. */
const EARLY = { all: 3, some: 5, proxies: 2 } as const;
const BELOW_GB = 1;
const TOP_UP_GB = 2;
/** A third above the usual price. */
const CEILING = { renewal: 40_000, topUp: 77_200, proxy: 16_460 } as const;
const CLIENTS = 6;
/** A standing order buys nothing automatically if the service's clock is further off than this. */
const CLOCK_WRONG_MS = 18 * HOUR;

/**
 * Plays this many days of a desk whose standing orders buy automatically. Meanwhile answers get lost, the service reports
 * late, prices rise, the computer sleeps, the app is closed, the clock is set, and another computer and the user buy the
 * same goods. The same seed plays the same days.
 */
export const playMonth = async (seed: number, days: number): Promise<Month> => {
  const desk = await openMonthDesk();
  try {
    return await playOn(desk, seed, days);
  } finally {
    await desk.close();
  }
};

const playOn = async (desk: MonthDesk, seed: number, days: number): Promise<Month> => {
  const { clock, service, ask, call, pass, tellPower, restart } = desk;
  const random = createRandom(seed * 2_654_435_761);
  const chance = (share: number): boolean => random() < share;
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  service.isDated = seed % 2 === 0;
  await call('settings.update', { requestsPerSecond: 20, refreshEveryHours: 6 });
  await call('account.signIn', {
    baseUrl: 'https://month.example',
    token: `token-${seed}`,
    label: '',
  });

  // The desk has clients with subscriptions and traffic, and proxies.
  const names = Array.from({ length: CLIENTS }, (_, index) => `7 client-${index}`);
  const clientIds: number[] = [];
  const uuids: { readonly uuid: string; readonly client: number }[] = [];
  for (const [index, name] of names.entries()) {
    const owned = Array.from({ length: 1 + (index % 2) }, (_, nth) => ({
      uuid: `0000000${index}-0000-4000-8000-00000000000${nth}`,
      endsAt: clock.truth() + Math.round((random() * 28 - 1) * DAY),
    }));
    for (const { uuid } of owned) uuids.push({ uuid, client: index });
    service.addClient(name, owned, 1 + random() * 4);
    const made = await call('clients.add', {
      messengerId: 7,
      clientKey: `client-${index}`,
      name,
      note: '',
      tags: index === 5 ? [] : ['all'],
    });
    clientIds.push(made.id);
    await call('vpn.refresh', { clientId: made.id });
    await call('premium.refreshBalance', { clientId: made.id });
  }
  const [first = 0, second = 0] = clientIds;
  /** Buys as the user does by hand: asks for the price and agrees. */
  const buy = async (order: Order): Promise<void> => {
    const offered = await ask('purchases.offer', { order });
    // If something is open for the same target, the offer names it, and the user gives up.
    if (!offered.ok || offered.value.open.length > 0) return;
    const { offerId, priceKopecks } = offered.value;
    await ask('purchases.confirm', { offerId, priceKopecks, despite: [] });
  };
  await buy({ kind: 'dedicated', clientId: first, ipv: 4, countryCode: 'de', period: 7, count: 3 });
  const proxyIds = (await call('dedicated.ids', { filter: {}, sort: { by: 'expiresAt', direction: 'asc' } })).ids;

  const terms = { name: '', mode: 'do', hours: null } as const;
  const cap = (kopecks: number): number => (seed % 2 === 0 ? kopecks * 100 : kopecks * 4);
  const renewal = { ...terms, ceilingKopecks: CEILING.renewal, monthCapKopecks: cap(PRICES['/vpn/renew']) };
  const orders = [
    await call('standing.save', {
      ...renewal,
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: EARLY.all },
      targets: { of: 'tag', tag: 'all' },
    }),
    await call('standing.save', {
      ...renewal,
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: EARLY.some },
      targets: { of: 'clients', clientIds: [first, second] },
    }),
    await call('standing.save', {
      ...terms,
      ceilingKopecks: CEILING.topUp,
      monthCapKopecks: cap(PRICES['/premium/traffic/buy'] * TOP_UP_GB),
      action: { kind: 'traffic', poolType: 'mobile', gb: TOP_UP_GB, belowGb: BELOW_GB },
      targets: { of: 'clients', clientIds: clientIds.slice(0, 4) },
    }),
    await call('standing.save', {
      ...terms,
      ceilingKopecks: CEILING.proxy,
      monthCapKopecks: cap(PRICES['/dedicated/prolong']),
      hours: { from: '09:00', to: '18:00' },
      action: { kind: 'dedicated-prolong', period: 7, daysBefore: EARLY.proxies },
      targets: { of: 'proxies', proxyIds },
    }),
  ];

  let badness = 0;
  service.fate = (): Fate =>
    chance(badness) ? oneOf(['lost', 'vanished', 'late', 'refused', 'failed-and-charged'] as const) : 'answered';
  /** The times at which the user or another computer bought for a target; ms since the epoch, UTC. */
  const byOthers: { readonly target: string; readonly at: number }[] = [];
  const others = (): void => {
    for (const { isOurs, target, sentAt } of service.charges.slice(seenCharges)) {
      if (!isOurs || isByHand) byOthers.push({ target, at: sentAt });
    }
    seenCharges = service.charges.length;
  };
  let seenCharges = service.charges.length;
  let isByHand = false;

  const colleague = (): void => {
    const { uuid, client } = oneOf(uuids);
    const pair = { messenger_id: 7, client_key: `client-${client}` };
    others();
    if (chance(0.6)) service.colleagueBuys('/vpn/renew', { ...pair, uuid, period_months: 1 });
    else service.colleagueBuys('/premium/traffic/buy', { ...pair, pool_type: 'mobile', gb: TOP_UP_GB });
    others();
  };
  const byHand = async (): Promise<void> => {
    const { uuid, client } = oneOf(uuids);
    const clientId = clientIds[client] ?? first;
    others();
    isByHand = true;
    if (chance(0.6)) await buy({ kind: 'vpn-renew', clientId, uuid, periodMonths: 1 });
    else await buy({ kind: 'traffic', clientId, poolType: 'mobile', gb: TOP_UP_GB });
    others();
    isByHand = false;
  };

  const ledger = async () =>
    (
      await call('purchases.list', {
        filter: {},
        sort: { by: 'time', direction: 'asc' },
        offset: 0,
        limit: 500,
      })
    ).rows.toSorted((a, b) => a.id - b.id);
  const ours = (): MonthCharge[] => service.charges.filter(({ isOurs }) => isOurs);
  /** The user asks the service's support about the open purchases, and enters the answers. */
  const settleOpen = async (): Promise<void> => {
    for (const [index, { id, outcome, createdAt }] of (await ledger()).entries()) {
      if (outcome !== 'open' || Math.abs(clock.now() - createdAt) < HOUR) continue;
      const truth = ours()[index]?.charged ?? null;
      const verdict = truth === null ? 'not-charged' : 'charged';
      await ask('purchases.settle', { purchaseId: id, verdict, reason: 'asked the support' });
    }
  };

  let lastLagMs = 0;
  let shifted = 0;
  let furthestMs = 0;
  const happen = async (): Promise<void> => {
    switch (Math.floor(random() * 14)) {
      case 0:
        service.factor = oneOf([1, 1, 1.2, 1.6, 0.9]);
        break;
      case 1:
        service.lag = { sumMs: oneOf([0, 30 * SECOND, 10 * MINUTE]), listMs: oneOf([0, 30 * SECOND, 10 * MINUTE]) };
        lastLagMs = Math.max(lastLagMs, service.lag.listMs);
        break;
      case 2:
        badness = oneOf([0, 0, 0.2, 0.6]);
        break;
      case 3:
        service.isOffline = chance(0.5);
        break;
      case 4:
        colleague();
        break;
      case 5:
        await byHand();
        break;
      case 6:
        await restart(oneOf([0, MINUTE, 8 * HOUR]));
        break;
      case 7:
        tellPower('asleep');
        await clock.skip(oneOf([5 * MINUTE, 9 * HOUR, 40 * HOUR]));
        tellPower('awake');
        break;
      case 8: {
        const ms = oneOf([-HOUR, HOUR, -2 * DAY, 2 * DAY]);
        clock.set(ms);
        shifted += ms;
        furthestMs = Math.max(furthestMs, shifted);
        break;
      }
      case 9:
        clock.set(-shifted);
        shifted = 0;
        break;
      case 10:
        await call('settings.update', { paused: chance(0.3) });
        break;
      case 11:
        await ask('account.refreshBalance', {});
        break;
      default:
        break;
    }
  };

  const until = clock.truth() + days * DAY;
  while (clock.truth() < until) {
    if (chance(0.5)) await happen();
    await pass(oneOf([2, 5, 20]) * MINUTE);
    for (const name of names.slice(0, 4)) service.use(name, random() * 0.15);
    tellPower('asleep');
    await clock.skip(oneOf([10, 30, 90]) * MINUTE);
    tellPower('awake');
    if (chance(0.1)) await settleOpen();
  }

  // All is well for three more days, in which every due item is carried out or asked about.
  service.factor = 1;
  service.lag = { sumMs: 0, listMs: 0 };
  badness = 0;
  service.isOffline = false;
  clock.set(-shifted);
  await call('settings.update', { paused: false });
  for (let hour = 0; hour < 72; hour += 3) {
    await pass(4 * MINUTE);
    await settleOpen();
    await clock.skip(3 * HOUR - 4 * MINUTE);
    tellPower('awake');
  }
  await pass(10 * MINUTE);
  await settleOpen();

  const purchases = await ledger();
  const aheadMs = service.isDated ? Math.min(furthestMs, CLOCK_WRONG_MS) : furthestMs;
  return judgeMonth({
    desk,
    purchases,
    charges: ours(),
    orders,
    byOthers,
    lastLagMs,
    aheadMs,
    clientIds,
    names,
    uuids,
  });
};
