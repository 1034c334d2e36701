import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { RefreshBalance } from '#core/service/account/balance.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { RawAnswer } from '#core/service/api/call.ts';
import { CHARGE } from '#core/service/api/charge.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { isEqualButRounding } from '#shared/domain/spending.ts';
import { DeskError } from '#shared/result.ts';
import type { InFlight } from './in-flight.ts';
import { type Ending, endingOfError, NEVER_SENT } from './outcome.ts';
import type { Intent, PurchaseJournal } from './purchase-journal.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

interface Deps extends CommonDeps<'clock' | 'logger'> {
  readonly journal: PurchaseJournal;
  readonly ledger: PurchaseLedger;
  readonly inFlight: InFlight;
  /** The desk closes: nothing is sent any more, and what the disk would not take is not tried again. */
  readonly closing: AbortSignal;
  readonly readBalance: RefreshBalance;
  /** Something was written. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

export interface SendOptions {
  /** Until it leaves. */
  readonly signal: AbortSignal;
  /**
   * The last word before the request leaves, when its turn has come. Throws what speaks against it. `intended`: it is
   * written already, as this purchase.
   */
  readonly lastCheck: (intended: number | null) => void;
  /** Tells colleagues what is written, before the request leaves; `null`: there is nobody to tell. Rejects: nothing is sent. */
  readonly tell: (() => Promise<void>) | null;
  /** The service refused it and says how many milliseconds to wait. */
  readonly onRetryAfter?: ((ms: number) => void) | undefined;
}

interface Agreed extends Pick<Intent, 'accountId' | 'order' | 'priceKopecks'> {
  /** `api_spent_rub` just before the purchase. */
  readonly spentKopecks: number;
}

export interface Buyer {
  /** Writes the intent, sends, keeps the answer, and writes the end. Returns the id of the purchase, however it ended. */
  buy(api: ApiClient, intent: Intent, options: SendOptions): Promise<number>;
  /**
   * Reads the balance after a purchase, for what its answer does not tell. Must run before the account's next purchase.
   * Never rejects: what could not be read is left to the resolver and the reconciliation.
   *
   * - A refusal charged nothing only if the sum of spending did not move.
   * - Where an answer names another price than was agreed to, or none, the sum says which it was: what the answer named, or
   *   what is quoted now, if just that was spent. Anything more that was spent is kept beside it (docs/money.md#as-ordered).
   */
  readAfterwards(api: ApiClient, purchaseId: number, agreed: Agreed): Promise<void>;
}

/** How often the end of a purchase is written again before the user is told; then it goes on in the background. */
const TRIES_BEFORE_TELLING = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

export const createBuyer = (deps: Deps): Buyer => {
  const { journal, ledger, clock, logger, inFlight, closing, readBalance, changed } = deps;
  /** The answer is in memory and the disk does not take it: keep trying, because it may be paid goods. */
  const end = async (id: number, accountId: string, ending: Ending, raw: RawAnswer | null): Promise<void> => {
    const at = clock.now();
    const tries = async (first: number, last: number): Promise<boolean> => {
      for (let attempt = first; attempt <= last; attempt += 1) {
        try {
          journal.end(id, ending, at, raw);
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

  const written = <T>(write: () => T): T => {
    try {
      return write();
    } catch (error) {
      logger.error('a purchase could not be written', { error: nameOf(error) });
      throw new DeskError('storage', 'The purchase could not be written, so nothing was sent.', {
        code: 'intent-not-stored',
      });
    }
  };

  return {
    buy: async (api, intent, { signal, lastCheck, tell, onRetryAfter }) => {
      const { order, client, accountId } = intent;
      let id: number | null = null;
      let hasLeft = false;
      let notKept: RawAnswer | null = null;
      const onLeaving = async (): Promise<void> => {
        closing.throwIfAborted();
        lastCheck(null);
        const mine = written(() => journal.send(intent, clock.now(), tell !== null));
        id = mine;
        changed(mine, accountId);
        if (tell !== null) {
          await tell();
          closing.throwIfAborted();
          // A computer that was faster has published its intent by now, and everything else may have changed as well.
          lastCheck(mine);
          written(() => journal.leave(mine, clock.now()));
        }
        hasLeft = true;
      };
      const onRawAnswer = (raw: RawAnswer): void => {
        if (id === null) return;
        try {
          journal.keepAnswer(id, raw);
        } catch (error) {
          // Not a reason to lose it: it is read all the same, and written with the end of the purchase.
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
          // An end that cannot be written is found at the next start.
          if (id !== null) await end(id, accountId, NEVER_SENT, null).catch(() => {});
          throw error;
        }
        ending = endingOfError(error);
        const waitMs = error instanceof DeskError ? error.details?.retryAfterMs : undefined;
        if (waitMs !== undefined) onRetryAfter?.(waitMs);
      }
      if (id === null) throw new Error('a purchase was sent without its intent');
      await end(id, accountId, ending, notKept);
      return id;
    },
    readAfterwards: async (api, purchaseId, { accountId, order, priceKopecks, spentKopecks }) => {
      try {
        const { outcome, basis, reason, goods, chargedKopecks } = ledger.get(accountId, purchaseId);
        const isRefused = outcome === 'open' && isRefusal(reason);
        const isBought = outcome === 'charged' && basis !== 'user';
        if (!isRefused && !isBought) return;
        const priority = isRefused ? 'money' : 'background';
        const risen = (await readBalance(accountId, { priority, attempts: 2 })).spentKopecks - spentKopecks;
        if (isRefused) {
          if (risen !== 0) return;
          journal.confirmRefusal(purchaseId, clock.now());
        } else {
          const counted = chargedKopecks ?? priceKopecks;
          if (risen === counted || risen <= 0) return;
          const answered = goods !== null && 'chargedKopecks' in goods ? goods.chargedKopecks : null;
          const isTold = risen === answered || isEqualButRounding(risen, counted);
          const isQuoted = async (): Promise<boolean> =>
            answered === null && (await kindOf(order).quote(api, order, { priority })).priceKopecks === risen;
          if (isTold || (await isQuoted().catch(() => false))) journal.setCharged(purchaseId, risen);
          // Somebody else may have spent it in that moment, so the ledger says both.
          else if (risen > counted) journal.setRisen(purchaseId, risen);
          else return;
        }
        changed(purchaseId, accountId);
      } catch {
        // The service or the disk did not answer.
      }
    },
  };
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
