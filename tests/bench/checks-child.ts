import { leadsTo, startHostile } from '../support/proxies/hostile.ts';
import { startTarget } from '../support/proxies/target.ts';

/** Proxies of this computer and an https address behind them, in a process of their own: what they take is nobody's time. */
const PROXIES = 10;

const target = await startTarget();
const proxies = await Promise.all(Array.from({ length: PROXIES }, () => startHostile(leadsTo(target.port))));
process.send?.({ url: target.url, ca: target.ca, ports: proxies.map(({ port }) => port) });
