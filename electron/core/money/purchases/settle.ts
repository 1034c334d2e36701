import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Purchase, Settlement } from '#shared/contract/purchases.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { isSettledAs, settleProblem } from '#shared/domain/journal.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { type JournalContext, settleByHand } from './purchase-journal.ts';
import { findPurchase } from './purchase-ledger.ts';
import { type Sending, sendingOf } from './resolver/watched-purchases.ts';

const REASON_LIMIT = 500;
/** The service gets the whole time limit of a charge and more, and some time after the connection was given up. */
const AFTER_SENDING_MS = 75_000;
const AFTER_ENDING_MS = 15_000;

/**
 * Returns the milliseconds until the service can no longer carry the purchase out; 0 also for a row of a version that
 * did not measure it.
 */
const timeLeft = ({ sentUptime, endedUptime }: Sending, uptime: number): number => {
  const left = (then: number | null, ms: number): number => (then === null ? 0 : ms - elapsedSince(then, uptime));
  return Math.max(0, left(sentUptime, AFTER_SENDING_MS), left(endedUptime, AFTER_ENDING_MS));
};

/**
 * Records the user's knowledge of an outcome that evidence does not show (docs/money.md). Throws `not-found`,
 * `invalid-input` and `conflict`; see the contract.
 */
export const settlePurchase = (
  context: JournalContext,
  accountId: string,
  purchaseId: number,
  { verdict, reason: typed }: Omit<Settlement, 'at'>,
): Purchase => {
  const { db, clock } = context;
  const reason = typed.trim();
  if (reason === '' || reason.length > REASON_LIMIT) {
    const problem = reason === '' ? { code: 'required' } : { code: 'too-long', params: { max: REASON_LIMIT } };
    throw invalidInput('A settlement by hand needs a reason.', { field: 'reason', ...problem });
  }
  const before = findPurchase(db, accountId, purchaseId);
  const msLeft = timeLeft(sendingOf(db, purchaseId), uptimeOf(clock));
  const problem = settleProblem(before, msLeft);
  if (problem === 'elsewhere') {
    throw new DeskError('conflict', 'Another computer made this purchase.', { code: 'settle-elsewhere' });
  }
  if (problem === 'not-open') {
    throw new DeskError('conflict', 'The outcome of this purchase is known.', { code: 'settle-not-open' });
  }
  if (problem === 'too-early') {
    throw new DeskError('conflict', 'The service may still carry the purchase out.', {
      code: 'settle-too-early',
      params: { wait: Math.ceil(msLeft / 1_000) },
    });
  }
  if (isSettledAs(before, verdict)) {
    throw new DeskError('conflict', 'The purchase already has this outcome.', { code: 'settle-same' });
  }
  settleByHand(context, purchaseId, { verdict, reason, at: clock.now() });
  return findPurchase(db, accountId, purchaseId);
};
