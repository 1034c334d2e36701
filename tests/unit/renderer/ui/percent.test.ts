import { expect, it } from 'vitest';
import { percentOf } from '../../../../renderer/ui/percent.ts';

it('is a whole number, which a screen reader can say, and is 100 only for finished work', () => {
  expect([percentOf(2, 3), percentOf(999, 1_000), percentOf(1_000, 1_000)]).toEqual([66, 99, 100]);
});

it('is 0 while the total is not known, and never more than 100', () => {
  expect([percentOf(0, 0), percentOf(12, 10)]).toEqual([0, 100]);
});
