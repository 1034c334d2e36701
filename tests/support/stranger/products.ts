import { roubles } from './books.ts';
import { type Reply, type Route, refuse, type StrangerContext, type StrangerRequest, success } from './types.ts';

const DAY = 86_400_000;
const MONTH = 30 * DAY;
const MONTH_PRICE: Readonly<Record<number, number>> = { 1: 19_990, 3: 54_990, 6: 99_001, 12: 179_900 };
const BUY_DAYS: Readonly<Record<number, readonly number[]>> = {
  3: [7, 14, 30, 60, 90],
  4: [7, 14, 30, 60, 90],
  6: [3, 7, 14, 30, 60, 90],
};
const PROLONG_DAYS = [3, 7, 14, 30, 60, 90];
const DAY_PRICE: Readonly<Record<number, number>> = { 3: 311, 4: 777, 6: 55 };

interface Subscription {
  readonly uuid: string;
  readonly owner: string;
  expireAt: number;
}

interface Proxy {
  readonly ids: number;
  readonly ipv: number;
  end: number;
  portType: string;
}

const owner = (source: Readonly<Record<string, unknown>>) =>
  `${String(source.messenger_id)} ${String(source.client_key)}`;
const dotted = (at: number) => new Date(at).toISOString().slice(0, 10).split('-').reverse().join('.');
const spaced = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** docs/api.md#vpn, docs/api.md#dedicated-proxies and docs/api.md#account. */
export const productRoutes = (context: StrangerContext): readonly Route[] => {
  const { books, dialect } = context;
  const wordy = dialect === 'verbose';
  const subscriptions: Subscription[] = [];
  const proxies: Proxy[] = [];

  const shown = (one: Subscription) => ({
    uuid: one.uuid,
    subscriptionUrl: `https://sub.strange.example/s/${one.uuid}`,
    expireAt: new Date(one.expireAt).toISOString(),
    expireAt_date: dotted(one.expireAt),
  });

  const vpnCharge = (request: StrangerRequest, apply: () => Subscription | null): Reply => {
    const price = MONTH_PRICE[Number(request.body.period_months)];
    if (price === undefined) return refuse(400, 'period_months: 1, 3, 6 or 12');
    const one = apply();
    if (one === null) return refuse(404, 'no such subscription');
    if (!books.charge(request.path, owner(request.body), price)) return refuse(402, 'Недостаточно средств на балансе');
    one.expireAt += Number(request.body.period_months) * MONTH;
    if (!subscriptions.includes(one)) subscriptions.push(one);
    return success(shown(one));
  };

  const find = (request: StrangerRequest) =>
    subscriptions.find((one) => one.uuid === request.body.uuid && one.owner === owner(request.body)) ?? null;

  const dedicatedPrice = (source: {
    get(name: string): unknown;
  }): { kopecks: number; count: number; ipv: number; days: number } | null => {
    const [ipv, days, count] = [Number(source.get('ipv')), Number(source.get('period')), Number(source.get('count'))];
    if (BUY_DAYS[ipv]?.includes(days) !== true || !(count >= 1)) return null;
    return { kopecks: (DAY_PRICE[ipv] ?? 0) * days * count, count, ipv, days };
  };

  const chosen = (ids: unknown): Proxy[] | null => {
    const wanted = Array.isArray(ids) ? ids.map(Number) : String(ids).split(',').map(Number);
    const found = wanted.flatMap((id) => proxies.filter((one) => one.ids === id));
    return found.length === wanted.length ? found : null;
  };

  const prolongItems = (found: readonly Proxy[], days: number) =>
    found.map((one) => ({ ids: one.ids, ipv: one.ipv, kopecks: (DAY_PRICE[one.ipv] ?? 0) * days }));

  const prolong = (request: StrangerRequest): Reply => {
    const days = Number(request.body.period);
    const found = chosen(request.body.ids);
    if (found === null || !PROLONG_DAYS.includes(days)) return refuse(422, 'ids or period');
    const total = prolongItems(found, days).reduce((sum, item) => sum + item.kopecks, 0);
    if (!books.charge(request.path, null, total)) return refuse(402, 'Недостаточно средств на балансе');
    for (const one of found) one.end += days * DAY;
    const items = found.map((one) => ({ ids: one.ids, date_end: spaced(one.end) }));
    return success({ period: days, total_price_rub: roubles(total, wordy), items });
  };

  const dedicatedBuy = (request: StrangerRequest): Reply => {
    const asked = dedicatedPrice({ get: (name) => request.body[name] });
    if (asked === null) return refuse(422, 'period, count or ipv');
    if (!books.charge(request.path, null, asked.kopecks)) return refuse(402, 'Недостаточно средств на балансе');
    const made = Array.from({ length: asked.count }, (): Proxy => {
      const one = {
        ids: 9_000_000 + proxies.length,
        ipv: asked.ipv,
        end: context.now() + asked.days * DAY,
        portType: 'http',
      };
      proxies.push(one);
      return one;
    });
    return success({
      check_id: `chk-${made[0]?.ids ?? 0}`,
      order_id: wordy ? String(made[0]?.ids ?? 0) : (made[0]?.ids ?? 0),
      price_rub: roubles(asked.kopecks, wordy),
      proxies: made.map((one) => ({
        ids: one.ids,
        ip: one.ipv === 6 ? `2001:db8::${one.ids.toString(16)}` : `203.0.113.${one.ids % 250}`,
        port: wordy ? '8000' : 8000,
        username: `ded${one.ids}`,
        password: `d:p@${one.ids}`,
        date_end: spaced(one.end),
      })),
    });
  };

  return [
    {
      method: 'GET',
      path: '/balance',
      handle: () =>
        success({
          balance_rub: roubles(books.balanceKopecks(), wordy),
          api_spent_rub: roubles(books.spentKopecks(), wordy),
        }),
    },
    {
      method: 'GET',
      path: '/vpn/quote',
      handle: ({ query }) => {
        const months = Number(query.get('period_months'));
        const price = MONTH_PRICE[months];
        return price === undefined
          ? refuse(400, 'period_months')
          : success({ period_months: months, price_rub: roubles(price, wordy) });
      },
    },
    {
      method: 'POST',
      path: '/vpn/buy',
      handle: (request) =>
        vpnCharge(request, () => ({
          uuid: `00000000-0000-4000-8000-${String(subscriptions.length + 1).padStart(12, '0')}`,
          owner: owner(request.body),
          expireAt: context.now(),
        })),
    },
    { method: 'POST', path: '/vpn/renew', handle: (request) => vpnCharge(request, () => find(request)) },
    {
      method: 'POST',
      path: '/vpn/delete',
      handle: (request) => {
        const one = find(request);
        if (one === null) return refuse(404, 'no such subscription');
        subscriptions.splice(subscriptions.indexOf(one), 1);
        return success({ uuid: one.uuid, deleted: wordy ? 'true' : true });
      },
    },
    {
      method: 'GET',
      path: '/vpn/info',
      handle: ({ query }) => {
        const name = owner({ messenger_id: query.get('messenger_id'), client_key: query.get('client_key') });
        const items = subscriptions
          .filter((one) => one.owner === name)
          .map((one) => ({ ...shown(one), status: 'ACTIVE', trafficLimitBytes: 0 }));
        return success({ exists: items.length > 0, count: items.length, items });
      },
    },
    {
      method: 'GET',
      path: '/dedicated/quote',
      handle: ({ query }) => {
        const asked = dedicatedPrice(query);
        if (asked === null) return refuse(422, 'period, count or ipv');
        const { count, ipv, days, kopecks } = asked;
        return success({
          country_code: query.get('country_code')?.toLowerCase(),
          period: days,
          count,
          ipv,
          price_rub: roubles(kopecks, wordy),
        });
      },
    },
    { method: 'POST', path: '/dedicated/buy', handle: dedicatedBuy },
    {
      method: 'GET',
      path: '/dedicated/country',
      handle: ({ query }) =>
        success({
          ipv: Number(query.get('ipv')),
          countries: [
            { country_code: 'nl', title: 'Нидерланды' },
            { country_code: 'us', title: 'USA' },
          ],
        }),
    },
    {
      method: 'GET',
      path: '/dedicated/count',
      handle: ({ query }) =>
        success({ country_code: query.get('country_code'), ipv: Number(query.get('ipv')), count: wordy ? '321' : 321 }),
    },
    {
      method: 'GET',
      path: '/dedicated/prolong/quote',
      handle: ({ query }) => {
        const days = Number(query.get('period'));
        const found = chosen(query.get('ids') ?? '');
        if (found === null || !PROLONG_DAYS.includes(days)) return refuse(422, 'ids or period');
        const items = prolongItems(found, days);
        const total = items.reduce((sum, item) => sum + item.kopecks, 0);
        return success({
          period: days,
          total_price_rub: roubles(total, wordy),
          items: items.map(({ ids, ipv, kopecks }) => ({ ids, ipv, price_rub: roubles(kopecks, wordy) })),
        });
      },
    },
    { method: 'POST', path: '/dedicated/prolong', handle: prolong },
    {
      method: 'POST',
      path: '/dedicated/protocol',
      handle: (request) => {
        const found = chosen(request.body.ids);
        if (found === null) return refuse(422, 'ids');
        for (const one of found) one.portType = String(request.body.port_type);
        return success({
          port_type: request.body.port_type,
          updated: wordy ? found.map((one) => ({ proxy: { id: one.ids } })) : found.map((one) => one.ids),
        });
      },
    },
  ];
};
