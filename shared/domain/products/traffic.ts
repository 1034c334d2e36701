import type { Problem } from '../../result.ts';
import { POOL_TYPES, type PoolType } from '../limits.ts';
import { priceOfTraffic } from '../sale-amounts.ts';
import { readingsOf } from '../typed-number.ts';
import { dueClientIds, type OrderOf, type PriceListRules, type ProductRules, type RecurringRules } from './rules.ts';

/** Amounts of traffic are whole thousandths of a GB. The service's own limits are not known (docs/api.md#limits). */
export const TRAFFIC_GB = { min: 0.001, max: 1_000_000, decimals: 3 } as const;

/** Problem codes, which are keys of the renderer's texts (`problems.<code>`). */
type TrafficGbProblem =
  | 'gb-empty'
  | 'gb-not-a-number'
  | 'gb-not-positive'
  | 'gb-too-precise'
  | 'gb-too-large'
  | 'number-ambiguous';

/** Returns why this amount of GB cannot be bought; `null` if it can. */
export const checkTrafficGb = (gb: number): Exclude<TrafficGbProblem, 'gb-empty' | 'number-ambiguous'> | null => {
  if (!Number.isFinite(gb)) return 'gb-not-a-number';
  if (gb <= 0) return 'gb-not-positive';
  if (gb > TRAFFIC_GB.max) return 'gb-too-large';
  return Number(gb.toFixed(TRAFFIC_GB.decimals)) === gb ? null : 'gb-too-precise';
};

type TrafficGbResult =
  | { readonly ok: true; readonly gb: number }
  | {
      readonly ok: false;
      readonly code: TrafficGbProblem;
      /** The values that fill in the text of the code. */
      readonly params?: Readonly<Record<string, string>>;
    };

/**
 * Parses typed GB, with a comma or a point before the decimals and blanks between thousands: `1 500`, `0,5`. `1,000`,
 * which may mean one or a thousand, is a problem that asks the user.
 */
export const parseTrafficGb = (typed: string): TrafficGbResult => {
  const readings = readingsOf(typed);
  if (readings !== null) return { ok: false, code: 'number-ambiguous', params: readings };
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (text === '') return { ok: false, code: 'gb-empty' };
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) return { ok: false, code: 'gb-not-a-number' };
  const gb = Number(text);
  const code = checkTrafficGb(gb);
  return code === null ? { ok: true, gb } : { ok: false, code };
};

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
  bulk: recurring,
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
  sortKey: ({ poolType }) => poolType,
  costPatterns: ({ poolType }) => [`traffic ${poolType}`],
  moreGeneral: () => [],
  total: priceOfTraffic,
};
