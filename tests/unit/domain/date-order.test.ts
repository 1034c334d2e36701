import { expect, it } from 'vitest';
import { createOrderProof } from '#shared/domain/date-order.ts';

const provenBy = (...cells: string[]) => {
  const proof = createOrderProof();
  for (const [index, cell] of cells.entries()) proof.see(index + 2, cell);
  return proof.proven();
};

it('a number above 12 proves the order of a whole column, with or without a time', () => {
  const example = '03/04/2027';
  expect(provenBy(example, '25/12/2026', '26/12/2026')).toEqual({
    dayFirst: true,
    line: 3,
    text: '25/12/2026',
    example,
  });
  expect(provenBy('12-31-26 10:15 pm', example)).toEqual({
    dayFirst: false,
    line: 2,
    text: '12-31-26 10:15 pm',
    example,
  });
});

it('nothing is proven by equal numbers, other notations, days that do not exist, or lines that contradict each other', () => {
  for (const other of ['05/05/2026', '25.12.2026', '2026-12-25', '31/02/2026', '45/12/2026', '13/13/2026', 'x', '']) {
    expect(provenBy('03/04/2027', other)).toBeNull();
  }
  expect(provenBy('03/04/2027', '25/12/2026', '12/25/2026')).toBeNull();
});

it('no order is needed where no date can be read in two ways', () => {
  expect(provenBy('25/12/2026', '05/05/2026')).toBeNull();
});
