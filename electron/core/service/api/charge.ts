/**
 * The key to the calls that charge. Only the journal of purchases may import it, which the linter enforces, so that
 * nothing is bought without being recorded first.
 */
export const CHARGE: unique symbol = Symbol('charge');
