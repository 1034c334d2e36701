import { z } from 'zod';
import { PRODUCT_ENDPOINTS } from '../products/index.ts';
import type { Endpoint, EndpointEffect, EndpointTable } from './endpoint.ts';
import { wireKopecks } from './wire.ts';

/** docs/api.md#account. */
const ACCOUNT_ENDPOINTS = {
  balance: {
    method: 'GET',
    path: '/balance',
    effect: 'read',
    request: z.object({}),
    response: z
      .looseObject({ balance_rub: wireKopecks, api_spent_rub: wireKopecks })
      // `spentKopecks` is the total ever spent through the API.
      .transform(({ balance_rub, api_spent_rub }) => ({ balanceKopecks: balance_rub, spentKopecks: api_spent_rub })),
  },
} as const satisfies EndpointTable;

/**
 * All endpoints of the service, each declared once. The client's typed calls, its pacing and retries, the sandbox's
 * router and the test that reaches every endpoint are derived from this table. Wire names do not leave it.
 */
export const ENDPOINTS = {
  ...PRODUCT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
} as const;

type Endpoints = typeof ENDPOINTS;

export type EndpointName = keyof Endpoints;

type NamesWith<E extends EndpointEffect> = {
  [N in EndpointName]: Endpoints[N]['effect'] extends E ? N : never;
}[EndpointName];

export type ChargeName = NamesWith<'charge'>;
/** The endpoints that cost nothing. Any code may call them. */
export type FreeName = NamesWith<'read' | 'change'>;

/** The request of an endpoint as the caller passes it. */
export type EndpointRequest<N extends EndpointName> = z.input<Endpoints[N]['request']>;
/** The answer of an endpoint as the caller receives it. */
export type EndpointResponse<N extends EndpointName> = z.output<Endpoints[N]['response']>;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** Returns the declaration of an endpoint, for code that treats all endpoints alike. */
export const endpointOf = (name: EndpointName): Endpoint => ENDPOINTS[name];

/** The prefix of every path, after `{base_url}` (docs/api.md#ground-rules). */
export const API_PREFIX = '/api/v1';
