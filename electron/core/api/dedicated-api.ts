import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { UpdatedShape } from '#shared/api/lenient-shapes.ts';
import type { DedicatedProlongPeriod, Ipv, PortType } from '#shared/domain/limits.ts';
import { type Answered, answered, kopecksOf, kopecksOrNull } from './answered.ts';
import type { ApiCaller, CallOptions } from './call.ts';

export interface DedicatedOrder {
  readonly countryCode: string;
  /** Days. */
  readonly period: number;
  readonly count: number;
  readonly ipv: Ipv;
}

/** `null` is what the service left out. The password is shown only here, ever. */
export interface DedicatedProxy {
  readonly id: number | null;
  readonly ip: string | null;
  readonly port: string | null;
  readonly username: string | null;
  readonly password: string | null;
  /** As the service wrote it: its time zone is not documented. */
  readonly dateEnd: string | null;
}

export interface DedicatedPurchase {
  readonly checkId: string | null;
  readonly orderId: string | null;
  readonly priceKopecks: number | null;
  /** `null` stands for an entry of which nothing could be read. */
  readonly proxies: readonly (DedicatedProxy | null)[];
}

export interface ProlongQuote {
  readonly totalKopecks: number;
  readonly items: readonly { readonly id: number; readonly ipv: number | null; readonly priceKopecks: number | null }[];
}

export interface Prolongation {
  readonly totalKopecks: number | null;
  readonly items: readonly { readonly id: number | null; readonly dateEnd: string | null }[];
}

/** docs/api.md#dedicated-proxies. */
export interface DedicatedApi {
  quote(order: DedicatedOrder, options?: CallOptions): Promise<Answered<{ readonly priceKopecks: number }>>;
  /** Charges. */
  buy(order: DedicatedOrder, options?: CallOptions): Promise<Answered<DedicatedPurchase>>;
  countries(
    ipv: Ipv,
    options?: CallOptions,
  ): Promise<Answered<readonly { readonly code: string; readonly title: string }[]>>;
  /** How many can be bought now. */
  count(countryCode: string, ipv: Ipv, options?: CallOptions): Promise<Answered<number>>;
  prolongQuote(
    ids: readonly number[],
    period: DedicatedProlongPeriod,
    options?: CallOptions,
  ): Promise<Answered<ProlongQuote>>;
  /** Charges. */
  prolong(
    ids: readonly number[],
    period: DedicatedProlongPeriod,
    options?: CallOptions,
  ): Promise<Answered<Prolongation>>;
  protocol(ids: readonly number[], portType: PortType, options?: CallOptions): Promise<Answered<UpdatedShape>>;
}

/** By wire names. */
export const dedicatedOrderFields = ({ countryCode, period, count, ipv }: DedicatedOrder) => ({
  country_code: countryCode,
  period,
  count,
  ipv,
});

/** Also for an answer that was kept, and is read without a call. */
export const dedicatedPurchaseOf = (data: EndpointResponse<'dedicated.buy'>): DedicatedPurchase => ({
  checkId: data.check_id,
  orderId: data.order_id,
  priceKopecks: kopecksOrNull(data.price_rub),
  proxies: data.proxies.map((proxy) => {
    if (proxy === null) return null;
    const { ids, ip, port, username, password, date_end } = proxy;
    return { id: ids, ip, port, username, password, dateEnd: date_end };
  }),
});

/** Also for an answer that was kept. */
export const prolongationOf = (data: EndpointResponse<'dedicated.prolong'>): Prolongation => ({
  totalKopecks: kopecksOrNull(data.total_price_rub),
  items: data.items.map((item) => ({ id: item.ids, dateEnd: item.date_end })),
});

export const createDedicatedApi = ({ call }: ApiCaller): DedicatedApi => ({
  quote: async (order, options) =>
    answered(await call('dedicated.quote', dedicatedOrderFields(order), options), (data) => ({
      priceKopecks: kopecksOf(data.price_rub),
    })),
  buy: async (order, options) =>
    answered(await call('dedicated.buy', dedicatedOrderFields(order), options), dedicatedPurchaseOf),
  countries: async (ipv, options) =>
    answered(await call('dedicated.country', { ipv }, options), (data) =>
      data.countries.map(({ country_code, title }) => ({
        code: country_code.toLowerCase(),
        title: title ?? country_code.toUpperCase(),
      })),
    ),
  count: async (countryCode, ipv, options) =>
    answered(await call('dedicated.count', { country_code: countryCode, ipv }, options), (data) => data.count),
  prolongQuote: async (ids, period, options) =>
    answered(await call('dedicated.prolong.quote', { ids: [...ids], period }, options), (data) => ({
      totalKopecks: kopecksOf(data.total_price_rub),
      items: data.items.map((item) => ({
        id: item.ids,
        ipv: item.ipv,
        priceKopecks: kopecksOrNull(item.price_rub),
      })),
    })),
  prolong: async (ids, period, options) =>
    answered(await call('dedicated.prolong', { ids: [...ids], period }, options), prolongationOf),
  protocol: async (ids, portType, options) =>
    answered(await call('dedicated.protocol', { ids: [...ids], port_type: portType }, options), (data) => data),
});
