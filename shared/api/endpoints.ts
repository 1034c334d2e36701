import type { z } from 'zod';
import { ACCOUNT_ENDPOINTS } from './account.ts';
import { DEDICATED_ENDPOINTS } from './dedicated.ts';
import type { Endpoint, EndpointEffect } from './endpoint.ts';
import { PREMIUM_ENDPOINTS } from './premium.ts';
import { VPN_ENDPOINTS } from './vpn.ts';

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
