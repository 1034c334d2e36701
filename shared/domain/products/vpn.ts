import { VPN_PERIODS, type VpnPeriod } from '../limits.ts';
import { MAX_DAYS_BEFORE } from '../standing-rules.ts';
import {
  type BulkRules,
  daysBeforeProblems,
  dueClientIds,
  lineKeyOfTarget,
  type OrderOf,
  type PriceListRules,
  type ProductRules,
  type RecurringRules,
} from './rules.ts';

/** The beginning of a uuid is enough to tell a client's subscriptions apart. */
export const shortUuid = (uuid: string): string => uuid.slice(0, 8);

/** The length of the shortest month: a renewal lasts at least this many days for each of its months. */
const MONTH_DAYS = 28;

const recurring: RecurringRules<'vpn-renew'> = {
  takes: 'clients',
  paramsOf: ({ kind, periodMonths, endingWithinDays }) => ({ kind, periodMonths, endingWithinDays }),
  countTargets: ({ clientIds, only = [] }) => Math.max(new Set(clientIds).size, only.length),
  sampleOrder: ({ kind, periodMonths }) => ({ kind, clientId: 1, uuid: '-', periodMonths }),
  subjectOf: ({ periodMonths }, lines) => ({ what: 'vpn-renew', months: periodMonths, subscriptions: lines }),
  actionProblems: ({ daysBefore, periodMonths }) =>
    daysBeforeProblems(daysBefore, Math.min(MAX_DAYS_BEFORE, periodMonths * MONTH_DAYS - 1)),
  orderFor: ({ kind, periodMonths }, { clientId, target }) =>
    clientId === null ? null : { kind, clientId, uuid: target, periodMonths },
  inputFor: ({ kind, periodMonths }, due) => ({
    kind,
    periodMonths,
    endingWithinDays: null,
    clientIds: dueClientIds(due),
    only: due.map(({ target }) => target),
  }),
  draftProblems: () => [],
  lineKey: lineKeyOfTarget,
  shownItem: ({ target, version }) => ({ target, endsAt: version }),
  hasEnd: true,
  poolOf: () => null,
  endStep: ({ periodMonths }) => ({ months: periodMonths }),
  isListedAtOnce: true,
};

const newVpn: BulkRules<'vpn-buy'> = {
  takes: 'clients',
  paramsOf: ({ kind, periodMonths, skipsRunning }) => ({ kind, periodMonths, skipsRunning }),
  countTargets: ({ clientIds }) => new Set(clientIds).size,
  sampleOrder: ({ kind, periodMonths }) => ({ kind, clientId: 1, periodMonths }),
  subjectOf: ({ periodMonths }, lines) => ({ what: 'vpn-buy', months: periodMonths, clients: lines }),
};

const wordsOf = (periodMonths: VpnPeriod): readonly string[] => [
  'VPN',
  `${periodMonths} months`,
  `${periodMonths} мес`,
];

export const vpnBuyRules: ProductRules<OrderOf<'vpn-buy'>> = {
  product: 'vpn',
  problems: () => [],
  targets: () => [''],
  isOfClient: true,
  bringsNew: true,
  priceKey: ({ periodMonths }) => `vpn ${periodMonths}`,
  searchWords: ({ periodMonths }) => wordsOf(periodMonths),
  bulk: newVpn,
  recurring: null,
};

export const vpnRenewRules: ProductRules<OrderOf<'vpn-renew'>> = {
  product: 'vpn',
  problems: () => [],
  targets: ({ uuid }) => [uuid.toLowerCase()],
  isOfClient: true,
  bringsNew: false,
  priceKey: ({ periodMonths }) => `vpn ${periodMonths}`,
  searchWords: ({ periodMonths, uuid }) => [...wordsOf(periodMonths), uuid],
  bulk: recurring,
  recurring,
};

/** A subscription for a number of months, in the price list. */
export interface VpnPriced {
  readonly kind: 'vpn';
  readonly months: VpnPeriod;
}

const standard = VPN_PERIODS.map((months): VpnPriced => ({ kind: 'vpn', months }));

export const vpnPriceList: PriceListRules<VpnPriced> = {
  key: ({ months }) => `vpn ${months}`,
  parse: (key) => standard.find(({ months }) => key === `vpn ${months}`) ?? null,
  standard,
  sortKey: ({ months }) => String(months).padStart(2, '0'),
  costPatterns: ({ months }) => [`vpn ${months}`],
  moreGeneral: () => [],
  total: (oneKopecks, count) => oneKopecks * count,
};
