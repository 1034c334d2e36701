import type { ChargeHold, HoldTerms } from '#core/money/purchases/buying.ts';
import { abortable } from '#core/platform/async/abortable.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import type { Lease, SharedStore } from '#core/sync/store/shared-store.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { DeskError } from '#shared/result.ts';

interface HoldDeps {
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly exchange: () => Promise<void>;
  /** See `Sync.publish`. */
  readonly publish: () => Promise<void>;
  readonly nameOf: (computerId: string) => string;
  readonly isRemoved: (computerId: string) => boolean;
  /** Called when another computer broke off while it was paying, and has not published what it bought. */
  readonly onBrokenOff: () => Promise<void>;
  /**
   * Called when the exchange after a purchase failed or took too long, so that the others may not know of the purchase
   * yet.
   */
  readonly onPublishedLate: () => void;
  /** Called when the database refuses the lease, because it is read-only or full. Purchases are unguarded from then on. */
  readonly onRefused: (refusal: DeskError) => void;
}

/**
 * Longer than the request of a charge and its readings may take. A computer that dies holds up the others for this long
 * at most.
 */
const LEASE_MS = 120_000;
const RENEW_MS = 40_000;
/** How much of the lease must be left when money leaves: as long as the request of a charge may take. */
const CHARGE_MS = 60_000;
/**
 * How long a purchase waits for a colleague who is paying. A purchase takes a few seconds, with the readings before and
 * after it.
 */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 300;
/** How long to wait until purchases are published, because the connection to the database may just have become slow. */
const PUBLISH_MS = 5_000;

const isOffline = (error: unknown): boolean => error instanceof DeskError && error.kind === 'offline';

/** Returns a hold without a lease: the user agreed to pay unguarded, or nobody else shares the desk. */
export const holding = (isGuarded: boolean): ChargeHold => ({ isGuarded, assertHeld: () => {}, publish: null });

/**
 * Throws unless the user agreed beforehand to pay although other computers cannot be kept from paying at the same time.
 */
export const assertUnguarded = (isAgreed: boolean): void => {
  if (!isAgreed)
    throw new DeskError('conflict', 'There is no way to the shared desk any more, so nothing was sent.', {
      code: 'unguarded',
    });
};

export type ChargeHolder = ReturnType<typeof createChargeHold>;

/**
 * Keeps other computers from paying while this one does. Before the request of a charge leaves, this computer holds the
 * lease `charge` of the desk, knows everything that the others bought before, and has published the purchase it is
 * about to make. Without a connection to the database it pays only if the user agreed to that (`Offer.isUnguarded`).
 */
export const createChargeHold = (deps: HoldDeps) => {
  const { store, clock, exchange, nameOf } = deps;
  const obtain = async ({ mayBeUnguarded, signal }: HoldTerms): Promise<Lease | null> => {
    const since = uptimeOf(clock);
    for (;;) {
      const lease = await store.lease('charge', LEASE_MS).catch((error: unknown) => {
        // Without a connection there is no lease, whatever the error is.
        if (isOffline(error) || store.wakes() === 'offline') return null;
        if (error instanceof DeskError) deps.onRefused(error);
        if (mayBeUnguarded) return null;
        throw error;
      });
      if (lease === null || 'renew' in lease) return lease;
      if (elapsedSince(since, uptimeOf(clock)) > PATIENCE_MS)
        throw new DeskError('conflict', 'A colleague is paying, so nothing was sent.', {
          code: 'colleague-pays',
          params: { computer: nameOf(lease.heldBy) },
        });
      await clock.sleep(ASK_AGAIN_MS, signal);
    }
  };

  const renewing = async (lease: Lease, over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      await clock.sleep(RENEW_MS, over);
      // A request that was sent cannot be taken back. The purchase goes on, and the lease expires.
      await lease.renew().catch(() => false);
    }
  };

  /**
   * Returns whether everything that the others bought before is known here. Waits a little for a computer that
   * publishes slowly, unless the user agreed to pay without knowing.
   */
  const hearAll = async (mayBeUnguarded: boolean, signal: AbortSignal): Promise<boolean> => {
    const since = uptimeOf(clock);
    for (;;) {
      // Only a purchase that the user agreed to make unguarded may leave before it was published.
      if (mayBeUnguarded) isNoted = true;
      const [away] = (await store.beginPaying(mayBeUnguarded)).filter((id) => !deps.isRemoved(id));
      await exchange();
      if (away === undefined) return true;
      if (mayBeUnguarded) return false;
      if (elapsedSince(since, uptimeOf(clock)) > PUBLISH_MS) {
        await deps.onBrokenOff();
        throw new DeskError('conflict', 'A colleague broke off while paying, so nothing was sent.', {
          code: 'colleague-broke-off',
          params: { computer: nameOf(away) },
        });
      }
      await clock.sleep(ASK_AGAIN_MS, signal);
    }
  };

  const assertPublished = async ({ mayBeUnguarded, signal }: HoldTerms): Promise<void> => {
    const over = abortable(signal, () => () => {});
    try {
      await Promise.race([deps.publish(), over]);
    } catch (error) {
      signal.throwIfAborted();
      if (!isOffline(error) && store.wakes() !== 'offline' && !mayBeUnguarded) throw error;
      assertUnguarded(mayBeUnguarded);
    }
  };

  /**
   * Whether the database may have a note that purchases of this computer are unpublished. An app that died during a
   * purchase may have left one.
   */
  let isNoted = true;
  let isHeld = false;
  let turns = 0;
  const settle = async (turn: number): Promise<boolean> => {
    if (!isNoted || isHeld || turn !== turns) return false;
    isNoted = false;
    try {
      return await store.endPaying();
    } catch (error) {
      isNoted = true;
      throw error;
    }
  };

  const holdOnce = async <T>(terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T> => {
    const { mayBeUnguarded, signal } = terms;
    const lease = await obtain(terms);
    if (lease === null) {
      assertUnguarded(mayBeUnguarded);
      return work(holding(false));
    }
    const over = new AbortController();
    renewing(lease, over.signal).catch(() => {});
    isHeld = true;
    turns += 1;
    try {
      const isGuarded = await hearAll(mayBeUnguarded, signal).catch((error: unknown) => {
        if (!isOffline(error) && store.wakes() !== 'offline') throw error;
        // No other computer pays now, but their earlier purchases are not known here.
        assertUnguarded(mayBeUnguarded);
        return false;
      });
      return await work({
        isGuarded,
        assertHeld: () => assertUnguarded(!isGuarded || lease.msLeft() >= CHARGE_MS),
        publish: () => assertPublished(terms),
      });
    } finally {
      over.abort();
      isHeld = false;
      turns += 1;
      const turn = turns;
      const exchanged = exchange().then(
        () => true,
        () => false,
      );
      const inTime = await Promise.race([exchanged, clock.sleep(PUBLISH_MS).catch(() => {})]);
      if (inTime === true) await settle(turn).catch(() => {});
      else void exchanged.then(deps.onPublishedLate);
      await lease.release();
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  const hold = <T>(terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T> => {
    const held = holdOnce(terms, work);
    last = held.catch(() => {});
    return held;
  };

  return {
    hold,
    /** Resolves when the newest hold has ended and its lease is released, or could not be. Never rejects. */
    over: (): Promise<unknown> => last,
    /**
     * Notes that purchases of this computer may be unpublished. Call it when the database says so. It may be an older
     * copy.
     */
    doubt: () => {
      isNoted = true;
    },
    /** Returns a number that changes whenever a hold begins or ends. Read it before an exchange, for `settle`. */
    turn: () => turns,
    /**
     * Removes the note that purchases of this computer are unpublished. Call it after an exchange, which has published
     * everything that was bought before `turn`. Returns whether the note was there, so that others may have found it.
     */
    settle,
  };
};
