/** The most clients or proxies of one bulk run. At some seconds each it is already a run of hours. */
export const MAX_BULK_TARGETS = 10_000;

/**
 * The most proxies prolonged by one charge of a bulk run. One request could take more, but when its answer is lost the
 * outcome of all of them is unknown.
 */
export const PROXIES_PER_CHARGE = 50;
