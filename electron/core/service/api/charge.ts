/**
 * The key to the calls that cost money. Only the journal of purchases may import it (the linter sees to that), so nothing
 * is bought that was not written down first.
 */
export const CHARGE: unique symbol = Symbol('charge');
