import type { OverviewSummary } from '#shared/contract/overview.ts';
import { createBreather, SHORT_SLICE_MS } from '../common/slices.ts';
import type { createOverviewQueries } from './overview-queries.ts';

type Pool = OverviewSummary['pools'][number];

/**
 * GB per pool over all clients of the account, slice by slice: with 100,000 clients the whole sum takes a tenth of a
 * second, and other requests must not wait for it.
 */
export const poolTotals = async (
  queries: Pick<ReturnType<typeof createOverviewQueries>, 'poolSlice'>,
  account: string,
): Promise<readonly Pool[]> => {
  const totals = new Map<Pool['poolType'], Pool>();
  const breathe = createBreather(SHORT_SLICE_MS);
  for (let fromId: number | null = 0; fromId !== null; ) {
    const { sums, nextId } = queries.poolSlice(account, fromId);
    for (const sum of sums) totals.set(sum.poolType, added(totals.get(sum.poolType), sum));
    fromId = nextId;
    await breathe();
  }
  return [...totals.values()];
};

const added = (total: Pool | undefined, sum: Pool): Pool =>
  total === undefined
    ? sum
    : {
        poolType: sum.poolType,
        // Thousandths of a GB are the finest the service sells; a sum of fractions must not show more.
        trafficGb: Math.round((total.trafficGb + sum.trafficGb) * 1000) / 1000,
        clients: total.clients + sum.clients,
        oldestAsOf: Math.min(total.oldestAsOf ?? Number.MAX_SAFE_INTEGER, sum.oldestAsOf ?? Number.MAX_SAFE_INTEGER),
      };
