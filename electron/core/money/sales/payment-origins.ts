/**
 * The origin of a payment, if it identifies the payment: two computers that record the same payment end up with one
 * when they exchange their changes, while payments that are merely alike stay two (docs/money.md#noted-once). ''
 * identifies nothing.
 */
export const ANY_PAYMENT = '';

/**
 * The origin of a payment of the rest of one sale. `paidKopecks` is the amount paid before, so that a later part is
 * another payment.
 */
export const originOfSale = (soldAt: number, paidKopecks: number): string => `sale:${soldAt}:${paidKopecks}`;

/** The origin of a payment of the whole debt. `since` is the age of the debt, ms since the epoch, UTC. */
export const originOfDebt = (owedKopecks: number, since: number | null): string => `debt:${owedKopecks}:${since ?? ''}`;

const FILE = 'file:';
const EARLIER = 'earlier:';

/** The origin of a line in a file; `file` is the file's digest. */
export const originOfLine = (file: string, line: number): string => `${FILE}${file}:${line}`;

/**
 * The origin of a payment for everything bought before there were prices, starting with the first purchase at that
 * time.
 */
export const originOfEarlier = (firstAt: number): string => `${EARLIER}${firstAt}`;

/**
 * Decides which of two amounts counts if two computers recorded the same origin: above 0 the first one's, below 0 the
 * other's, and at 0 the later one's. For a debt in a file it is that of the computer that knew more about the client
 * and so had less to add. For earlier purchases it is that of the computer that knew more of them.
 */
export const compareAmounts = (origin: string, oneKopecks: number, otherKopecks: number): number => {
  const difference = Math.abs(oneKopecks) - Math.abs(otherKopecks);
  if (origin.startsWith(FILE)) return -difference;
  return origin.startsWith(EARLIER) ? difference : 0;
};
