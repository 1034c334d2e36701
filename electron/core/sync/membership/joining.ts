import { randomInt, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { toReadError } from '#core/platform/files/file-error.ts';
import { newKeyStrength } from '#core/platform/secrets/derive-key.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { BooksVerdict } from '#core/service/account/other-books.ts';
import { type Invitation, makeInvitation, openInvitation, parseInvitation } from '#core/sync/crypto/invitation.ts';
import { MAX_INVITATION_TEXT } from '#core/sync/crypto/invitation-text.ts';
import { makeIdentity } from '#core/sync/crypto/keys.ts';
import type { MemberSecret, MemberSecrets } from '#core/sync/crypto/member-secret.ts';
import { CLIENT_KIND } from '#core/sync/model/kinds.ts';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { findMembership } from './membership.ts';
import type { SharedDeskOrders } from './orders.ts';
import { computersThere, namesHere, namesThere } from './read-ahead.ts';
import { notShared } from './shared-desk-errors.ts';
import { problemsOfNames, refuse, refuseTaken, tidyName } from './typed-names.ts';
import { createClientsThere, type HashToken, judgeJoining, ownMark } from './whose-books.ts';
import { withStore } from './with-store.ts';

interface JoiningDeps
  extends CommonDeps<
    'db' | 'clock' | 'logger' | 'session' | 'dialogs' | 'desktop' | 'partials' | 'language' | 'scryptRounds'
  > {
  readonly secrets: MemberSecrets;
  readonly baseUrlOf: (accountId: string) => string;
  /** See `HashToken`. */
  readonly hashToken: (accountId: string, key: Uint8Array) => Promise<string | null>;
  readonly orders: SharedDeskOrders;
  /** Waits until this computer is on the list of the shared desk, as far as that is possible soon. Never rejects. */
  readonly announced: (accountId: string) => Promise<void>;
  /** Throws if the desk of the account is shared already. */
  readonly refuseShared: (accountId: string) => void;
  /** Makes this computer a member. `bring` writes what must be there before anything is published to the others. */
  readonly become: (
    accountId: string,
    names: { readonly name: string; readonly computer: string },
    secret: MemberSecret,
    bring: () => void,
  ) => Promise<void>;
}

const FILTER = { name: 'Reseller Desk', extensions: ['txt'] } as const;

/**
 * Creates the handlers of invitations: one computer makes an invitation, and another one opens it and joins the desk.
 */
export const createJoining = (
  deps: JoiningDeps,
): Pick<
  FeatureHandlers<'sharedDesk'>,
  | 'sharedDesk.copyInvitation'
  | 'sharedDesk.saveInvitation'
  | 'sharedDesk.chooseInvitation'
  | 'sharedDesk.openInvitation'
  | 'sharedDesk.join'
> => {
  const { db, clock, session, dialogs, partials, secrets, refuseShared, become } = deps;
  /** The desk that the last opened invitation offers to join. */
  let offered: {
    readonly offerId: number;
    readonly accountId: string;
    readonly invitation: Invitation;
    readonly computers: readonly string[];
    readonly verdict: BooksVerdict;
    /** The mark of the account's token when the invitation was opened. */
    readonly mark: string;
  } | null = null;

  const invitationOf = async (passphrase: string, repeated: string) => {
    const accountId = session.accountId();
    const membership = findMembership(db, accountId);
    const secret = await secrets.read(accountId);
    if (membership === null || secret === null) throw notShared();
    await deps.announced(accountId);
    const { connection, deskId, keys } = secret;
    const { name: deskName, computer: invitedBy } = membership;
    const invitation = { connection, deskId, keys, baseUrl: deps.baseUrlOf(accountId), deskName, invitedBy };
    const how = { now: clock.now(), language: deps.language(), strength: newKeyStrength(deps) };
    return makeInvitation(invitation, { passphrase, repeated }, how);
  };

  /**
   * Reads the clients and computers of the desk that an invitation is for. Throws `invitation-outdated` if the desk has
   * another key now.
   */
  const onDesk = ({ connection, deskId, keys }: Invitation) =>
    withStore(deps, { connection, deskId }, async (store) => {
      const goods = createClientsThere(clock.now());
      try {
        const clients = await namesThere(store, { deskId, keys, kind: CLIENT_KIND }, goods.see);
        return { ...clients, goods: goods.known(), computers: await computersThere(store, { deskId, keys }) };
      } catch (error) {
        if (!(error instanceof DeskError) || error.details?.code !== 'key-unknown') throw error;
        throw new DeskError('shared-desk', 'The desk has another key now.', { code: 'invitation-outdated' });
      }
    });

  return {
    'sharedDesk.copyInvitation': async ({ passphrase, repeated }) => {
      const { text, until } = await invitationOf(passphrase, repeated);
      deps.desktop.writeClipboard(text, { secret: true });
      return { validUntil: until };
    },
    'sharedDesk.saveInvitation': async ({ passphrase, repeated }) => {
      const { text, until } = await invitationOf(passphrase, repeated);
      const words = textsIn(deps.language());
      const path = await dialogs.saveFile({
        title: words('sharedDesk:invitation.save'),
        suggestedName: `${words('sharedDesk:invitation.file')}-${localDate(clock.now())}.txt`,
        filters: [FILTER],
      });
      if (path === null) return null;
      const written = await writeFileAtomically(path, [Buffer.from(text)], { partials });
      return { fileName: basename(written.path), validUntil: until };
    },
    'sharedDesk.chooseInvitation': async () => {
      const title = textsIn(deps.language())('sharedDesk:invitation.open');
      const path = await dialogs.openFile({ title, filters: [FILTER] });
      if (path === null) return null;
      return { fileName: basename(path), text: await smallText(path) };
    },
    'sharedDesk.openInvitation': async ({ text, passphrase }) => {
      const accountId = session.accountId();
      refuseShared(accountId);
      const invitation = await openInvitation(parseInvitation(text), passphrase, clock.now());
      if (invitation.baseUrl !== deps.baseUrlOf(accountId))
        throw new DeskError('shared-desk', 'The invitation is for an account at another address of the service.', {
          code: 'invitation-other-service',
          params: { address: invitation.baseUrl },
        });
      const here = await namesHere(db, accountId, CLIENT_KIND);
      const { there, removed, computers, goods } = await onDesk(invitation);
      const { keys: ring } = invitation;
      const hash: HashToken = (key) => deps.hashToken(accountId, key);
      const mark = await ownMark(ring, hash);
      const service = { hash, api: () => session.api(accountId) };
      const whose = await judgeJoining({ ring, computers, clients: goods }, service);
      const countIn = (names: ReadonlySet<string>): number => [...here].filter((uid) => names.has(uid)).length;
      const both = countIn(there);
      const { host, port, database } = parseConnection(invitation.connection);
      const names = computers.map(({ name }) => name);
      offered = {
        offerId: randomInt(1, 2 ** 47),
        accountId,
        invitation,
        computers: names,
        verdict: whose.verdict,
        mark,
      };
      return {
        offerId: offered.offerId,
        deskName: invitation.deskName,
        invitedBy: invitation.invitedBy,
        store: { host, port, database },
        validUntil: invitation.until,
        clients: { here: here.size - both, there: there.size - both, both, back: countIn(removed) },
        orders: deps.orders.countOn(accountId),
        whose,
      };
    },
    'sharedDesk.join': async ({ offerId, computer: typed, sameReseller }) => {
      const accountId = session.accountId();
      refuseShared(accountId);
      const computer = tidyName(typed);
      refuse(problemsOfNames({ computer }));
      const { keys: ring } = offered?.invitation ?? { keys: [] };
      const mark = ring.length === 0 ? '' : await ownMark(ring, (key) => deps.hashToken(accountId, key));
      // If the account has another token by now, the findings about the former one do not count.
      if (offered?.offerId !== offerId || offered.accountId !== accountId || offered.mark !== mark)
        throw new DeskError('not-found', 'The invitation has to be opened again.', { code: 'invitation-offer-gone' });
      refuseTaken(computer, offered.computers);
      if (offered.verdict !== 'same' && sameReseller !== true) throw booksInQuestion(offered.verdict);
      const { connection, deskId, keys, deskName } = offered.invitation;
      offered = null;
      const { privateKey } = makeIdentity();
      await deps.orders.stop(accountId);
      await become(
        accountId,
        { name: deskName, computer },
        { connection, deskId, computerId: randomUUID(), keys, privateKey },
        () => deps.orders.switchOffAll(accountId, 'joined'),
      );
      return {};
    },
  };
};

const booksInQuestion = (verdict: BooksVerdict): DeskError =>
  new DeskError('conflict', 'Nothing shows that this is the same reseller, so nothing was joined.', {
    code: verdict === 'other' ? 'desk-of-other-books' : 'desk-of-unproven-books',
  });

const smallText = async (path: string): Promise<string> => {
  try {
    if ((await stat(path)).size > MAX_INVITATION_TEXT)
      throw new DeskError('shared-desk', 'It is too long to be an invitation.', { code: 'invitation-too-long' });
    return await readFile(path, 'utf8');
  } catch (error) {
    throw toReadError(error);
  }
};
