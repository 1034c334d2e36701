import { charge } from './charge.ts';
import {
  BUY_PERIODS,
  dedicatedPrice,
  offeredCountries,
  PROLONG_PERIODS,
  readStockCountry,
  stockKey,
  stockLeft,
} from './dedicated-stock.ts';
import type { Fields } from './fields.ts';
import { createDedicatedProxy } from './goods.ts';
import { toRoubles } from './money.ts';
import { createRandom, randomText } from './random.ts';
import { invalidField, Refusal } from './refusal.ts';
import { type Data, type EndpointCall, read, write } from './router.ts';
import { IP_VERSIONS, type StockProxy } from './state/model.ts';
import type { World } from './state/world.ts';
import { DAY_MS, moscowTimestamp } from './time.ts';

const readOrder = (world: World, fields: Fields) => {
  const ipv = fields.intOf('ipv', IP_VERSIONS);
  const countryCode = readStockCountry(fields.text('country_code')).code;
  const period = fields.intOf('period', BUY_PERIODS[ipv]);
  const count = fields.int('count');
  if (count < 1) throw invalidField('count', 'must be at least 1');
  const left = stockLeft(world.state, countryCode, ipv);
  if (count > left) {
    throw new Refusal(409, 'not_enough_stock', `Only ${left} of these proxies are available, ${count} were asked for.`);
  }
  return { countryCode, period, count, ipv, kopecks: dedicatedPrice(ipv, period, world.state.priceMultiplier) * count };
};

const ownProxies = (world: World, fields: Fields): readonly StockProxy[] =>
  fields.ids('ids').map((id) => {
    const proxy = world.state.proxies[String(id)];
    if (proxy === undefined) throw new Refusal(404, 'proxy_not_found', `There is no proxy with the id ${id}.`);
    return proxy;
  });

const quote = ({ world, fields }: EndpointCall): Data => {
  const { countryCode, period, count, ipv, kopecks } = readOrder(world, fields);
  return { country_code: countryCode, period, count, ipv, price_rub: toRoubles(kopecks) };
};

const shown = (proxy: StockProxy): Data => ({
  ids: proxy.ids,
  ip: proxy.ip,
  port: proxy.port,
  username: proxy.username,
  password: proxy.password,
  date_end: moscowTimestamp(proxy.dateEnd),
});

const buy = ({ world, fields }: EndpointCall): Data => {
  const { state } = world;
  const order = readOrder(world, fields);
  return charge(world, {
    endpoint: 'POST /dedicated/buy',
    client: null,
    kopecks: order.kopecks,
    deliver: () => {
      const dateEnd = world.now() + order.period * DAY_MS;
      const proxies = Array.from({ length: order.count }, () => {
        state.counters.proxy += 1;
        return createDedicatedProxy(state.seed, state.counters.proxy, {
          countryCode: order.countryCode,
          ipv: order.ipv,
          dateEnd,
        });
      });
      for (const proxy of proxies) state.proxies[String(proxy.ids)] = proxy;
      const stock = stockKey(order.countryCode, order.ipv);
      state.sold[stock] = (state.sold[stock] ?? 0) + order.count;
      state.counters.order += 1;
      return {
        ids: proxies.map((proxy) => String(proxy.ids)),
        result: {
          check_id: randomText(createRandom(`${state.seed}/check/${state.counters.order}`), 12),
          order_id: state.counters.order,
          price_rub: toRoubles(order.kopecks),
          proxies: proxies.map(shown),
        },
      };
    },
  });
};

const country = ({ fields }: EndpointCall): Data => {
  const ipv = fields.intOf('ipv', IP_VERSIONS);
  return { ipv, countries: offeredCountries(ipv).map(({ code, name }) => ({ country_code: code, title: name })) };
};

const count = ({ world, fields }: EndpointCall): Data => {
  const ipv = fields.intOf('ipv', IP_VERSIONS);
  const { code } = readStockCountry(fields.text('country_code'));
  return { country_code: code, ipv, count: stockLeft(world.state, code, ipv) };
};

const readProlong = (world: World, fields: Fields) => {
  const period = fields.intOf('period', PROLONG_PERIODS);
  const items = ownProxies(world, fields).map((proxy) => ({
    proxy,
    kopecks: dedicatedPrice(proxy.ipv, period, world.state.priceMultiplier),
  }));
  return { period, items, total: items.reduce((sum, item) => sum + item.kopecks, 0) };
};

const prolongQuote = ({ world, fields }: EndpointCall): Data => {
  const { period, total, items } = readProlong(world, fields);
  return {
    period,
    total_price_rub: toRoubles(total),
    items: items.map(({ proxy, kopecks }) => ({ ids: proxy.ids, ipv: proxy.ipv, price_rub: toRoubles(kopecks) })),
  };
};

const prolong = ({ world, fields }: EndpointCall): Data => {
  const { period, total, items } = readProlong(world, fields);
  return charge(world, {
    endpoint: 'POST /dedicated/prolong',
    client: null,
    kopecks: total,
    deliver: () => {
      for (const { proxy } of items) proxy.dateEnd = Math.max(proxy.dateEnd, world.now()) + period * DAY_MS;
      return {
        ids: items.map(({ proxy }) => String(proxy.ids)),
        result: {
          period,
          total_price_rub: toRoubles(total),
          items: items.map(({ proxy }) => ({ ids: proxy.ids, date_end: moscowTimestamp(proxy.dateEnd) })),
        },
      };
    },
  });
};

const protocol = ({ world, fields }: EndpointCall): Data => {
  const portType = fields.textOf('port_type', ['http', 'socks']);
  const proxies = ownProxies(world, fields);
  const same = proxies.find((proxy) => proxy.protocol === portType);
  // Changes all proxies or none, like a closely related service does.
  if (same !== undefined) {
    throw new Refusal(409, 'same_protocol', `Proxy ${same.ids} already uses ${portType}; nothing was changed.`);
  }
  for (const proxy of proxies) proxy.protocol = portType;
  return { port_type: portType, updated: proxies.map((proxy) => ({ ids: proxy.ids, port_type: portType })) };
};

/** The endpoints of docs/api.md#dedicated-proxies. */
export const DEDICATED_ROUTES = {
  'dedicated.quote': read(quote),
  'dedicated.buy': write(buy),
  'dedicated.country': read(country),
  'dedicated.count': read(count),
  'dedicated.prolong.quote': read(prolongQuote),
  'dedicated.prolong': write(prolong),
  'dedicated.protocol': write(protocol),
} as const;
