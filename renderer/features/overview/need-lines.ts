import type { NeedWindow, OverviewNeeds, RenewalForecast } from '#shared/contract/overview.ts';

/** Something that ends within a period, with the parts of it that end in nearer ones, nearest first. */
type Ending<T> = T & { readonly nearer: readonly T[] };

/** One line about something that needs the user. The kind determines words, icon and actions. */
export type NeedLine =
  | {
      readonly kind: 'open-purchases' | 'goods-missing' | 'runs' | 'stale' | 'orders' | 'paid-until';
      readonly count: number;
    }
  | ({ readonly kind: 'vpn' } & Ending<OverviewNeeds['vpn'][number]>)
  | ({ readonly kind: 'dedicated' } & Ending<OverviewNeeds['dedicated'][number]>)
  | { readonly kind: 'balance'; readonly covered: number; readonly priced: number; readonly forecast: RenewalForecast }
  | ({ readonly kind: 'overdue' } & OverviewNeeds['overdue'])
  | ({ readonly kind: 'low' } & OverviewNeeds['lowPools'][number]);

const WITHIN: readonly NeedWindow[] = ['within-1', 'within-3', 'within-7'];

/**
 * Returns what has ended, and everything that ends soon as one row, so that nothing is counted twice. A period that contains
 * nothing beyond a nearer one says nothing and is dropped.
 */
const endingRows = <T extends { readonly window: NeedWindow }>(
  rows: readonly T[],
  count: (row: T) => number,
): Ending<T>[] => {
  let nearer = 0;
  const inOrder = WITHIN.flatMap((window) => rows.filter((row) => row.window === window));
  const within = inOrder.filter((row) => {
    const tells = count(row) > nearer;
    nearer = Math.max(nearer, count(row));
    return tells;
  });
  const widest = within.at(-1);
  return [
    ...rows.flatMap((row) => (row.window === 'expired-7' && count(row) > 0 ? [{ ...row, nearer: [] }] : [])),
    ...(widest === undefined ? [] : [{ ...widest, nearer: within.slice(0, -1) }]),
  ];
};

const countLine = <K extends 'open-purchases' | 'goods-missing' | 'runs' | 'stale' | 'orders' | 'paid-until'>(
  kind: K,
  count: number,
): NeedLine[] => (count === 0 ? [] : [{ kind, count }]);

const notCovered = (forecast: RenewalForecast | undefined): NeedLine[] => {
  if (forecast === undefined || forecast.covered === null) return [];
  const priced = forecast.due - forecast.unpriced;
  return forecast.covered < priced ? [{ kind: 'balance', covered: forecast.covered, priced, forecast }] : [];
};

/**
 * Lists everything that needs action: money first, then endings, then the rest. An empty list means that all is well.
 */
export const needLines = (needs: OverviewNeeds, forecast?: RenewalForecast): readonly NeedLine[] => [
  ...countLine('open-purchases', needs.openPurchases),
  ...countLine('goods-missing', needs.goodsMissing),
  ...countLine('orders', needs.standingAsks),
  ...notCovered(forecast),
  ...(needs.overdue.clients === 0 ? [] : [{ kind: 'overdue', ...needs.overdue } as const]),
  ...endingRows(needs.vpn, ({ subscriptions }) => subscriptions).map((row): NeedLine => ({ kind: 'vpn', ...row })),
  ...endingRows(needs.dedicated, ({ proxies }) => proxies).map((row): NeedLine => ({ kind: 'dedicated', ...row })),
  ...countLine('paid-until', needs.dueClients),
  ...needs.lowPools.map((row): NeedLine => ({ kind: 'low', ...row })),
  ...countLine('runs', needs.troubledRuns),
  ...countLine('stale', needs.staleClients),
];
