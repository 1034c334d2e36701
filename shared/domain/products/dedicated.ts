import type { Problem } from '../../result.ts';
import { instantOfWallTime } from '../assumed-zone.ts';
import { countrySearchText } from '../country-name.ts';
import { MAX_BOUGHT, MAX_PROLONGED } from '../dedicated-limits.ts';
import {
  DEDICATED_BUY_PERIODS,
  DEDICATED_PROLONG_PERIODS,
  type DedicatedProlongPeriod,
  IPV_VALUES,
  type Ipv,
} from '../limits.ts';
import { MAX_DAYS_BEFORE } from '../standing-rules.ts';
import {
  daysBeforeProblems,
  lineKeyOfTarget,
  type OrderOf,
  type PriceListRules,
  type ProductRules,
  type RecurringRules,
} from './rules.ts';

const notSold = (periods: readonly number[]): Problem => ({
  field: 'period',
  code: 'period-not-sold',
  params: { days: periods.join(', ') },
});

const daysWords = (days: number): readonly string[] => [`${days} days`, `${days} дней`];

export const dedicatedRules: ProductRules<OrderOf<'dedicated'>> = {
  product: 'dedicated',
  problems: ({ countryCode, period, count, ipv }) => [
    ...(countryCode.trim() === '' ? [{ field: 'countryCode', code: 'country-required' }] : []),
    ...(DEDICATED_BUY_PERIODS[ipv].includes(period) ? [] : [notSold(DEDICATED_BUY_PERIODS[ipv])]),
    ...(Number.isInteger(count) && count >= 1 && count <= MAX_BOUGHT
      ? []
      : [{ field: 'count', code: 'count-range', params: { max: MAX_BOUGHT } }]),
  ],
  targets: ({ countryCode, ipv }) => [`${countryCode.trim().toLowerCase()} ${ipv}`],
  isOfClient: false,
  bringsNew: true,
  priceKey: (order) => JSON.stringify({ ...order, clientId: null }),
  searchWords: ({ countryCode, ipv, count, period }) => [
    countrySearchText(countryCode),
    ipv === 6 ? 'ipv6' : 'ipv4',
    `${count}`,
    ...daysWords(period),
  ],
  bulk: null,
  recurring: null,
};

export const isProlongPeriod = (period: number): period is DedicatedProlongPeriod =>
  DEDICATED_PROLONG_PERIODS.some((days) => days === period);

export const prolongPeriodProblems = (period: number): readonly Problem[] =>
  isProlongPeriod(period) ? [] : [notSold(DEDICATED_PROLONG_PERIODS)];

const idProblems = (serviceIds: readonly number[]): readonly Problem[] => {
  if (serviceIds.length === 0) return [{ field: 'serviceIds', code: 'proxies-required' }];
  if (serviceIds.length > MAX_PROLONGED) {
    return [{ field: 'serviceIds', code: 'too-many-proxies', params: { max: MAX_PROLONGED } }];
  }
  // The service might charge twice for a repeated id.
  return new Set(serviceIds).size === serviceIds.length ? [] : [{ field: 'serviceIds', code: 'proxies-repeated' }];
};

const recurring: RecurringRules<'dedicated-prolong'> = {
  takes: 'proxies',
  paramsOf: ({ kind, period }) => ({ kind, period }),
  countTargets: ({ proxyIds }) => new Set(proxyIds).size,
  sampleOrder: ({ kind, period }) => ({ kind, clientId: null, serviceIds: [1], period }),
  subjectOf: ({ period }, lines) => ({ what: 'dedicated-prolong', days: period, proxies: lines }),
  actionProblems: ({ daysBefore, period }) => {
    const problems = prolongPeriodProblems(period);
    return problems.length > 0 ? problems : daysBeforeProblems(daysBefore, Math.min(MAX_DAYS_BEFORE, period - 1));
  },
  orderFor: ({ kind, period }, { clientId, serviceId }) =>
    serviceId === null ? null : { kind, clientId, serviceIds: [serviceId], period },
  inputFor: ({ kind, period }, due) => ({
    kind,
    period,
    proxyIds: due.flatMap(({ proxyId }) => (proxyId === null ? [] : [proxyId])),
  }),
  draftProblems: () => [],
  lineKey: lineKeyOfTarget,
  shownItem: ({ target, version, address }, zone) => ({
    target: address ?? target,
    endsAt: instantOfWallTime(version, zone),
  }),
  hasEnd: true,
  poolOf: () => null,
  endStep: ({ period }) => ({ days: period }),
  isListedAtOnce: false,
};

export const prolongRules: ProductRules<OrderOf<'dedicated-prolong'>> = {
  product: 'dedicated',
  problems: ({ serviceIds, period }) => [...idProblems(serviceIds), ...prolongPeriodProblems(period)],
  targets: ({ serviceIds }) => serviceIds.map(String),
  isOfClient: false,
  bringsNew: false,
  priceKey: (order) => JSON.stringify({ ...order, clientId: null }),
  searchWords: ({ serviceIds, period }) => [...serviceIds.map(String), ...daysWords(period)],
  bulk: recurring,
  recurring,
};

/**
 * One proxy for a number of days, bought or prolonged. `countryCode` is `null` for all countries without a price of
 * their own.
 */
export interface DedicatedPriced {
  readonly kind: 'dedicated';
  readonly ipv: Ipv;
  readonly countryCode: string | null;
  readonly days: number;
}

/** Takes the place of a country in a key. */
const ANY = 'any';
const KEY = /^dedicated ([346]) ([a-z]{2,3}) (\d{1,2})$/;

export const dedicatedPriceList: PriceListRules<DedicatedPriced> = {
  key: ({ ipv, countryCode, days }) => `dedicated ${ipv} ${countryCode?.toLowerCase() ?? ANY} ${days}`,
  parse: (key) => {
    const [, ipv, country = '', days] = KEY.exec(key) ?? [];
    const known = IPV_VALUES.find((value) => String(value) === ipv);
    const period = DEDICATED_PROLONG_PERIODS.find((value) => String(value) === days);
    if (known === undefined || period === undefined) return null;
    return { kind: 'dedicated', ipv: known, countryCode: country === ANY ? null : country, days: period };
  },
  // Entries are added as proxies are sold.
  standard: [],
  sortKey: ({ ipv, countryCode, days }) => `${ipv} ${countryCode ?? ''} ${String(days).padStart(2, '0')}`,
  // Proxies may be bought or prolonged.
  costPatterns: ({ ipv, countryCode, days }) =>
    ['dedicated', 'prolong'].map((kind) => `${kind} ${ipv} ${countryCode?.toLowerCase() ?? '*'} ${days}`),
  moreGeneral: (product) => [{ ...product, countryCode: null }],
  total: (oneKopecks, count) => oneKopecks * count,
};
