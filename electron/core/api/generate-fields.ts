import type { EndpointRequest } from '#shared/api/endpoints.ts';
import type { FormatId, PoolType, Protocol, Rotation } from '#shared/domain/limits.ts';
import { type ClientPair, clientFieldsOf } from './answered.ts';

export interface GenerateRequest {
  readonly client: ClientPair;
  readonly poolType: PoolType;
  /** At least one. */
  readonly countries: readonly string[];
  readonly states?: readonly string[];
  readonly cities?: readonly string[];
  readonly zipcodes?: readonly string[];
  readonly asns?: readonly string[];
  readonly protocol: Protocol;
  readonly rotation: Rotation;
  /** 1–120; sent for sticky lists only. */
  readonly sessionTtlMinutes?: number;
  readonly anonymous: boolean;
  readonly quantity: number;
  readonly formatId: FormatId;
}

/** The lines exactly as the service sent them; one of the two texts may be empty. */
export interface GeneratedList {
  readonly params: Readonly<Record<string, string>>;
  readonly domain: string;
  readonly ip: string;
}

/** Everything is stated, nothing is left to the service's defaults, except what does not apply. */
export const generateFields = (request: GenerateRequest): EndpointRequest<'premium.proxies.generate'> => {
  const optional = {
    states: request.states,
    cities: request.cities,
    zipcodes: request.zipcodes,
    asns: request.asns,
  };
  const given = Object.entries(optional).filter(([, codes]) => codes !== undefined && codes.length > 0);
  return {
    ...clientFieldsOf(request.client),
    pool_type: request.poolType,
    countries: [...request.countries],
    ...Object.fromEntries(given.map(([name, codes]) => [name, [...(codes ?? [])]])),
    protocol: request.protocol,
    type: request.rotation,
    ...(request.rotation === 'sticky' && request.sessionTtlMinutes !== undefined
      ? { session_ttl: request.sessionTtlMinutes }
      : {}),
    anonymous: request.anonymous,
    quantity: request.quantity,
    format_id: request.formatId,
  };
};
