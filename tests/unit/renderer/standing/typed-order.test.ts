import { describe, expect, it } from 'vitest';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { readOrder, typedOrder } from '../../../../renderer/features/standing/typed-order.ts';

const begin = { kind: 'traffic', targets: { of: 'tag', tag: 'auto' } } as const;
const order: StandingOrder = {
  id: 1,
  name: '',
  isOn: true,
  mode: 'do',
  hours: null,
  zone: 'UTC',
  targets: { of: 'tag', tag: 'auto', count: 1 },
  action: { kind: 'traffic', poolType: 'residential', gb: 1.125, belowGb: 0.5 },
  ceilingKopecks: 150_050,
  monthCapKopecks: 2_000_000,
  payment: 'no-debt',
  timesEach: 3,
  monthKopecks: 0,
  blockedReason: null,
  overruled: [],
  asks: 0,
  failed: 0,
  lastAt: null,
};
const typed = { ...typedOrder(begin, undefined, 'en'), typedGb: '5', belowGb: '1' };

describe('the form of a standing order', () => {
  it.each([
    ['', null],
    [' ', null],
    ['1', 1],
    ['999', 999],
  ] as const)('reads the number of times, typed as "%s"', (times, timesEach) => {
    expect(readOrder({ ...typed, times })).toMatchObject({ ok: true, value: { timesEach } });
  });

  it.each(['0', '1000', '-1', '1.5', 'often'])('refuses the number of times "%s"', (times) => {
    expect(readOrder({ ...typed, times })).toEqual({
      ok: false,
      problems: [{ field: 'timesEach', code: 'not-whole', params: { min: 1, max: 999 } }],
    });
  });

  it.each(['20,000', '20.000', '12.345', 'lots'])('refuses an ambiguous amount of roubles, typed as %s', (cap) => {
    expect(readOrder({ ...typed, cap })).toEqual({
      ok: false,
      problems: [{ field: 'monthCapKopecks', code: 'amount-not-readable' }],
    });
  });

  it.each([
    ['20 000', 2_000_000],
    ['20000,5', 2_000_050],
    ['', null],
  ])('reads an amount of roubles typed as "%s"', (ceiling, ceilingKopecks) => {
    expect(readOrder({ ...typed, ceiling })).toMatchObject({ ok: true, value: { ceilingKopecks } });
  });

  it.each(['en', 'ru'])('reads its own numbers, in %s', (language) => {
    expect(readOrder(typedOrder(begin, order, language))).toMatchObject({
      ok: true,
      value: { action: order.action, ceilingKopecks: 150_050, monthCapKopecks: 2_000_000 },
    });
  });
});
