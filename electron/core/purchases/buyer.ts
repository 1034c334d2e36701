import { DeskError } from '#shared/result.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { RawAnswer } from '../api/call.ts';
import type { Clock, Logger } from '../ports.ts';
import { kindOf } from './kinds/index.ts';
import { NEVER_SENT, type Outcome, outcomeOfError } from './outcome.ts';
import type { Intent, PurchaseJournal } from './purchase-journal.ts';

interface Deps {
  readonly journal: PurchaseJournal;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A state was written. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

export interface Buyer {
  /** Steps 3 to 6 of DESIGN 6. Returns the id of the purchase, which has ended in whatever state. */
  buy(api: ApiClient, intent: Intent): Promise<number>;
  /** From the intent on, until the outcome is on the disk; of one account, or of any. */
  inFlight(accountId?: string): boolean;
  /** Waits for what was sent, and stops trying to write what the disk would not take. */
  close(): Promise<void>;
}

/** How often the end of a purchase is written again before the user is told; then it goes on in the background. */
const TRIES_BEFORE_TELLING = 5;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

export const createBuyer = ({ journal, clock, logger, changed }: Deps): Buyer => {
  const closing = new AbortController();
  const running = new Map<Promise<unknown>, string>();

  /** Counts as in flight until it ends. */
  const track = <T>(accountId: string, work: Promise<T>): Promise<T> => {
    running.set(work, accountId);
    const done = () => running.delete(work);
    work.then(done, done);
    return work;
  };

  /** The answer is in memory and the disk does not take it: keep trying, because it may be paid goods. */
  const settle = async (id: number, accountId: string, outcome: Outcome, raw: RawAnswer | null): Promise<void> => {
    const at = clock.now();
    const tries = async (first: number, last: number): Promise<boolean> => {
      for (let attempt = first; attempt <= last; attempt += 1) {
        try {
          journal.settle(id, outcome, at, raw);
          return true;
        } catch (error) {
          logger.error('the end of a purchase could not be written', { purchase: id, attempt, error: nameOf(error) });
        }
        if (closing.signal.aborted) return false;
        const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
        await clock.sleep(delay, closing.signal).catch(() => undefined);
      }
      return false;
    };
    if (await tries(1, TRIES_BEFORE_TELLING)) {
      changed(id, accountId);
      return;
    }
    void track(accountId, tries(TRIES_BEFORE_TELLING + 1, Number.POSITIVE_INFINITY)).then((written) => {
      if (written) changed(id, accountId);
    });
    throw new DeskError('storage', 'The answer came, and could not be written to the disk yet.', {
      code: 'answer-not-stored',
      params: { purchaseId: id },
    });
  };

  const writeIntent = (intent: Intent): number => {
    const id = journal.prepare(intent, clock.now());
    try {
      journal.send(id, clock.now());
    } catch (error) {
      // Nothing has left. When even this cannot be written, the next start says the same of it.
      try {
        journal.settle(id, NEVER_SENT, clock.now(), null);
      } catch (again) {
        logger.error('an unsent purchase could not be closed', { purchase: id, error: nameOf(again) });
      }
      throw error;
    }
    return id;
  };

  const send = async (api: ApiClient, intent: Intent, id: number): Promise<void> => {
    const { order, client, accountId } = intent;
    let notKept: RawAnswer | null = null;
    const keep = (raw: RawAnswer): void => {
      try {
        journal.keepAnswer(id, raw);
      } catch (error) {
        // Not a reason to lose it: it is read all the same, and written with the end of the purchase.
        notKept = raw;
        logger.error('an answer could not be kept at once', { purchase: id, error: nameOf(error) });
      }
    };
    let outcome: Outcome;
    try {
      outcome = { event: 'delivered', ...(await kindOf(order).buy(api, order, client, keep)) };
    } catch (error) {
      outcome = outcomeOfError(error);
    }
    await settle(id, accountId, outcome, notKept);
  };

  const buy = async (api: ApiClient, intent: Intent): Promise<number> => {
    let id: number;
    try {
      id = writeIntent(intent);
    } catch (error) {
      logger.error('a purchase could not be written', { error: nameOf(error) });
      throw new DeskError('storage', 'The purchase could not be written, so nothing was sent.', {
        code: 'intent-not-stored',
      });
    }
    changed(id, intent.accountId);
    await send(api, intent, id);
    return id;
  };

  return {
    buy: (api, intent) => track(intent.accountId, buy(api, intent)),
    inFlight: (accountId) => (accountId === undefined ? running.size > 0 : [...running.values()].includes(accountId)),
    close: async () => {
      closing.abort();
      await Promise.allSettled([...running.keys()]);
    },
  };
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
