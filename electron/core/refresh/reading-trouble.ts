import { DeskError } from '#shared/result.ts';

/** What a failed reading means for the run it belongs to. */
export type Trouble =
  /** Nobody can be read now. The run stops, and says why. */
  | { readonly does: 'stop'; readonly error: DeskError }
  /** The client waits on; `holdMs`: the service wants to be left alone so long. */
  | { readonly does: 'again'; readonly holdMs: number }
  /** It is not there any more. */
  | { readonly does: 'forget' }
  /** This client could not be read. `isGeneral`: the next one may well meet the same. */
  | { readonly does: 'fail'; readonly error: DeskError; readonly isGeneral: boolean };

const HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 10 * 60_000;
/** Connections break; one client that breaks them every time must not hold up all others. */
const TRIES = 3;

/** `tries`: how often this client was tried in this run, the last time included. Rethrows what is no DeskError. */
export const troubleOf = (error: unknown, tries: number): Trouble => {
  if (!(error instanceof DeskError)) throw error;
  const { kind, details } = error;
  switch (kind) {
    case 'unauthorized':
    case 'signed-out':
    case 'keychain':
    case 'storage':
      return { does: 'stop', error };
    case 'cancelled':
      return { does: 'again', holdMs: 0 };
    case 'rate-limited':
      return { does: 'again', holdMs: Math.min(details?.retryAfterMs ?? HOLD_MS, LONGEST_HOLD_MS) };
    case 'offline':
    case 'timeout':
      return tries < TRIES ? { does: 'again', holdMs: 0 } : { does: 'fail', error, isGeneral: true };
    case 'not-found':
      return details?.code === 'client' ? { does: 'forget' } : { does: 'fail', error, isGeneral: false };
    case 'server':
    case 'forbidden':
    case 'malformed':
      return { does: 'fail', error, isGeneral: true };
    default:
      return { does: 'fail', error, isGeneral: false };
  }
};
