import type { CommonDeps } from '#core/context.ts';
import type { ChargeHold, HoldTerms } from '#core/money/purchases/buying.ts';
import { adoptPurchases } from '#core/money/purchases/colleagues.ts';
import { nameOfSetter, rightsOf } from '#core/money/rights/computer-rights.ts';
import { createThrottle } from '#core/platform/async/throttle.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { type DeskKey, type KeyRing, publicTextOf, wrapKey } from '#core/sync/crypto/keys.ts';
import type { MemberSecret } from '#core/sync/crypto/member-secret.ts';
import { changesByHand } from '#core/sync/model/changed-by.ts';
import { countConflicts } from '#core/sync/model/conflicts.ts';
import type { News } from '#core/sync/model/doc-kind.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { computerMark, computerMarkOf, createTimestamps, type Timestamp, timeOf } from '#core/sync/model/timestamps.ts';
import type { Role, SharedStore } from '#core/sync/store/shared-store.ts';
import type { SharedChange, SharedDeskState, SharedKind, SharedRole } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import { isSameHead } from './chain.ts';
import { assertUnguarded, createChargeHold, holding } from './charge-hold.ts';
import { createCompaction } from './compaction.ts';
import { type ComputerEntry, createComputers } from './computers.ts';
import { assertMayCharge, isMemberUnguarded, sharedRoleOf, sharedRolesOf, shownStatus } from './member-connection.ts';
import { createMemberExchange } from './member-exchange.ts';
import { createMemberPresence } from './member-presence.ts';
import { createMemberState, isAnnouncementDue } from './member-state.ts';
import { viewMember } from './member-view.ts';
import { findMembership, type Membership, renameOwnComputer } from './membership.ts';
import { createSync } from './sync.ts';
import { type HashToken, isTokenKnown } from './whose-books.ts';

interface MemberDeps extends CommonDeps<'db' | 'clock' | 'logger'> {
  readonly news: News;
  readonly membership: Membership;
  readonly secret: MemberSecret;
  readonly keep: (secret: MemberSecret) => Promise<void>;
  readonly hashToken: HashToken;
  /** The totals that were last read from the service with this computer's token. */
  readonly sums: () => ComputerEntry['sums'];
  readonly openStore: (onTime: (serverMs: number) => void, onChange: () => void) => SharedStore;
  readonly where: { readonly host: string; readonly port: number; readonly database: string };
  /** Returns whether this computer could perform the task for the whole desk now. */
  readonly wants: (role: Role) => boolean;
  /** Called when the state of the member has changed. */
  readonly onChange: () => void;
}

type Shared = Exclude<SharedDeskState, { readonly status: 'none' }>;

const HEARTBEAT_MS = 90_000;
/** The list of computers is read with every fourth heartbeat: an idle computer asks the database less than once a minute. */
const HEARTBEATS_PER_LIST = 4;
const LEAVE_MS = 5_000;
/** A slow connection to the database needs some seconds. */
const ANNOUNCE_MS = 10_000;

export type Member = ReturnType<typeof openMember>;

/** Opens this computer's part in the shared desk of one account, which works until it is closed. */
export const openMember = (deps: MemberDeps) => {
  const { db, clock, logger, membership, news, onChange } = deps;
  const { accountId, deskId, computerId } = membership;
  const closing = new AbortController();
  const { signal } = closing;
  const throttle = createThrottle(clock, 200);
  const identity = { deskId, computerId, privateKey: deps.secret.privateKey };
  let secret = deps.secret;
  let progress: Shared['progress'] = null;

  const ring = (): KeyRing => secret.keys;
  const keepKeys = async (keys: KeyRing): Promise<void> => {
    secret = { ...secret, keys };
    await deps.keep(secret);
  };
  const current = (): Membership | null => findMembership(db, accountId);

  const time = createSharedTime(clock);
  const timestamps = createTimestamps(time, computerId, membership.lastTimestamp);
  const docs = createSharedDocs(db, {
    accountId,
    timestamps,
    kinds: KINDS,
    time,
    uptime: () => uptimeOf(clock),
    // The log contains neither the record nor the message of SQLite, which may quote it.
    onUnwritten: (kind, error) =>
      logger.error('a shared thing could not be written', {
        kind,
        error: error instanceof Error ? error.name : 'unknown',
      }),
  });

  const store = deps.openStore(time.hear, () => {
    state.now();
    onChange();
    if (store.wakes() === 'offline') return;
    // While this computer was cut off, others may have come and gone.
    presence.markListOutdated();
    exchanges.tryExchange();
  });
  const state = createMemberState(store);
  const computers = createComputers({ db, accountId, deskId, computerId, store, ring });
  const wrapKeyFor = (key: DeskKey, without: readonly string[]): readonly Uint8Array[] =>
    computers
      .all()
      .filter(({ id }) => !without.includes(id))
      .map(({ id, publicKey }) => wrapKey(key, identity, { id, publicKey }));

  const sync = createSync({
    db,
    accountId,
    deskId,
    store,
    docs,
    timestamps,
    news,
    wrapKeyFor,
    closing: signal,
    keys: { ring, keep: keepKeys },
    reader: { ...identity, publicKeyOf: computers.publicKeyOf },
    learn: computers.learn,
    seenComputers: () => computers.acquaintances().map(({ id }) => id),
    onProgress: (now) => {
      progress = now;
      throttle.attempt(onChange);
    },
    onRestored: () => state.record({ event: 'store-restored', at: clock.now() }),
    onAnnounced: () => presence.markListOutdated(),
  });

  const connected = { store, computers, computerId, state };

  const presence = createMemberPresence({
    db,
    clock,
    membership,
    store,
    computers,
    state,
    sync,
    ring,
    onChange,
    publicKey: publicTextOf(identity.privateKey),
    hashToken: deps.hashToken,
    sums: deps.sums,
    wants: deps.wants,
    onUnpublished: () => {
      charges.doubt();
      exchanges.tryExchange();
    },
  });

  const compaction = createCompaction({
    db,
    deskId,
    store,
    docs,
    sync,
    clock,
    logger,
    ring,
    closing: signal,
    members: () => ({ removed: current()?.removed ?? [], computers: computers.acquaintances() }),
    wrapKeyFor: (key) => wrapKeyFor(key, []),
  });

  const charges = createChargeHold({
    store,
    clock,
    // A payment does not wait until the lines of lists are exchanged.
    exchange: () => (isAnnouncementDue(state.now()) ? exchanges.exchange() : sync.exchangeSmall()),
    publish: sync.publish,
    nameOf: (id) => computers.nameOf(computerMark(id)),
    isRemoved: computers.isRemoved,
    onBrokenOff: presence.refreshPresence,
    onPublishedLate: () => exchanges.tryExchange(),
    onRefused: (failure) => {
      if (signal.aborted) return;
      state.record({ event: 'exchange-failed', failure });
      onChange();
    },
  });

  const exchanges = createMemberExchange({
    store,
    docs,
    state,
    sync,
    presence,
    compaction,
    charges,
    clock,
    logger,
    onChange,
    closing: signal,
  });

  const viewed = {
    store,
    computers,
    computerId,
    clock,
    state,
    ownName: () => current()?.computer ?? '',
    aside: docs.aside.sums,
    rightsOf: (id: string) => {
      const found = rightsOf(db, accountId, id);
      return found === undefined ? null : { ...found, setBy: nameOfSetter(db, accountId, found.setBy) };
    },
  };

  const keepHeartbeat = async (): Promise<void> => {
    for (let heartbeats = 1; !signal.aborted; heartbeats += 1) {
      await clock.sleep(HEARTBEAT_MS, signal);
      if (store.wakes() === 'offline') continue;
      const newest = await presence.sendHeartbeat().catch(() => null);
      // Finds local changes that nothing announced. An error, such as a full disk, must not end the heartbeat.
      await exchanges.sendLocalChanges().catch(() => {});
      // Replaces a notification of the database that was lost.
      if (newest === null || !isSameHead(newest, current()?.head ?? newest)) exchanges.tryExchange();
      if (heartbeats % HEARTBEATS_PER_LIST === 0 || computers.awaited().length > 0)
        await presence.refreshPresence().catch(() => {});
    }
  };

  const stopListening = store.onWake(exchanges.tryExchange);
  void keepHeartbeat().catch(() => {});
  exchanges.tryExchange();

  const whoseMark = (mark: string): string | null =>
    mark === computerMark(computerId) ? null : computers.nameOf(mark);

  return {
    state: (): Shared => ({
      ...viewMember(viewed),
      status: shownStatus(state),
      name: current()?.name ?? '',
      store: deps.where,
      wakes: store.wakes(),
      roles: sharedRolesOf(connected),
      unpublished: exchanges.countUnpublished(),
      lost: countConflicts(db, accountId),
      clockMs: time.difference(),
      progress,
      asOf: state.now().asOf,
      restoredAt: state.now().restoredAt,
      hasClone: store.cloneState() === 'found',
    }),
    soon: exchanges.sendSoon,
    roleOf: (name: Role): SharedRole => sharedRoleOf(connected, name),
    /** Requests the tasks that this computer could perform for all, and learns who has them. Never rejects. */
    claim: async (): Promise<void> => {
      if (store.wakes() !== 'offline') await presence.sendHeartbeat().catch(() => {});
    },
    exchange: exchanges.exchange,
    isUnguarded: (): boolean => isMemberUnguarded(connected, docs.aside.hidesMoney),
    hold: async <T>(terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T> => {
      if (!terms.mayBeUnguarded) assertMayCharge(connected);
      if (shownStatus(state) !== 'stopped') return charges.hold(terms, work);
      assertUnguarded(terms.mayBeUnguarded);
      return work(holding(false));
    },
    /** Tries to connect, and to exchange, now. Resolves when that has ended, successfully or not. Never rejects. */
    retry: async (): Promise<void> => {
      await store.retry();
      if (store.wakes() === 'offline') return;
      await presence.sendHeartbeat().catch(() => {});
      await exchanges.exchange().catch(() => {});
      await presence.refreshPresence().catch(() => {});
    },
    /** Publishes everything on this computer, so that it is merged with what the desk has. */
    publishAll: (): void => {
      docs.publishAll();
      exchanges.sendSoon();
    },
    /** Returns whether another machine takes part as this very computer. */
    hasClone: (): boolean => store.cloneState() === 'found',
    /** Publishes what waits as this computer, and leaves its identity to the clone. Throws as `exchange` does. */
    leaveToClone: async (): Promise<void> => {
      await exchanges.exchange();
      await store.leaveToClone();
    },
    rename: async (name: string): Promise<void> => {
      renameOwnComputer(db, accountId, name);
      await presence.announcePresence();
      await sync.announce();
    },
    removeComputer: async (gone: string): Promise<void> => {
      await presence.refreshPresence();
      await sync.renewKey([gone]);
      await store.removeComputer(gone);
      adoptPurchases(db, accountId, computerMark(gone), uptimeOf(clock));
      await presence.announcePresence();
      void compaction.now();
    },
    /** Returns the name of the computer that gave a timestamp: `null` for this one, '' if it is unknown. */
    whose: (timestamp: Timestamp): string | null => whoseMark(computerMarkOf(timestamp)),
    /** See `sharedDesk.changes`. */
    changes: (kind: SharedKind, localIds: readonly number[]): readonly SharedChange[] => {
      // Includes the changes that were made here a moment ago.
      while (docs.timestampChanges('small'));
      return changesByHand(db, accountId, { kind, localIds, own: computerMark(computerId) }).map(
        ({ timestamp, by, ...change }) => ({
          ...change,
          at: timeOf(timestamp),
          computer: whoseMark(by ?? computerMarkOf(timestamp)),
        }),
      );
    },
    /** Returns whether another computer of the desk has this token. */
    knowsToken: (hash: HashToken): Promise<boolean> => isTokenKnown(computers.tokenMarks(), secret.keys, hash),
    /** Announces this computer again, because the others may know it by another token. */
    announceAgain: (): void => {
      if (signal.aborted) return;
      state.record({ event: 'entry-outdated' });
      if (store.wakes() !== 'offline') exchanges.tryExchange();
    },
    /**
     * Waits until the database has the entry of this computer, as far as that is possible soon. Without it, a computer that
     * is invited could not recognise the token of this one. Never rejects.
     */
    announced: async (): Promise<void> => {
      if (!isAnnouncementDue(state.now())) return;
      await Promise.race([exchanges.exchange(), clock.sleep(ANNOUNCE_MS, signal)]).catch(() => {});
    },
    /** Sends what waits if that is possible soon, and takes this computer off the list of the others. Never rejects. */
    leave: async (): Promise<void> => {
      // The lease of a purchase that has just ended would keep the others from paying for two minutes.
      const farewell = charges
        .over()
        .then(exchanges.exchange)
        .then(() => store.removeComputer(computerId))
        .then(sync.announce);
      await Promise.race([farewell, clock.sleep(LEAVE_MS, signal)]).catch(() => {});
    },
    close: (): void => {
      if (signal.aborted) return;
      stopListening();
      state.record({ event: 'closed' });
      closing.abort(new DeskError('cancelled', 'The desk is closing.'));
      store.close();
    },
  };
};
