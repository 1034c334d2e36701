import type { VpnPeriod } from '#shared/domain/limits.ts';
import { type Answered, answered, type ClientPair, clientFieldsOf, kopecksOf } from './answered.ts';
import type { ApiCaller, CallOptions } from './call.ts';
import { parseUtcTimestamp } from './utc-timestamp.ts';

/** What a purchase or renewal answers. */
export interface BoughtSubscription {
  readonly uuid: string;
  /** ms since the epoch, from `expireAt` only (docs/api.md#money-and-time); `null` when there was no readable time. */
  readonly expiresAt: number | null;
  /** A secret: whoever has it can use the subscription. */
  readonly subscriptionUrl: string | null;
}

export interface VpnSubscription extends BoughtSubscription {
  /** One of `VPN_STATUSES`, or whatever else the service says. */
  readonly status: string | null;
  /** 0 is unlimited; `null` is not known. */
  readonly trafficLimitBytes: number | null;
}

/** docs/api.md#vpn. */
export interface VpnApi {
  quote(periodMonths: VpnPeriod, options?: CallOptions): Promise<Answered<{ readonly priceKopecks: number }>>;
  /** Charges. */
  buy(client: ClientPair, periodMonths: VpnPeriod, options?: CallOptions): Promise<Answered<BoughtSubscription>>;
  /** Charges. */
  renew(
    client: ClientPair,
    uuid: string,
    periodMonths: VpnPeriod,
    options?: CallOptions,
  ): Promise<Answered<BoughtSubscription>>;
  /** `deleted` is `null` when the service does not say. */
  delete(
    client: ClientPair,
    uuid: string,
    options?: CallOptions,
  ): Promise<Answered<{ readonly deleted: boolean | null }>>;
  info(client: ClientPair, options?: CallOptions): Promise<Answered<readonly VpnSubscription[]>>;
}

export const createVpnApi = ({ call }: ApiCaller): VpnApi => ({
  quote: async (periodMonths, options) =>
    answered(await call('vpn.quote', { period_months: periodMonths }, options), (data) => ({
      priceKopecks: kopecksOf(data.price_rub),
    })),
  buy: async (client, periodMonths, options) =>
    answered(
      await call('vpn.buy', { ...clientFieldsOf(client), period_months: periodMonths }, options),
      boughtSubscription,
    ),
  renew: async (client, uuid, periodMonths, options) =>
    answered(
      await call('vpn.renew', { ...clientFieldsOf(client), period_months: periodMonths, uuid }, options),
      boughtSubscription,
    ),
  delete: async (client, uuid, options) =>
    answered(await call('vpn.delete', { ...clientFieldsOf(client), uuid }, options), (data) => ({
      deleted: data.deleted,
    })),
  info: async (client, options) =>
    answered(await call('vpn.info', clientFieldsOf(client), options), (data) =>
      data.items.map((item) => ({
        ...boughtSubscription(item),
        status: item.status,
        trafficLimitBytes: item.trafficLimitBytes,
      })),
    ),
});

interface WireSubscription {
  readonly uuid: string;
  readonly expireAt: string | null;
  readonly subscriptionUrl: string | null;
}

const boughtSubscription = (data: WireSubscription): BoughtSubscription => ({
  uuid: data.uuid,
  expiresAt: parseUtcTimestamp(data.expireAt),
  subscriptionUrl: data.subscriptionUrl,
});
