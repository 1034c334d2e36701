/** Whether a computer of a shared desk may buy: without limits, up to a sum a day, or not at all. */
export const COMPUTER_BUYING = ['free', 'capped', 'none'] as const;
export type ComputerBuying = (typeof COMPUTER_BUYING)[number];

/** The largest sum a day, in kopecks, that a computer can be limited to. */
export const MAX_DAY_CAP_KOPECKS = 100_000_000_00;
