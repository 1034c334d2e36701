import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import type { SharedRole } from '#shared/contract/shared-desk.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';

/**
 * The computer that carries out the standing orders. `alone`: nobody can tell whether another computer does. `unknown`:
 * this may become known soon.
 */
export type LeaseHolder = 'here' | 'elsewhere' | 'alone' | 'unknown';

/** The parts of a shared desk that standing orders need. */
export interface SharedOrders {
  /** Returns who holds the lease; this computer, if the desk is not shared. */
  readonly role: (accountId: string) => SharedRole;
  /** Asks the shared database for the lease, and who holds it. Never rejects. */
  readonly claim: (accountId: string) => Promise<void>;
  /** Sends everything that is only here, and reads everything that is only there. Throws what the exchange throws. */
  readonly exchange: (accountId: string) => Promise<void>;
}

/** An interruption of the connection is usually over by then. */
const ALONE_AFTER_MS = 2 * 60_000;

/**
 * Finds out whether this computer carries out the standing orders of the open desk
 * (docs/shared-desk.md#standing-orders).
 */
export const createLeaseWatch = ({ role, claim, exchange }: SharedOrders, clock: Clock) => {
  let aloneSince: number | null = null;
  let known: { readonly accountId: string; readonly holder: LeaseHolder } | null = null;

  const find = async (accountId: string): Promise<LeaseHolder> => {
    const first = role(accountId).is;
    if (first === 'nobody' || first === 'unknown') await claim(accountId);
    const { is } = role(accountId);
    if (is !== 'unguarded') aloneSince = null;
    switch (is) {
      case 'this':
        if (known?.accountId === accountId && known.holder === 'here') return 'here';
        // The computer that held the lease before may have bought something a moment ago.
        return exchange(accountId).then(
          () => 'here',
          () => 'unknown',
        );
      case 'other':
        return 'elsewhere';
      case 'unguarded':
        aloneSince ??= uptimeOf(clock);
        return elapsedSince(aloneSince, uptimeOf(clock)) < ALONE_AFTER_MS ? 'unknown' : 'alone';
      default:
        return 'unknown';
    }
  };

  return {
    /**
     * Finds the holder, with each check. Once it is `here`, everything that the other computers did before is known.
     */
    refresh: async (accountId: string): Promise<LeaseHolder> => {
      const holder = await find(accountId);
      known = { accountId, holder };
      return holder;
    },
    /** Returns the holder that the last check found. */
    lastKnown: (accountId: string): LeaseHolder => (known?.accountId === accountId ? known.holder : 'unknown'),
    /**
     * Returns whether this computer still holds the lease after the other computers have received everything that was
     * written here.
     */
    confirm: async (accountId: string): Promise<boolean> => {
      // The heartbeat reveals a copy of this machine that claims to be the same computer.
      await claim(accountId);
      return exchange(accountId).then(
        () => role(accountId).is === 'this',
        () => false,
      );
    },
  };
};
