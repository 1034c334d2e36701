import { expect, it } from 'vitest';
import { createAnswerOrder } from '#core/platform/async/answer-order.ts';

const open = () => {
  let asOf: number | null = null;
  const order = createAnswerOrder<string>(() => asOf);
  return {
    order,
    keepAsOf: (at: number) => () => {
      asOf = at;
    },
    asOf: () => asOf,
  };
};

it('keeps answers in the order of their requests', () => {
  const { order, keepAsOf, asOf } = open();
  const [first, second, third] = [order.ask('a'), order.ask('a'), order.ask('a')];
  expect(second(keepAsOf(2))).toBe(true);
  expect(first(keepAsOf(1))).toBe(false);
  expect(third(keepAsOf(3))).toBe(true);
  expect(asOf()).toBe(3);
});

it('drops answers that were requested before a purchase, or before a colleague’s reading arrived', () => {
  const { order, keepAsOf, asOf } = open();
  const beforePurchase = order.ask('a');
  order.changed('a');
  expect(beforePurchase(keepAsOf(1))).toBe(false);
  const beforeColleague = order.ask('a');
  keepAsOf(9)();
  expect(beforeColleague(keepAsOf(2))).toBe(false);
  expect(asOf()).toBe(9);
  expect(order.ask('a')(keepAsOf(10))).toBe(true);
});

it('takes data that could not be stored as unknown', () => {
  const { order, keepAsOf, asOf } = open();
  const [first, second] = [order.ask('a'), order.ask('a')];
  expect(() =>
    second(() => {
      throw new Error('the disk is full');
    }),
  ).toThrow();
  expect(first(keepAsOf(1))).toBe(true);
  expect(asOf()).toBe(1);
});
