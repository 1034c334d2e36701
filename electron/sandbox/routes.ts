import { DEDICATED_ROUTES } from './dedicated.ts';
import { toRoubles } from './money.ts';
import { GENERATE_ROUTES } from './premium/generate.ts';
import { LOCATION_ROUTES } from './premium/locations.ts';
import { SUB_USER_ROUTES } from './premium/sub-user.ts';
import { TRAFFIC_ROUTES } from './premium/traffic.ts';
import { type Route, read } from './router.ts';
import { VPN_ROUTES } from './vpn.ts';

const balance = read('GET', '/balance', ({ world: { state } }) => ({
  balance_rub: toRoubles(state.balanceKopecks),
  api_spent_rub: toRoubles(state.spentKopecks),
}));

/** The 27 endpoints of docs/api.md. */
export const ROUTES: readonly Route[] = [
  ...VPN_ROUTES,
  ...DEDICATED_ROUTES,
  ...TRAFFIC_ROUTES,
  ...LOCATION_ROUTES,
  ...GENERATE_ROUTES,
  ...SUB_USER_ROUTES,
  balance,
];
