import type { CommonDeps } from '#core/context.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import type { MemberSecret, MemberSecrets } from '#core/sync/crypto/member-secret.ts';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { openStore } from '#core/sync/store/open-store.ts';
import type { SharedDeskState, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import type { Memberships } from './membership.ts';

interface StraysDeps extends CommonDeps<'clock' | 'logger'> {
  readonly memberships: Memberships;
  readonly secrets: MemberSecrets;
  readonly onFound: (accountId: string) => void;
}

const LEAVE_MS = 5_000;

export const UNGUARDED: SharedRole = { is: 'unguarded', computer: '' };

/**
 * Accounts of which the keychain has the key of a shared desk and the database knows nothing: it is a copy of before the
 * desk was shared. Colleagues go on, and what they buy is not heard of here, until the user leaves the desk for good.
 */
export const createStrays = ({ memberships, secrets, clock, logger, onFound }: StraysDeps) => {
  /** `null`: there is no such key. */
  const known = new Map<string, MemberSecret | null>();
  const isMember = (accountId: string): boolean => memberships.find(accountId) !== null;

  const find = async (accountId: string): Promise<MemberSecret | null> => {
    const found = known.get(accountId);
    if (found !== undefined || isMember(accountId)) return found ?? null;
    const secret = await secrets.read(accountId);
    // It may have been made or joined meanwhile.
    if (isMember(accountId)) return null;
    known.set(accountId, secret);
    if (secret !== null) onFound(accountId);
    return secret;
  };

  return {
    /** Asks the keychain once. Whether there is such a key. */
    find: async (accountId: string): Promise<boolean> => (await find(accountId)) !== null,
    isKnown: (accountId: string): boolean => known.has(accountId),
    is: (accountId: string): boolean => (known.get(accountId) ?? null) !== null && !isMember(accountId),
    /** `null`: it is none. */
    state: (accountId: string): SharedDeskState | null => {
      const secret = known.get(accountId) ?? null;
      if (secret === null || isMember(accountId)) return null;
      const { host, port, database } = parseConnection(secret.connection);
      const problem = new DeskError('shared-desk', 'The data is a copy of before the desk was shared.', {
        code: 'copy-of-before',
      });
      return {
        status: 'stopped',
        name: database,
        problem: toKeptError(problem),
        store: { host, port, database },
        wakes: 'offline',
        computers: [],
        unsent: 0,
        lost: 0,
        progress: null,
        asOf: null,
        restoredAt: null,
        aside: [],
        clockMs: null,
        hasClone: false,
        roles: { refresh: UNGUARDED, standing: UNGUARDED },
      };
    },
    /** The key goes, and the others no longer see the computer that this one was, if they can be told soon. */
    forget: async (accountId: string): Promise<void> => {
      const secret = await find(accountId);
      if (secret === null) return;
      const { connection, deskId, computerId } = secret;
      const store = openStore({ connection, deskId, computerId, clock, logger, onChange: () => {} });
      await Promise.race([store.removeComputer(computerId), clock.sleep(LEAVE_MS)]).catch(() => {});
      store.close();
      await secrets.forget(accountId);
      known.set(accountId, null);
    },
  };
};
