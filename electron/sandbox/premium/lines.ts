import { setImmediate as nextTurn } from 'node:timers/promises';
import { scramble } from '../random.ts';
import { SERVICE_POOL_TYPES, type ServicePoolType } from '../state/model.ts';

export type Layout = 1 | 2 | 3;

/** The layout template, as it stands in `params.format`. */
export const LAYOUT_TEXT: Readonly<Record<Layout, string>> = {
  1: 'hostname:port:login:password',
  2: 'login:password@hostname:port',
  3: 'hostname:port',
};

interface LineOrder {
  readonly pool: ServicePoolType;
  readonly layout: Layout;
  readonly protocol: 'http' | 'socks5';
  readonly quantity: number;
  readonly login: string;
  readonly password: string;
  /** What the gateway should do, already in its own words, e.g. `country-us_anon-1`. */
  readonly options: string;
  /** `null` is rotating. */
  readonly sessionMinutes: number | null;
  /** The number of the first line: no two lines ever have the same number. */
  readonly first: number;
}

interface Lines {
  readonly domain: string;
  readonly ip: string;
}

const FIRST_PORT = 10_000;
const PORTS_PER_GATEWAY = 50_000;
/** A quarter of a /16 for each pool, without its first address, which would end in .0.0. */
const GATEWAYS_PER_POOL = 16_383;
const ADDRESSES_PER_POOL = 16_384;
/** Lines built before other work gets a turn: the sandbox lives inside an app's main process. */
const BATCH = 2_000;

/** Every gateway has an address of its own, from 198.19.0.0/16, which is never routed. */
const gatewayOf = (pool: ServicePoolType, number: number) => {
  const host = SERVICE_POOL_TYPES.indexOf(pool) * ADDRESSES_PER_POOL + 1 + (number % GATEWAYS_PER_POOL);
  return {
    host: `gw${number + 1}.${pool.replaceAll('_', '-')}.sandbox.test`,
    ip: `198.19.${host >>> 8}.${host & 0xff}`,
  };
};

/** A session id as gateways have them: seven letters and digits, one to one with the line's number. */
const sessionId = (number: number): string => scramble(number).toString(36).padStart(7, '0');

/** Residential pools take their options in the password, the others in the login: real gateways do either. */
const takesOptionsInPassword = (pool: ServicePoolType): boolean =>
  pool === 'residential' || pool === 'residential_premium';

const layOut = (layout: Layout, host: string, port: number, login: string, password: string): string => {
  switch (layout) {
    case 1:
      return `${host}:${port}:${login}:${password}`;
    case 2:
      return `${login}:${password}@${host}:${port}`;
    case 3:
      return `${host}:${port}`;
  }
};

/** Builds a list of any length, giving way to other work between batches. Every line differs from every other. */
export const buildLines = async (order: LineOrder): Promise<Lines> => {
  const domain: string[] = [];
  const ip: string[] = [];
  const inPassword = takesOptionsInPassword(order.pool);
  // SOCKS has its own half of the ports, so that the same list for both protocols is two lists.
  const firstPort = FIRST_PORT + (order.protocol === 'socks5' ? 1 : 0);
  const sticky = order.sessionMinutes === null ? '' : `_lifetime-${order.sessionMinutes}m`;
  for (let index = 0; index < order.quantity; index += 1) {
    const number = order.first + index;
    // Without credentials the port is all that tells two lines apart; with them, one gateway is enough.
    const slot = order.layout === 3 || order.sessionMinutes === null ? number : 0;
    const gateway = gatewayOf(order.pool, Math.floor((slot * 2) / PORTS_PER_GATEWAY));
    const port = firstPort + ((slot * 2) % PORTS_PER_GATEWAY);
    const tail = sticky === '' ? order.options : `${order.options}_session-${sessionId(number)}${sticky}`;
    const login = inPassword ? order.login : `${order.login}_${tail}`;
    const password = inPassword ? `${order.password}_${tail}` : order.password;
    domain.push(layOut(order.layout, gateway.host, port, login, password));
    ip.push(layOut(order.layout, gateway.ip, port, login, password));
    if (index % BATCH === BATCH - 1) await nextTurn();
  }
  return { domain: domain.join('\n'), ip: ip.join('\n') };
};
