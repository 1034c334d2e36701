import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Clock } from '#core/ports.ts';
import type { SharedDuty } from '#shared/contract/shared-desk.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';

/** `alone`: nobody can say whether another computer carries them out; `unknown`: that may be known soon. */
export type Carrier = 'here' | 'elsewhere' | 'alone' | 'unknown';

/** What standing orders need of a desk that is shared. */
export interface SharedOrders {
  /** Who carries them out; this computer where nothing is shared. */
  readonly duty: (accountId: string) => SharedDuty;
  /** Asks the database for it, and for whose it is. Never rejects. */
  readonly claim: (accountId: string) => Promise<void>;
  /** All that is here is there, and the other way round. Throws what the exchange throws. */
  readonly exchange: (accountId: string) => Promise<void>;
}

/** A way that is only interrupted is mostly back by then. */
const ALONE_AFTER_MS = 2 * 60_000;

/** Whether this computer carries out the standing orders of the desk that is shown (docs/shared-desk.md#standing-orders). */
export const createCarrier = ({ duty, claim, exchange }: SharedOrders, clock: Clock) => {
  let aloneSince: number | null = null;
  let current: { readonly accountId: string; readonly is: Carrier } | null = null;

  const find = async (accountId: string): Promise<Carrier> => {
    const first = duty(accountId).is;
    if (first === 'nobody' || first === 'unknown') await claim(accountId);
    const { is } = duty(accountId);
    if (is !== 'unguarded') aloneSince = null;
    switch (is) {
      case 'this':
        if (current?.accountId === accountId && current.is === 'here') return 'here';
        // Whoever had it before may have bought a moment ago.
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
    /** With each look. Once it is `here`, everything the others did before is known. */
    look: async (accountId: string): Promise<Carrier> => {
      const is = await find(accountId);
      current = { accountId, is };
      return is;
    },
    /** As the last look has found it. */
    last: (accountId: string): Carrier => (current?.accountId === accountId ? current.is : 'unknown'),
    /** Everything that was written here is known to the others now, and this computer still carries them out. */
    isAgreed: async (accountId: string): Promise<boolean> => {
      // A machine that was copied, and is there as the same computer, shows with the heartbeat.
      await claim(accountId);
      return exchange(accountId).then(
        () => duty(accountId).is === 'this',
        () => false,
      );
    },
  };
};
