import type { z } from 'zod';
import { ACCOUNT_ENDPOINTS } from './account.ts';
import { DEDICATED_ENDPOINTS } from './dedicated.ts';
import type { Endpoint } from './endpoint.ts';
import { PREMIUM_ENDPOINTS } from './premium.ts';
import { VPN_ENDPOINTS } from './vpn.ts';

/**
 * The whole service, declared once. The client's typed functions, pacing and retry rule, and the test that proves that
 * every endpoint is reachable, are derived from this table.
 */
export const ENDPOINTS = {
  ...VPN_ENDPOINTS,
  ...DEDICATED_ENDPOINTS,
  ...PREMIUM_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
} as const;

export type EndpointName = keyof typeof ENDPOINTS;

/** What a caller gives, by wire names. */
export type EndpointRequest<N extends EndpointName> = z.input<(typeof ENDPOINTS)[N]['request']>;
/** `data` of the answer, parsed, by wire names. */
export type EndpointResponse<N extends EndpointName> = z.output<(typeof ENDPOINTS)[N]['response']>;

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];

/** The declaration of one endpoint, for code that treats all alike. */
export const endpointOf = (name: EndpointName): Endpoint => ENDPOINTS[name];

/** Every path is relative to `{base_url}` plus this (docs/api.md#ground-rules). */
export const API_PREFIX = '/api/v1';
