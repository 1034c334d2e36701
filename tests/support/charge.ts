import type { ApiClient } from '#core/service/api/api-client.ts';
import type { ApiAnswer, ChargeHooks } from '#core/service/api/call.ts';
import { CHARGE } from '#core/service/api/charge.ts';
import { type ChargeName, type EndpointName, type EndpointRequest, endpointOf } from '#shared/api/endpoints.ts';

/** Sends a charge through the API client. In the app only the journal may do this. */
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

/** Calls any endpoint. The caller makes sure that the request fits the endpoint. */
export const callAny = (api: ApiClient, name: EndpointName, request: unknown): Promise<unknown> => {
  const send = (endpointOf(name).effect === 'charge' ? charge : plain) as typeof callAny;
  return send(api, name, request);
};

const plain = (api: ApiClient, ...[name, request]: Parameters<ApiClient['call']>) => api.call(name, request);
