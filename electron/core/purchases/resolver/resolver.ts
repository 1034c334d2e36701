import { DeskError } from '#shared/result.ts';
import type { RefreshBalance } from '../../account/balance.ts';
import type { Session } from '../../account/session.ts';
import type { CallOptions } from '../../api/call.ts';
import type { Clock, Logger } from '../../ports.ts';
import type { AccountQueue } from '../account-queue.ts';
import type { PurchaseJournal } from '../purchase-journal.ts';
import { recoverPurchases } from '../recover.ts';
import { type Evidence, examinePurchase, readingOf } from './examine-purchase.ts';
import type { OpenPurchases, UnknownPurchase } from './open-purchases.ts';
import { AFTER_SENDING_MS } from './spending-since.ts';

interface Deps {
  readonly session: Session;
  readonly journal: PurchaseJournal;
  readonly open: OpenPurchases;
  readonly queue: AccountQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readBalance: RefreshBalance;
  readonly othersSpend: (accountId: string) => Promise<boolean>;
  /** Something was found out about it. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

/** Finds out what became of purchases whose answer was lost, by reading alone (DESIGN 6, step 7). */
export interface Resolver {
  /** Looks at all of an account. Returns the ids looked at. Throws what the service's reads throw. */
  resolve(accountId: string): Promise<readonly number[]>;
  /** The same in the background: never rejects, and tries again later when the service does not answer. */
  resolveSoon(accountId: string, afterMs?: number): void;
  close(): Promise<void>;
}

/** When the service did not answer the last look. */
const AGAIN_AFTER_MS = 120_000;
/** A timer may fire a little early by another clock than its own. */
const MARGIN_MS = 1_000;

/**
 * The kinds whose goods can be seen go first: what they explain of the spending is then known for the others. And the
 * newest before the older, because the list it saw before is the nearest to what it brought.
 */
const byVisibility = (a: UnknownPurchase, b: UnknownPurchase): number =>
  Number(isHidden(a)) - Number(isHidden(b)) || b.id - a.id;
const isHidden = ({ order }: UnknownPurchase): boolean =>
  order.kind === 'dedicated' || order.kind === 'dedicated-prolong';

export const createResolver = (deps: Deps): Resolver => {
  const { session, journal, open, queue, clock, logger, changed } = deps;
  const closing = new AbortController();
  const running = new Map<string, Promise<readonly number[]>>();
  const timers = new Map<string, AbortController>();
  const options: CallOptions = { priority: 'money', attempts: 2, signal: closing.signal };

  const examine = async (accountId: string, purchase: UnknownPurchase, evidence: Evidence): Promise<number | null> => {
    const surroundings = {
      others: open.others(accountId, purchase.id),
      siblings: open.siblings(accountId, purchase),
    };
    const finding = await examinePurchase(purchase, surroundings, evidence, clock);
    journal.resolve(purchase.id, finding, clock.now());
    changed(purchase.id, accountId);
    return finding.resolution.nextCheckAt === null
      ? null
      : finding.resolution.nextCheckAt - finding.resolution.checkedAt;
  };

  const run = async (accountId: string): Promise<readonly number[]> => {
    const before = open.unknown(accountId);
    if (before.length === 0) return [];
    // An answer that was kept needs nobody's evidence, if this version of the app can read it.
    recoverPurchases({ journal, clock, logger, only: new Set(before.map(({ id }) => id)) });
    const left = open.unknown(accountId).toSorted(byVisibility);
    const stillOpen = new Set(left.map(({ id }) => id));
    for (const { id } of before) if (!stillOpen.has(id)) changed(id, accountId);
    if (left.length > 0) {
      const api = await session.api(accountId);
      const { spentKopecks } = await deps.readBalance(accountId, options);
      const now = readingOf(spentKopecks, clock);
      const evidence = { api, now, othersSpend: await deps.othersSpend(accountId), options };
      const waits: number[] = [];
      const errors: unknown[] = [];
      for (const purchase of left) {
        try {
          const wait = await examine(accountId, purchase, evidence);
          if (wait !== null) waits.push(wait);
        } catch (error) {
          errors.push(error);
        }
      }
      if (waits.length > 0) resolveSoon(accountId, Math.min(...waits) + MARGIN_MS);
      if (errors.length > 0) throw errors[0];
    }
    return before.map(({ id }) => id);
  };

  /** One at a time, and never while a purchase of the account is under way: its charge would blur the spending. */
  const resolve = (accountId: string): Promise<readonly number[]> => {
    if (closing.signal.aborted) return Promise.reject(new DeskError('cancelled', 'The app is closing.'));
    const known = running.get(accountId);
    if (known !== undefined) return known;
    const mine = queue.run(accountId, () => run(accountId)).finally(() => running.delete(accountId));
    running.set(accountId, mine);
    return mine;
  };

  const inBackground = async (accountId: string): Promise<void> => {
    try {
      await resolve(accountId);
    } catch (error) {
      if (closing.signal.aborted) return;
      logger.warn('open purchases could not be looked at', {
        error: error instanceof DeskError ? error.kind : 'internal',
      });
      const isWaiting = error instanceof DeskError && (error.kind === 'signed-out' || error.kind === 'keychain');
      if (!isWaiting) resolveSoon(accountId, AGAIN_AFTER_MS);
    }
  };

  const resolveSoon = (accountId: string, afterMs = 0): void => {
    if (closing.signal.aborted || open.unknown(accountId).length === 0) return;
    timers.get(accountId)?.abort();
    const mine = new AbortController();
    timers.set(accountId, mine);
    clock.sleep(afterMs, mine.signal).then(
      () => {
        if (timers.get(accountId) === mine) timers.delete(accountId);
        return inBackground(accountId);
      },
      () => {},
    );
  };

  return {
    resolve,
    resolveSoon,
    close: async () => {
      closing.abort(new DeskError('cancelled', 'The app is closing.'));
      for (const timer of timers.values()) timer.abort();
      await Promise.allSettled([...running.values()]);
    },
  };
};

/** When a purchase that has just become unknown is looked at by itself. */
export const FIRST_LOOK_MS = AFTER_SENDING_MS + MARGIN_MS;
