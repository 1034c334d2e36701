import { setImmediate as nextTurn } from 'node:timers/promises';
import { scramble } from '../random.ts';
import { SERVICE_POOL_TYPES, type ServicePoolType } from '../state/model.ts';

export type Layout = 1 | 2 | 3;

/** The template of each layout, as in `params.format`. */
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
  /** The options for the gateway in its own syntax, e.g. `country-us_anon-1`. */
  readonly options: string;
  /** `null` for rotating lists. */
  readonly sessionMinutes: number | null;
  /** The number of the first line. No two lines ever have the same number. */
  readonly first: number;
}

interface Lines {
  readonly domain: string;
  readonly ip: string;
}

const FIRST_PORT = 10_000;
const PORTS_PER_GATEWAY = 50_000;
/** Each pool has a quarter of a /16, without its first address, which would end in .0.0. */
const GATEWAYS_PER_POOL = 16_383;
const ADDRESSES_PER_POOL = 16_384;
/** The number of lines before other work gets a turn. */
const BATCH = 2_000;

/** Returns a gateway. Each has its own address in 198.19.0.0/16, which is never routed. */
const gatewayOf = (pool: ServicePoolType, number: number) => {
  const host = SERVICE_POOL_TYPES.indexOf(pool) * ADDRESSES_PER_POOL + 1 + (number % GATEWAYS_PER_POOL);
  return {
    host: `gw${number + 1}.${pool.replaceAll('_', '-')}.sandbox.test`,
    ip: `198.19.${host >>> 8}.${host & 0xff}`,
  };
};

/** Returns a session id like those of real gateways: seven letters and digits, unique for the line's number. */
const sessionId = (number: number): string => scramble(number).toString(36).padStart(7, '0');

/** Residential pools take their options in the password, the others in the login; real gateways do both. */
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

/** Builds a list of any length and lets other work run between batches. All lines are different. */
export const buildLines = async (order: LineOrder): Promise<Lines> => {
  const domain: string[] = [];
  const ip: string[] = [];
  const inPassword = takesOptionsInPassword(order.pool);
  // SOCKS uses every other port, so that the same list for both protocols has different lines.
  const firstPort = FIRST_PORT + (order.protocol === 'socks5' ? 1 : 0);
  const sticky = order.sessionMinutes === null ? '' : `_lifetime-${order.sessionMinutes}m`;
  for (let index = 0; index < order.quantity; index += 1) {
    const number = order.first + index;
    // Without credentials, only the port distinguishes two lines. With them, one gateway is enough.
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
