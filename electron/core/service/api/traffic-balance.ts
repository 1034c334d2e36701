import type { EndpointResponse } from '#shared/api/endpoints.ts';
import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { ApiCallError } from './api-call-error.ts';
import type { ApiClient } from './api-client.ts';
import type { Answered, CallOptions, WireClient } from './call.ts';

type Pools = EndpointResponse<'premium.traffic.balance'>;

/** Services that refused the call without a pool, and took it with one. */
const mustNamePool = new WeakSet<ApiClient>();

/**
 * The GB a client has left, per pool. The API does not say whether the pool is required here: it is left out at first,
 * and given from then on when a service refuses the call without it.
 */
export const readTrafficBalance = async (
  api: ApiClient,
  client: WireClient,
  options?: CallOptions,
): Promise<Answered<Pools>> => {
  const ask = (poolType?: PoolType) => api.call('premium.traffic.balance', { client, poolType }, options);

  /** The first pool's answer may list all four; those it leaves out are asked for one by one. */
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
    // Without the pool it was refused for another reason as well: then that first refusal is the one to show.
    const byPool = await askByPool().catch(() => null);
    if (byPool === null) throw error;
    mustNamePool.add(api);
    return byPool;
  }
};
