import { describe, expect, it } from 'vitest';
import type { OverviewNeeds } from '#shared/contract/overview.ts';
import { needLines } from '../../../../renderer/features/overview/need-lines.ts';

const calm: OverviewNeeds = {
  vpn: [],
  dedicated: [],
  lowPools: [],
  lowTrafficGb: 1,
  dueClients: 0,
  staleClients: 0,
  openPurchases: 0,
  goodsMissing: 0,
  overdue: { clients: 0, kopecks: 0 },
  troubledRuns: 0,
  standingAsks: 0,
};
const vpn = (...counts: readonly [number, number, number, number]): OverviewNeeds['vpn'] =>
  (['expired-7', 'within-1', 'within-3', 'within-7'] as const).map((window, index) => ({
    window,
    subscriptions: counts[index] ?? 0,
    clients: counts[index] ?? 0,
    oldestAsOf: null,
  }));
const windowsOf = (needs: OverviewNeeds) =>
  needLines(needs).map((line) => ('window' in line ? line.window : line.kind));

describe('the lines of things that need the user', () => {
  it('are empty when nothing does', () => expect(needLines({ ...calm, vpn: vpn(0, 0, 0, 0) })).toEqual([]));

  it('count everything that ends soon once, with the nearer parts in the same line', () => {
    const nearer = (needs: OverviewNeeds) =>
      needLines(needs).map((line) => ('nearer' in line ? line.nearer.map(({ window }) => window) : []));
    expect(windowsOf({ ...calm, vpn: vpn(2, 1, 3, 5) })).toEqual(['expired-7', 'within-7']);
    expect(nearer({ ...calm, vpn: vpn(2, 1, 3, 5) })).toEqual([[], ['within-1', 'within-3']]);
    expect(windowsOf({ ...calm, vpn: vpn(0, 2, 2, 2) })).toEqual(['within-1']);
  });

  it('leave out a period that contains nothing new', () => {
    const needs = { ...calm, vpn: vpn(0, 1, 1, 5) };
    expect(needLines(needs)).toMatchObject([
      { window: 'within-7', nearer: [{ window: 'within-1', subscriptions: 1 }] },
    ]);
    expect(needLines({ ...calm, vpn: vpn(0, 0, 0, 3) })).toMatchObject([{ window: 'within-7', nearer: [] }]);
  });

  it('name money first and old data last', () => {
    const needs = {
      ...calm,
      vpn: vpn(0, 1, 1, 1),
      openPurchases: 1,
      goodsMissing: 2,
      troubledRuns: 1,
      dueClients: 4,
      staleClients: 3,
    };
    expect(windowsOf(needs)).toEqual(['open-purchases', 'goods-missing', 'within-1', 'paid-until', 'runs', 'stale']);
  });
});
