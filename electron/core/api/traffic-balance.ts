import { POOL_TYPES, type PoolType } from '#shared/domain/limits.ts';
import { type Answered, answered, type ClientPair, clientFieldsOf } from './answered.ts';
import { ApiCallError } from './api-call-error.ts';
import type { ApiAnswer, ApiCaller, CallOptions } from './call.ts';

export interface PoolBalance {
  readonly poolType: PoolType;
  readonly trafficGb: number;
}

type BalanceAnswer = ApiAnswer<'premium.traffic.balance'>;

/**
 * The GB a client has left, per pool. The API does not say whether `pool_type` is required here: it is left out at
 * first, and given from then on when a service refuses the call without it.
 */
export const createTrafficBalance = ({ call }: ApiCaller) => {
  let mustNamePool = false;

  const ask = (client: ClientPair, poolType: PoolType | null, options?: CallOptions): Promise<BalanceAnswer> =>
    call(
      'premium.traffic.balance',
      { ...clientFieldsOf(client), ...(poolType === null ? {} : { pool_type: poolType }) },
      options,
    );

  /** The first pool's answer may list all four; those it leaves out are asked for one by one. */
  const askByPool = async (client: ClientPair, options?: CallOptions): Promise<Answered<readonly PoolBalance[]>> => {
    const first = answered(await ask(client, POOL_TYPES[0], options), poolsOf);
    const pools = [...first.value];
    for (const poolType of POOL_TYPES.slice(1)) {
      if (pools.some((pool) => pool.poolType === poolType)) continue;
      pools.push(...poolsOf((await ask(client, poolType, options)).data).filter((pool) => pool.poolType === poolType));
    }
    return { ...first, value: pools };
  };

  return async (client: ClientPair, options?: CallOptions): Promise<Answered<readonly PoolBalance[]>> => {
    if (mustNamePool) return askByPool(client, options);
    try {
      return answered(await ask(client, null, options), poolsOf);
    } catch (error) {
      if (!(error instanceof ApiCallError) || error.kind !== 'rejected') throw error;
      // Without the pool it was refused for another reason as well: then that first refusal is the one to show.
      const byPool = await askByPool(client, options).catch(() => null);
      if (byPool === null) throw error;
      mustNamePool = true;
      return byPool;
    }
  };
};

/** Pools the app does not know cannot be bought or generated from, so they are left out. */
const poolsOf = ({ pools }: BalanceAnswer['data']): readonly PoolBalance[] =>
  pools.flatMap(({ pool_type, traffic_gb }) => {
    const poolType = POOL_TYPES.find((known) => known === pool_type.toLowerCase());
    return poolType === undefined ? [] : [{ poolType, trafficGb: traffic_gb }];
  });
