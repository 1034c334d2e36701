import type { EndpointResponse } from '#shared/api/endpoints.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { ApiCallError } from './api-call-error.ts';
import type { ApiClient } from './api-client.ts';
import type { Answered, CallOptions, WireClient } from './call.ts';

type Pools = EndpointResponse<'premium.traffic.balance'>;

/** Services that refused the call without a pool but accepted it with one. */
const mustNamePool = new WeakSet<ApiClient>();

/**
 * Reads a client's remaining GB per pool (docs/api.md#premium-traffic). The API does not say whether the pool is
 * required here. So it is omitted at first, and always sent after the service has refused a call without it.
 */
export const readTrafficBalance = async (
  api: ApiClient,
  client: WireClient,
  options?: CallOptions,
): Promise<Answered<Pools>> => {
  const ask = (poolType?: PoolType) => api.call('premium.traffic.balance', { client, poolType }, options);

  /** The first pool's answer may list all four. Missing ones are requested one by one. */
  const askByPool = async (): Promise<Answered<Pools>> => {
    const first = await ask(POOL_TYPES[0]);
    const pools = [...first.value];
    for (const poolType of POOL_TYPES.slice(1)) {
      if (pools.some((pool) => pool.poolType === poolType)) continue;
      pools.push(...(await ask(poolType)).value.filter((pool) => pool.poolType === poolType));
    }
    return { ...first, value: pools };
  };

  if (mustNamePool.has(api)) return askByPool();
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiCallError) || error.kind !== 'rejected') throw error;
    // If it is refused with the pool as well, the first refusal is the one to show.
    const byPool = await askByPool().catch(() => null);
    if (byPool === null) throw error;
    mustNamePool.add(api);
    return byPool;
  }
};
