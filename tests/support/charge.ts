import type { ApiClient } from '#core/service/api/api-client.ts';
import type { ApiAnswer, ChargeHooks } from '#core/service/api/call.ts';
import { CHARGE } from '#core/service/api/charge.ts';
import { type ChargeName, type EndpointName, type EndpointRequest, endpointOf } from '#shared/api/endpoints.ts';

/** What the API client makes of a charge: in the app only the journal may ask for one. */
export const charge = <N extends ChargeName>(
  api: ApiClient,
  name: N,
  request: EndpointRequest<N>,
  hooks: Partial<ChargeHooks> = {},
): Promise<ApiAnswer<N>> =>
  api[CHARGE](name, request, {
    signal: new AbortController().signal,
    onLeaving: async () => {},
    onRawAnswer: () => {},
    ...hooks,
  });

/** Calls any endpoint. That the request fits the name is for the caller to know. */
export const callAny = (api: ApiClient, name: EndpointName, request: unknown): Promise<unknown> => {
  const send = (endpointOf(name).effect === 'charge' ? charge : plain) as typeof callAny;
  return send(api, name, request);
};

const plain = (api: ApiClient, ...[name, request]: Parameters<ApiClient['call']>) => api.call(name, request);
