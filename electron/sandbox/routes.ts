import { ENDPOINT_NAMES, type EndpointName, endpointOf } from '#shared/api/endpoints.ts';
import { DEDICATED_ROUTES } from './dedicated.ts';
import { toRoubles } from './money.ts';
import { GENERATE_ROUTES } from './premium/generate.ts';
import { LOCATION_ROUTES } from './premium/locations.ts';
import { SUB_USER_ROUTES } from './premium/sub-user.ts';
import { TRAFFIC_ROUTES } from './premium/traffic.ts';
import { type EndpointHandler, type Route, read } from './router.ts';
import { VPN_ROUTES } from './vpn.ts';

/** The handlers of all endpoints. */
export const HANDLERS: Readonly<Record<EndpointName, EndpointHandler>> = {
  ...VPN_ROUTES,
  ...DEDICATED_ROUTES,
  ...TRAFFIC_ROUTES,
  ...LOCATION_ROUTES,
  ...GENERATE_ROUTES,
  ...SUB_USER_ROUTES,
  balance: read(({ world: { state } }) => ({
    balance_rub: toRoubles(state.balanceKopecks),
    api_spent_rub: toRoubles(state.spentKopecks),
  })),
};

/** All endpoints of the service's table with their handlers. */
export const ROUTES: readonly Route[] = ENDPOINT_NAMES.map((name) => {
  const { method, path } = endpointOf(name);
  return { method, path, ...HANDLERS[name] };
});
