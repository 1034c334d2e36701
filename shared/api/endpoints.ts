import { z } from 'zod';
import { DEDICATED_ENDPOINTS } from './dedicated.ts';
import type { Endpoint, EndpointEffect, EndpointTable } from './endpoint.ts';
import { PREMIUM_ENDPOINTS } from './premium.ts';
import { VPN_ENDPOINTS } from './vpn.ts';
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
      // `spentKopecks`: everything ever spent through the API.
      .transform(({ balance_rub, api_spent_rub }) => ({ balanceKopecks: balance_rub, spentKopecks: api_spent_rub })),
  },
} as const satisfies EndpointTable;

/**
 * The whole service, declared once. The client's typed calls, pacing and retry rule, the sandbox's router, and the test
 * that proves that every endpoint is reachable, are derived from this table. Wire names stop here.
 */
export const ENDPOINTS = {
  ...VPN_ENDPOINTS,
  ...DEDICATED_ENDPOINTS,
  ...PREMIUM_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
} as const;

type Endpoints = typeof ENDPOINTS;

export type EndpointName = keyof Endpoints;

type NamesWith<E extends EndpointEffect> = {
  [N in EndpointName]: Endpoints[N]['effect'] extends E ? N : never;
}[EndpointName];

export type ChargeName = NamesWith<'charge'>;
/** What costs nothing, and may be called by everybody. */
export type FreeName = NamesWith<'read' | 'change'>;

/** What a caller gives. */
export type EndpointRequest<N extends EndpointName> = z.input<Endpoints[N]['request']>;
/** What a caller gets. */
export type EndpointResponse<N extends EndpointName> = z.output<Endpoints[N]['response']>;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** The declaration of one endpoint, for code that treats all alike. */
export const endpointOf = (name: EndpointName): Endpoint => ENDPOINTS[name];

/** Every path is relative to `{base_url}` plus this (docs/api.md#ground-rules). */
export const API_PREFIX = '/api/v1';
