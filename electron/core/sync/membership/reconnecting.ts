import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { MemberSecret, MemberSecrets } from '#core/sync/crypto/member-secret.ts';
import { checkConnection } from '#core/sync/store/check-connection.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { storeError } from '#core/sync/store/store-error.ts';
import { DeskError } from '#shared/result.ts';
import type { Membership, Memberships } from './membership.ts';
import { keyMissing, notShared } from './shared-desk-errors.ts';
import { withStore } from './with-store.ts';

interface ReconnectingDeps extends CommonDeps<'clock' | 'logger' | 'session'> {
  readonly memberships: Memberships;
  readonly secrets: MemberSecrets;
  /** Ends this computer's part in the desk by the former connection. */
  readonly close: (accountId: string) => void;
  readonly open: (membership: Membership, secret: MemberSecret) => void;
}

/** A mark that no database has: the next one that is found is another one than before. */
const ANOTHER = 'another';

/** The way to a shared desk whose database has another password or address, or has moved. */
export const createReconnecting = (
  deps: ReconnectingDeps,
): Pick<FeatureHandlers<'sharedDesk'>, 'sharedDesk.reconnect'> => {
  const { clock, session, memberships, secrets } = deps;

  /** Of that database. Throws `place-gone` where the desk is not in it. */
  const markOf = (connection: string, deskId: string): Promise<string> =>
    withStore(deps, { connection, deskId }, async (store) => {
      if ((await store.head()) === null) throw storeError('place-gone');
      return store.mark();
    });

  /** Of the database that the desk was in until now: asked for there where this computer has not been connected yet. '': not known. */
  const formerMark = async ({ accountId, deskId, storeMark }: Membership): Promise<string> => {
    if (storeMark !== '') return storeMark;
    const secret = await secrets.read(accountId);
    return secret === null ? '' : await markOf(secret.connection, deskId).catch(() => '');
  };

  return {
    'sharedDesk.reconnect': async ({ connection, anew, hasMoved }) => {
      const accountId = session.accountId();
      const found = memberships.find(accountId);
      if (found === null) throw notShared();
      await checkConnection(connection, clock);
      if (anew) await makeDesk(connection, found.deskId);
      const isAnother = (await markOf(connection, found.deskId)) !== (await formerMark(found));
      const colleagues = memberships.colleagues(found);
      if (isAnother && !anew && hasMoved !== true && colleagues.length > 0) throw otherStore(colleagues);
      deps.close(accountId);
      // Only now: a new key may have come meanwhile.
      const secret = await secrets.read(accountId);
      if (secret === null) throw keyMissing();
      const other = { ...secret, connection };
      await secrets.save(accountId, other);
      if (isAnother) memberships.setStoreMark(accountId, ANOTHER);
      const membership = memberships.find(accountId);
      if (membership === null) throw notShared();
      deps.open(membership, other);
      return {};
    },
  };
};

const otherStore = (colleagues: readonly string[]): DeskError =>
  new DeskError('conflict', 'It is another database, and colleagues may still use the former one.', {
    code: 'place-other',
    params: { computers: colleagues.join(', ') },
  });
