import type { CommonDeps } from '#core/context.ts';
import type { MemberSecret, MemberSecrets } from '#core/sync/crypto/member-secret.ts';
import { checkConnection } from '#core/sync/store/check-connection.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { storeError } from '#core/sync/store/store-error.ts';
import type { ParsedInput } from '#shared/contract/index.ts';
import { DeskError } from '#shared/result.ts';
import { findMembership, type Membership, namesOfColleagues, noteReplacedStore } from './membership.ts';
import { keyMissing, notShared } from './shared-desk-errors.ts';
import { withStore } from './with-store.ts';

interface ReconnectContext extends CommonDeps<'db' | 'clock' | 'logger' | 'session'> {
  readonly secrets: MemberSecrets;
  /** Ends this computer's part in the desk over the former connection. */
  readonly close: (accountId: string) => void;
  readonly open: (membership: Membership, secret: MemberSecret) => void;
}

/** Returns the mark of the database behind a connection. Throws `store-gone` if the desk is not in it. */
const markOfStore = (context: ReconnectContext, connection: string, deskId: string): Promise<string> =>
  withStore(context, { connection, deskId }, async (store) => {
    if ((await store.head()) === null) throw storeError('store-gone');
    return store.mark();
  });

/**
 * Returns the mark of the database in which the desk was until now; `null` if it is unknown. If this computer has not
 * been connected to it yet, asks it.
 */
const formerMark = async (
  context: ReconnectContext,
  { accountId, deskId, storeMark, isStoreReplaced }: Membership,
): Promise<string | null> => {
  if (isStoreReplaced) return null;
  if (storeMark !== null) return storeMark;
  const secret = await context.secrets.read(accountId);
  return secret === null ? null : await markOfStore(context, secret.connection, deskId).catch(() => null);
};

/** Connects to a shared desk again after its database got another password or address, or moved. */
export const reconnectDesk = async (
  context: ReconnectContext,
  { connection, anew, hasMoved }: ParsedInput<'sharedDesk.reconnect'>,
): Promise<void> => {
  const { db, clock, session, secrets } = context;
  const accountId = session.accountId();
  const found = findMembership(db, accountId);
  if (found === null) throw notShared();
  await checkConnection(connection, clock);
  if (anew) await makeDesk(connection, found.deskId);
  const isAnother = (await markOfStore(context, connection, found.deskId)) !== (await formerMark(context, found));
  const colleagues = namesOfColleagues(db, found);
  if (isAnother && !anew && hasMoved !== true && colleagues.length > 0) throw otherStore(colleagues);
  context.close(accountId);
  // The secret is read only now, because a new key may have arrived in the meantime.
  const secret = await secrets.read(accountId);
  if (secret === null) throw keyMissing();
  const other = { ...secret, connection };
  await secrets.save(accountId, other);
  if (isAnother) noteReplacedStore(db, accountId);
  const membership = findMembership(db, accountId);
  if (membership === null) throw notShared();
  context.open(membership, other);
};

const otherStore = (colleagues: readonly string[]): DeskError =>
  new DeskError('conflict', 'This is another database, and colleagues may still use the former one.', {
    code: 'store-other',
    params: { computers: colleagues.join(', ') },
  });
