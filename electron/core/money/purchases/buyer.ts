import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { RefreshBalance } from '#core/service/account/session.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { RawAnswer } from '#core/service/api/call.ts';
import { CHARGE } from '#core/service/api/charge.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { isEqualButRounding } from '#shared/domain/spending.ts';
import { DeskError } from '#shared/result.ts';
import type { InFlight } from './in-flight.ts';
import { type Ending, endingOfError, NEVER_SENT } from './outcome.ts';
import {
  confirmRefusal,
  endPurchase,
  type Intent,
  type JournalContext,
  keepAnswer,
  markAsSent,
  setCharged,
  setRisen,
  writeIntent,
} from './purchase-journal.ts';
import { findPurchase } from './purchase-ledger.ts';

/** The parts of the open desk that send purchases. When it closes, nothing more is sent and no write is retried. */
export interface BuyerContext extends JournalContext, CommonDeps<'logger' | 'closing'> {
  readonly inFlight: InFlight;
  /** Reads an account's balance, stores it and shows it. */
  readonly readBalance: RefreshBalance;
  /** Called after every write. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

export interface SendOptions {
  /** Aborts the wait until the request is sent. */
  readonly signal: AbortSignal;
  /**
   * The last check when the request's turn has come. Throws if it must not be sent. `intended` is the id of this
   * purchase if it was already written.
   */
  readonly lastCheck: (intended: number | null) => void;
  /**
   * Publishes the intent to colleagues before the request is sent; `null` if there is nobody to inform. If it rejects,
   * nothing is sent.
   */
  readonly publish: (() => Promise<void>) | null;
  /** Called with the milliseconds to wait if the service refused the request and asked for a pause. */
  readonly onRetryAfter?: ((ms: number) => void) | undefined;
}

interface Agreed extends Pick<Intent, 'accountId' | 'order' | 'priceKopecks'> {
  /** The value of `api_spent_rub` just before the purchase. */
  readonly spentKopecks: number;
}

/**
 * How often the end of a purchase is written again before the request fails with an error. After that it continues in
 * the background.
 */
const TRIES_BEFORE_TELLING = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/**
 * Writes the end of a purchase. The answer is only in memory until the disk accepts it, so keep trying: it may
 * contain paid goods.
 */
const writeEnd = async (
  context: BuyerContext,
  id: number,
  accountId: string,
  ending: Ending,
  raw: RawAnswer | null,
): Promise<void> => {
  const { clock, logger, inFlight, closing, changed } = context;
  const at = clock.now();
  const tries = async (first: number, last: number): Promise<boolean> => {
    for (let attempt = first; attempt <= last; attempt += 1) {
      try {
        endPurchase(context, id, ending, at, raw);
        return true;
      } catch (error) {
        logger.error('the end of a purchase could not be written', { purchase: id, attempt, error: nameOf(error) });
      }
      if (closing.aborted) return false;
      const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
      await clock.sleep(delay, closing).catch(() => undefined);
    }
    return false;
  };
  if (await tries(1, TRIES_BEFORE_TELLING)) {
    changed(id, accountId);
    return;
  }
  void inFlight
    .track(accountId, () => tries(TRIES_BEFORE_TELLING + 1, Number.POSITIVE_INFINITY))
    .then((written) => {
      if (written) changed(id, accountId);
    });
  throw new DeskError('storage', 'The answer came, and could not be written to the disk yet.', {
    code: 'answer-not-stored',
    params: { purchaseId: id },
  });
};

/** Runs a write that must succeed before anything is sent. */
const writeBeforeSending = <T>({ logger }: BuyerContext, write: () => T): T => {
  try {
    return write();
  } catch (error) {
    logger.error('a purchase could not be written', { error: nameOf(error) });
    throw new DeskError('storage', 'The purchase could not be written, so nothing was sent.', {
      code: 'intent-not-stored',
    });
  }
};

/**
 * Writes the intent, sends the request, stores the answer, and writes the end (docs/money.md). Returns the id of the
 * purchase, whatever its outcome.
 */
export const sendPurchase = async (
  context: BuyerContext,
  api: ApiClient,
  intent: Intent,
  { signal, lastCheck, publish, onRetryAfter }: SendOptions,
): Promise<number> => {
  const { clock, logger, closing, changed } = context;
  const { order, client, accountId } = intent;
  let id: number | null = null;
  let hasLeft = false;
  let notKept: RawAnswer | null = null;
  const onLeaving = async (): Promise<void> => {
    closing.throwIfAborted();
    lastCheck(null);
    const mine = writeBeforeSending(context, () => writeIntent(context, intent, clock.now(), publish !== null));
    id = mine;
    changed(mine, accountId);
    if (publish !== null) {
      await publish();
      closing.throwIfAborted();
      // A faster computer has published its intent by now, and everything else may have changed as well.
      lastCheck(mine);
      writeBeforeSending(context, () => markAsSent(context, mine, clock.now()));
    }
    hasLeft = true;
  };
  const onRawAnswer = (raw: RawAnswer): void => {
    if (id === null) return;
    try {
      keepAnswer(context, id, raw);
    } catch (error) {
      // The answer is not lost: it is read anyway, and stored with the end of the purchase.
      notKept = raw;
      logger.error('an answer could not be kept at once', { purchase: id, error: nameOf(error) });
    }
  };
  let ending: Ending;
  try {
    const handover = await kindOf(order).buy(api[CHARGE], order, client, { onLeaving, onRawAnswer, signal });
    ending = { event: 'delivered', ...handover };
  } catch (error) {
    if (!hasLeft) {
      // If this end cannot be written, the next start writes it.
      if (id !== null) await writeEnd(context, id, accountId, NEVER_SENT, null).catch(() => {});
      throw error;
    }
    ending = endingOfError(error);
    const waitMs = error instanceof DeskError ? error.details?.retryAfterMs : undefined;
    if (waitMs !== undefined) onRetryAfter?.(waitMs);
  }
  if (id === null) throw new Error('a purchase was sent without its intent');
  await writeEnd(context, id, accountId, ending, notKept);
  return id;
};

/**
 * Reads the balance after a purchase to learn what its answer does not say. Must run before the account's next
 * purchase. Never rejects: if the reading fails, the resolver and the reconciliation take over.
 *
 * - A refusal charged nothing only if the total of spending did not rise.
 * - If an answer names another price than agreed, or none, the total shows which one was charged: the one in the
 *   answer, or the present quote, if exactly that was spent. Any further spending is stored beside it
 *   (docs/money.md#as-ordered).
 */
export const readAfterwards = async (
  context: BuyerContext,
  api: ApiClient,
  purchaseId: number,
  { accountId, order, priceKopecks, spentKopecks }: Agreed,
): Promise<void> => {
  const { clock, readBalance, changed } = context;
  try {
    const { outcome, basis, reason, goods, chargedKopecks } = findPurchase(context.db, accountId, purchaseId);
    const isRefused = outcome === 'open' && isRefusal(reason);
    const isBought = outcome === 'charged' && basis !== 'user';
    if (!isRefused && !isBought) return;
    const priority = isRefused ? 'money' : 'background';
    const risen = (await readBalance(accountId, { priority, attempts: 2 })).spentKopecks - spentKopecks;
    if (isRefused) {
      if (risen !== 0) return;
      confirmRefusal(context, purchaseId, clock.now());
    } else {
      const counted = chargedKopecks ?? priceKopecks;
      if (risen === counted || risen <= 0) return;
      const answered = goods !== null && 'chargedKopecks' in goods ? goods.chargedKopecks : null;
      const isExplained = risen === answered || isEqualButRounding(risen, counted);
      const isQuoted = async (): Promise<boolean> =>
        answered === null && (await kindOf(order).quote(api, order, { priority })).priceKopecks === risen;
      if (isExplained || (await isQuoted().catch(() => false))) setCharged(context, purchaseId, risen);
      // Somebody else may have spent it at the same moment, so the ledger shows both amounts.
      else if (risen > counted) setRisen(context, purchaseId, risen);
      else return;
    }
    changed(purchaseId, accountId);
  } catch {
    // The service or the disk failed.
  }
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
