import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { checkTrafficGb } from '#shared/domain/traffic-amount.ts';
import { clientFieldsOf } from '../../api/answered.ts';
import { readKeptAnswer } from './kept-answer.ts';
import type { Handover, PurchaseKind } from './purchase-kind.ts';
import { examineTraffic } from './traffic-evidence.ts';

type TrafficOrder = Extract<Order, { kind: 'traffic' }>;

const ENDPOINT = 'premium.traffic.buy';

const handoverOf = (data: EndpointResponse<typeof ENDPOINT>): Handover => ({
  goods: { kind: 'traffic', gb: data.gb, trafficGb: data.traffic_gb },
});

/** GB of premium traffic for one client's pool (API section 4.3). */
export const trafficKind: PurchaseKind<TrafficOrder> = {
  problems: ({ gb }) => {
    const code = checkTrafficGb(gb);
    return code === null ? [] : [{ field: 'gb', code }];
  },
  quote: async (api, { poolType, gb }) => {
    const { value, receivedAt } = await api.premium.trafficQuote({ poolType, gb }, { priority: 'money' });
    return { priceKopecks: value.priceKopecks, pricePerGbKopecks: value.pricePerGbKopecks, asOf: receivedAt };
  },
  evidence: async (api, _, client) => {
    const { value } = await api.premium.trafficBalance(client, { priority: 'money' });
    return { pools: value };
  },
  buy: async (api, { poolType, gb }, client, onRawAnswer) => {
    const request = { ...clientFieldsOf(client), pool_type: poolType, gb };
    return handoverOf((await api.call(ENDPOINT, request, { onRawAnswer })).data);
  },
  readKept: (raw) => readKeptAnswer(ENDPOINT, raw, handoverOf),
  examine: examineTraffic,
  foundAs: 'found-charged',
  deliver: ({ premium }, { order: { poolType }, clientId, handover: { goods }, at }) => {
    // The client may have been removed meanwhile; the purchase stays in the ledger all the same.
    if (clientId === null || goods.kind !== 'traffic' || goods.trafficGb === null) return;
    premium.savePool(clientId, { poolType, trafficGb: goods.trafficGb }, at);
  },
  announce: (emit, { clientId }) => emit('premium.changed', { clientId }),
  refresh: ({ premium }, { clientId }, accountId) => premium.refreshBalance(clientId, accountId),
  searchWords: ({ poolType, gb }) => [poolType, `${gb} GB`, `${String(gb).replace('.', ',')} ГБ`],
};
