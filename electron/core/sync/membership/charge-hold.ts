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
  /** See `Sync.tell`. */
  readonly publish: () => Promise<void>;
  readonly nameOf: (computerId: string) => string;
  readonly isRemoved: (computerId: string) => boolean;
  /** Another computer broke off while it was paying, and has not told what it bought. */
  readonly onBrokenOff: () => Promise<void>;
  /** What was bought here may not be told yet. */
  readonly onPublishedLate: () => void;
}

/** Longer than the request of a charge may take, with its readings; a computer that dies holds the others up no longer. */
const LEASE_MS = 120_000;
const RENEW_MS = 40_000;
/** What must be left of it when money leaves: as long as the request of a charge may take. */
const CHARGE_MS = 60_000;
/** A purchase takes a few seconds, with what is read before and after it. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 300;
/** For telling the others, when the way to the database has just become slow. */
const PUBLISH_MS = 5_000;

const isOffline = (error: unknown): boolean => error instanceof DeskError && error.kind === 'offline';

/** Nobody is held off, which was agreed to; or nobody else shares the desk. */
export const holding = (isGuarded: boolean): ChargeHold => ({ isGuarded, assertHeld: () => {}, publish: null });

/** Throws unless the user was told beforehand that colleagues cannot be held off now, and wants it all the same. */
export const assertUnguarded = (isAgreed: boolean): void => {
  if (!isAgreed)
    throw new DeskError('conflict', 'There is no way to the shared desk any more, so nothing was sent.', {
      code: 'unguarded',
    });
};

export type ChargeHolder = ReturnType<typeof createChargeHold>;

/**
 * Keeps other computers from paying while one does: it has the desk's lease, knows all that they have bought before, and has
 * told what it is about to pay when that leaves. Without a way to the database it is done only where that was agreed to
 * (`Offer.isUnguarded`).
 */
export const createChargeHold = (deps: HoldDeps) => {
  const { store, clock, exchange, nameOf } = deps;
  const obtain = async (signal: AbortSignal): Promise<Lease | null> => {
    const since = uptimeOf(clock);
    for (;;) {
      const lease = await store.lease('charge', LEASE_MS).catch((error: unknown) => {
        // Whatever keeps the connection from being made.
        if (isOffline(error) || store.wakes() === 'offline') return null;
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
      // What was sent cannot be taken back: it goes on, and the lease ends by itself.
      await lease.renew().catch(() => false);
    }
  };

  /** Whether all is known that was bought before. Waits a little for whoever is slow to tell, unless it was agreed not to know. */
  const hearAll = async (mayBeUnguarded: boolean, signal: AbortSignal): Promise<boolean> => {
    const since = uptimeOf(clock);
    for (;;) {
      // Only what was agreed to as unguarded leaves without having been told.
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

  /** An app that died in a purchase may have left it noted. */
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

  const hold = async <T>(terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T> => {
    const { mayBeUnguarded, signal } = terms;
    const lease = await obtain(signal);
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
        // Nobody else pays now, but what they have bought before is not known.
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

  return {
    hold,
    /** The database has it that what was bought here is not told: it may be an older copy. */
    doubt: () => {
      isNoted = true;
    },
    /** Before an exchange. */
    turn: () => turns,
    /** After it, everything that was bought before that turn is told. Whether the others may have found it was not. */
    settle,
  };
};
