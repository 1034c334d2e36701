import type { CommonDeps } from '#core/context.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { MemberSecret, MemberSecrets } from '#core/sync/crypto/member-secret.ts';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { openStore } from '#core/sync/store/open-store.ts';
import type { SharedDeskState, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import { findMembership, noteFormerMember } from './membership.ts';
import { UNCONNECTED } from './unconnected-state.ts';

interface ForgottenMembershipsDeps extends CommonDeps<'db' | 'clock' | 'logger'> {
  readonly secrets: MemberSecrets;
  readonly onFound: (accountId: string) => void;
}

const LEAVE_MS = 5_000;

export const UNGUARDED: SharedRole = { is: 'unguarded', computer: '' };

/**
 * Finds accounts whose key of a shared desk is in the keychain although this app's data knows of no shared desk. Such
 * data is a copy from before the desk was shared. The colleagues go on buying without the knowledge of this computer,
 * so it pays unguarded until the user leaves the desk for good.
 */
export const createForgottenMemberships = ({ db, secrets, clock, logger, onFound }: ForgottenMembershipsDeps) => {
  /** The keys of the accounts that were looked up; `null` if there is none. */
  const known = new Map<string, MemberSecret | null>();
  const isMember = (accountId: string): boolean => findMembership(db, accountId) !== null;

  const find = async (accountId: string): Promise<MemberSecret | null> => {
    const found = known.get(accountId);
    if (found !== undefined || isMember(accountId)) return found ?? null;
    const secret = await secrets.read(accountId);
    // The desk may have been made or joined in the meantime.
    if (isMember(accountId)) return null;
    known.set(accountId, secret);
    if (secret !== null) onFound(accountId);
    return secret;
  };

  return {
    /** Returns whether there is such a key. Asks the keychain once. */
    find: async (accountId: string): Promise<boolean> => (await find(accountId)) !== null,
    /** Returns whether the keychain was asked about the account. */
    isKnown: (accountId: string): boolean => known.has(accountId),
    /** Returns whether there is such a key, as far as the keychain was asked. */
    has: (accountId: string): boolean => (known.get(accountId) ?? null) !== null && !isMember(accountId),
    /** Returns the state to show, or `null` if the account has no such key. */
    state: (accountId: string): SharedDeskState | null => {
      const secret = known.get(accountId) ?? null;
      if (secret === null || isMember(accountId)) return null;
      const { host, port, database } = parseConnection(secret.connection);
      const problem = new DeskError('shared-desk', 'The data is a copy from before the desk was shared.', {
        code: 'copy-of-before',
      });
      return {
        status: 'stopped',
        name: database,
        problem: toStoredError(problem),
        store: { host, port, database },
        lost: 0,
        ...UNCONNECTED,
        roles: { refresh: UNGUARDED, standing: UNGUARDED },
      };
    },
    /**
     * Takes the computer that this one was off the list of the others, if the database answers soon, and deletes the
     * key.
     */
    forget: async (accountId: string): Promise<void> => {
      const secret = await find(accountId);
      if (secret === null) return;
      const { connection, deskId, computerId } = secret;
      const store = openStore({ connection, deskId, computerId, clock, logger, onChange: () => {} });
      await Promise.race([store.removeComputer(computerId), clock.sleep(LEAVE_MS)]).catch(() => {});
      store.close();
      noteFormerMember(db, accountId, secret);
      await secrets.forget(accountId);
      known.set(accountId, null);
    },
  };
};
