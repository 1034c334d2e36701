import type { Problem } from '../../result.ts';
import { POOL_TYPES, type PoolType } from '../limits.ts';
import { priceOfTraffic } from '../sale-amounts.ts';
import { checkTrafficGb } from '../traffic-amount.ts';
import { dueClientIds, type OrderOf, type PriceListRules, type ProductRules, type RecurringRules } from './rules.ts';

const gbProblems = (field: 'gb' | 'belowGb', gb: number): readonly Problem[] => {
  const code = checkTrafficGb(gb);
  return code === null ? [] : [{ field, code }];
};

const recurring: RecurringRules<'traffic'> = {
  takes: 'clients',
  paramsOf: ({ kind, poolType, gb }) => ({ kind, poolType, gb }),
  countTargets: ({ clientIds }) => new Set(clientIds).size,
  sampleOrder: ({ kind, poolType, gb }) => ({ kind, clientId: 1, poolType, gb }),
  subjectOf: ({ poolType, gb }, lines) => ({ what: 'traffic', poolType, gb, clients: lines }),
  actionProblems: ({ gb, belowGb }) => [...gbProblems('gb', gb), ...gbProblems('belowGb', belowGb)],
  orderFor: ({ kind, poolType, gb }, { clientId }) => (clientId === null ? null : { kind, clientId, poolType, gb }),
  inputFor: ({ kind, poolType, gb }, due) => ({ kind, poolType, gb, clientIds: dueClientIds(due) }),
  // With less, a pool would still be low after a top-up, and be topped up again and again.
  draftProblems: ({ gb, belowGb }) =>
    gb < belowGb ? [{ field: 'gb', code: 'standing-gb-too-few', params: { min: belowGb } }] : [],
  lineKey: ({ clientId }) => String(clientId),
  shownItem: ({ target, poolType }) => ({ target: poolType ?? target, endsAt: null }),
  hasEnd: false,
  poolOf: ({ poolType, belowGb }) => ({ poolType, belowGb }),
  endStep: () => null,
  isListedAtOnce: false,
};

export const trafficRules: ProductRules<OrderOf<'traffic'>> = {
  product: 'traffic',
  problems: ({ gb }) => gbProblems('gb', gb),
  targets: ({ poolType }) => [poolType],
  isOfClient: true,
  bringsNew: false,
  priceKey: ({ poolType, gb }) => `traffic ${poolType} ${gb}`,
  searchWords: ({ poolType, gb }) => [poolType, `${gb} GB`, `${String(gb).replace('.', ',')} ГБ`],
  recurring,
};

/** One GB of a pool in the price list. */
export interface TrafficPriced {
  readonly kind: 'traffic';
  readonly poolType: PoolType;
}

const standard = POOL_TYPES.map((poolType): TrafficPriced => ({ kind: 'traffic', poolType }));

export const trafficPriceList: PriceListRules<TrafficPriced> = {
  key: ({ poolType }) => `traffic ${poolType}`,
  parse: (key) => standard.find(({ poolType }) => key === `traffic ${poolType}`) ?? null,
  standard,
  moreGeneral: () => [],
  total: priceOfTraffic,
};
