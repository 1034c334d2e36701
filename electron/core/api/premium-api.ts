import type { DoneShape, PasswordShape, WhitelistShape } from '#shared/api/lenient-shapes.ts';
import type { LocationKind, PoolType } from '#shared/domain/limits.ts';
import { type Answered, answered, type ClientPair, clientFieldsOf, kopecksOf } from './answered.ts';
import type { ApiCaller, CallOptions } from './call.ts';
import { type GeneratedList, type GenerateRequest, generateFields } from './generate-fields.ts';
import { createTrafficBalance, type PoolBalance } from './traffic-balance.ts';

export interface TrafficQuote {
  readonly poolType: PoolType;
  readonly gb: number;
  readonly pricePerGbKopecks: number;
  readonly priceKopecks: number;
}

export interface TrafficPurchase {
  /** GB bought, as the service confirms it. */
  readonly gb: number | null;
  /** GB the client has in this pool now. */
  readonly trafficGb: number | null;
}

export interface LocationFilter {
  readonly poolType: PoolType;
  /** At least one for every kind but `countries`. */
  readonly countries?: readonly string[];
  readonly states?: readonly string[];
  readonly cities?: readonly string[];
}

export interface LocationItem {
  /** As the service gave it; compare without case. */
  readonly code: string;
  readonly name: string;
  readonly count: number | null;
}

/** docs/api.md#premium-traffic and the sections after it. */
export interface PremiumApi {
  trafficQuote(
    order: { readonly poolType: PoolType; readonly gb: number },
    options?: CallOptions,
  ): Promise<Answered<TrafficQuote>>;
  /** Charges. */
  trafficBuy(
    order: { readonly client: ClientPair; readonly poolType: PoolType; readonly gb: number },
    options?: CallOptions,
  ): Promise<Answered<TrafficPurchase>>;
  trafficBalance(client: ClientPair, options?: CallOptions): Promise<Answered<readonly PoolBalance[]>>;
  locations(
    kind: LocationKind,
    filter: LocationFilter,
    options?: CallOptions,
  ): Promise<Answered<readonly LocationItem[]>>;
  generate(request: GenerateRequest, options?: CallOptions): Promise<Answered<GeneratedList>>;
  whitelist(client: ClientPair, options?: CallOptions): Promise<Answered<WhitelistShape>>;
  whitelistAdd(client: ClientPair, ip: string, options?: CallOptions): Promise<Answered<DoneShape>>;
  whitelistRemove(client: ClientPair, ip: string, options?: CallOptions): Promise<Answered<DoneShape>>;
  password(client: ClientPair, options?: CallOptions): Promise<Answered<PasswordShape>>;
  passwordReset(client: ClientPair, options?: CallOptions): Promise<Answered<PasswordShape>>;
}

export const createPremiumApi = (caller: ApiCaller): PremiumApi => {
  const { call } = caller;
  return {
    trafficQuote: async ({ poolType, gb }, options) =>
      answered(await call('premium.traffic.quote', { pool_type: poolType, gb }, options), (data) => ({
        poolType,
        gb: data.gb ?? gb,
        pricePerGbKopecks: kopecksOf(data.price_per_gb_rub ?? data.price_rub / gb),
        priceKopecks: kopecksOf(data.price_rub),
      })),
    trafficBuy: async ({ client, poolType, gb }, options) =>
      answered(
        await call('premium.traffic.buy', { ...clientFieldsOf(client), pool_type: poolType, gb }, options),
        (data) => ({ gb: data.gb, trafficGb: data.traffic_gb }),
      ),
    trafficBalance: createTrafficBalance(caller),
    locations: async (kind, filter, options) =>
      answered(await call(`premium.locations.${kind}`, locationFields(filter), options), (data) =>
        data.items.map(({ code, name, count }) => ({ code, name: name ?? code, count })),
      ),
    generate: async (request, options) =>
      answered(await call('premium.proxies.generate', generateFields(request), options), (data) => ({
        params: data.params ?? {},
        domain: data.domain,
        ip: data.ip,
      })),
    whitelist: async (client, options) =>
      answered(await call('premium.whitelist', clientFieldsOf(client), options), (data) => data),
    whitelistAdd: async (client, ip, options) =>
      answered(await call('premium.whitelist.add', { ...clientFieldsOf(client), ip }, options), (data) => data),
    whitelistRemove: async (client, ip, options) =>
      answered(await call('premium.whitelist.remove', { ...clientFieldsOf(client), ip }, options), (data) => data),
    password: async (client, options) =>
      answered(await call('premium.password', clientFieldsOf(client), options), (data) => data),
    passwordReset: async (client, options) =>
      answered(await call('premium.password.reset', clientFieldsOf(client), options), (data) => data),
  };
};

/** Empty lists stay out, so that a service that takes them literally does not answer "nothing". */
const locationFields = ({ poolType, countries = [], states = [], cities = [] }: LocationFilter) => ({
  pool_type: poolType,
  countries: [...countries],
  ...(states.length === 0 ? {} : { states: [...states] }),
  ...(cities.length === 0 ? {} : { cities: [...cities] }),
});
