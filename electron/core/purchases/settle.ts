import type { Purchase, Settlement } from '#shared/contract/purchases.ts';
import { nextState, settleProblem } from '#shared/domain/journal.ts';
import { DeskError } from '#shared/result.ts';
import type { Clock } from '../ports.ts';
import type { PurchaseJournal } from './purchase-journal.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';
import type { OpenPurchases } from './resolver/open-purchases.ts';
import { timeLeft } from './resolver/spending-since.ts';
import { uptimeOf } from './uptime.ts';

interface Deps {
  readonly journal: PurchaseJournal;
  readonly ledger: PurchaseLedger;
  readonly open: OpenPurchases;
  readonly clock: Clock;
}

const REASON_LIMIT = 500;

/**
 * Records what the user knows of an outcome that evidence does not tell (DESIGN 6). Throws DeskError `not-found`,
 * `invalid-input` and `conflict`; see the contract.
 */
export const createSettle =
  ({ journal, ledger, open, clock }: Deps) =>
  (accountId: string, purchaseId: number, { verdict, reason: typed }: Omit<Settlement, 'at'>): Purchase => {
    const reason = typed.trim();
    if (reason === '' || reason.length > REASON_LIMIT) {
      const problem = reason === '' ? { code: 'required' } : { code: 'too-long', params: { max: REASON_LIMIT } };
      throw new DeskError('invalid-input', 'A settlement by hand needs a reason.', {
        problems: [{ field: 'reason', ...problem }],
      });
    }
    const before = ledger.get(accountId, purchaseId);
    const sending = open.sending(purchaseId);
    // Written by a version that did not measure: then only the clock on the wall can tell.
    const msLeft = sending.sentUptime === null ? 0 : timeLeft(sending, uptimeOf(clock));
    const problem = settleProblem(before.state, msLeft, before.resolution?.certainty ?? null);
    if (problem === 'not-open') {
      throw new DeskError('conflict', 'The outcome of this purchase is known.', { code: 'settle-not-open' });
    }
    if (problem === 'too-early') {
      throw new DeskError('conflict', 'The service may still carry the purchase out.', {
        code: 'settle-too-early',
        params: { wait: Math.ceil(msLeft / 1_000) },
      });
    }
    if (nextState(before.state, verdict === 'charged' ? 'called-charged' : 'called-not-charged') === null) {
      throw new DeskError('conflict', 'The purchase is taken for this already.', { code: 'settle-same' });
    }
    journal.settleByHand(purchaseId, { verdict, reason, at: clock.now() });
    return ledger.get(accountId, purchaseId);
  };
