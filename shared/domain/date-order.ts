import { dateOrderIn } from './cell-moment.ts';

/** The order of day and month that a column of dates proves. */
export interface ProvenOrder {
  readonly dayFirst: boolean;
  /** The first line that proves it, and its date. */
  readonly line: number;
  readonly text: string;
  /** The first date of the column that alone could be read in two ways. */
  readonly example: string;
}

/** Returns the order in which dates are read: the one that the user chose, or else the proven one; `null` if neither is known. */
export const decidedOrder = (chosen: boolean | null, proven: Pick<ProvenOrder, 'dayFirst'> | null): boolean | null =>
  chosen ?? proven?.dayFirst ?? null;

/**
 * Collects what the dates of a column prove about their order. `see` takes the cells one by one. `proven` returns `null`
 * if no date needs an order, if none proves one, or if two prove different ones.
 */
export const createOrderProof = () => {
  let example: string | null = null;
  let dayFirst: Pick<ProvenOrder, 'line' | 'text'> | null = null;
  let monthFirst: Pick<ProvenOrder, 'line' | 'text'> | null = null;
  return {
    see: (line: number, cell: string): void => {
      const order = dateOrderIn(cell);
      const text = cell.trim();
      if (order === 'two-ways') example ??= text;
      else if (order === 'day-first') dayFirst ??= { line, text };
      else if (order === 'month-first') monthFirst ??= { line, text };
    },
    proven: (): ProvenOrder | null => {
      const proof = dayFirst ?? monthFirst;
      if (example === null || proof === null || (dayFirst !== null && monthFirst !== null)) return null;
      return { dayFirst: dayFirst !== null, ...proof, example };
    },
  };
};
