import type { CommonDeps } from '#core/context.ts';
import { adoptPurchases } from '#core/money/purchases/colleagues.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { KeyRing } from '#core/sync/crypto/keys.ts';
import { computerMark } from '#core/sync/model/timestamps.ts';
import { type Head, ROLES, type Role, type SharedStore } from '#core/sync/store/shared-store.ts';
import type { ComputerEntry, Computers } from './computers.ts';
import { sharedRolesOf } from './member-connection.ts';
import type { MemberStateHolder } from './member-state.ts';
import { HERE_MS } from './member-view.ts';
import { findMembership, type Membership } from './membership.ts';
import type { Sync } from './sync.ts';
import { type HashToken, ownMark } from './whose-books.ts';

interface MemberPresenceDeps extends CommonDeps<'db' | 'clock'> {
  readonly membership: Membership;
  readonly store: SharedStore;
  readonly computers: Computers;
  readonly state: MemberStateHolder;
  readonly sync: Sync;
  readonly ring: () => KeyRing;
  readonly publicKey: string;
  readonly hashToken: HashToken;
  /** The totals that were last read from the service with this computer's token. */
  readonly sums: () => ComputerEntry['sums'];
  /** Returns whether this computer could perform the task for the whole desk now. */
  readonly wants: (role: Role) => boolean;
  /** Called when the database says that this computer has not published what it bought. */
  readonly onUnpublished: () => void;
  readonly onChange: () => void;
}

export type MemberPresence = ReturnType<typeof createMemberPresence>;

/** Keeps what the computers of the desk know of each other: which are there, and which tasks each performs for all. */
export const createMemberPresence = (deps: MemberPresenceDeps) => {
  const { db, clock, membership, store, computers, state, sync, onChange } = deps;
  const { accountId, computerId } = membership;
  const connected = { store, computers, computerId, state };
  /** Another computer may have come, left or changed its entry since this one read the list. */
  let isListOutdated = false;

  /** Sends a heartbeat. A computer that has not read everything, or cannot, offers to do nothing for the others. */
  const sendHeartbeat = async (): Promise<Head | null> => {
    const now = state.now();
    const isAble = now.asOf !== null && now.failure === null;
    const shown = (): string => JSON.stringify([sharedRolesOf(connected), store.cloneState()]);
    const before = shown();
    const newest = await store.heartbeat(isAble ? ROLES.filter(deps.wants) : []);
    if (shown() !== before) onChange();
    return newest;
  };

  /**
   * Takes over the open purchases of computers that are gone, whose outcome nobody else will ever find out. The remaining
   * computer with the first id does this, and not at once: if the database was restored to an older state, computers that
   * are missing in it come back soon.
   */
  const adoptPurchasesOfGone = (): void => {
    const [first] = computers
      .all()
      .map(({ id }) => id)
      .sort();
    if (first !== computerId) return;
    for (const id of computers.gone(clock.now() - HERE_MS))
      adoptPurchases(db, accountId, computerMark(id), uptimeOf(clock));
  };

  const refreshPresence = async (): Promise<void> => {
    isListOutdated = false;
    const awaited = computers.awaited().length;
    await computers.readList();
    // Another computer that has followed the desk to this database waits for a heartbeat of this one, too.
    if (computers.awaited().length < awaited) await sendHeartbeat();
    if (!computers.hasPublished()) deps.onUnpublished();
    adoptPurchasesOfGone();
    onChange();
  };

  const announcePresence = async (): Promise<void> => {
    const name = findMembership(db, accountId)?.computer ?? membership.computer;
    const tokenMark = await ownMark(deps.ring(), deps.hashToken);
    await computers.putOwnEntry({ name, publicKey: deps.publicKey, tokenMark, sums: deps.sums() }, clock.now());
    // The others read the list of computers when they receive this. They know a computer that was here before.
    const { announcement } = state.now();
    const hasRead = findMembership(db, accountId)?.head.seq !== 0;
    if (announcement === 'due-elsewhere' || (announcement === 'due' && !hasRead)) await sync.announce();
    state.record({ event: 'entry-announced' });
    await refreshPresence();
  };

  /** Finds out which database answers, and whether it is the one in which this computer last found the desk. */
  const identifyStore = async (): Promise<void> => {
    state.record({ event: 'store-asked' });
    try {
      if (await computers.identifyStore()) state.record({ event: 'store-moved' });
      state.record({ event: 'store-identified' });
    } catch (error) {
      state.record({ event: 'store-unidentified' });
      throw error;
    }
  };

  return {
    sendHeartbeat,
    refreshPresence,
    announcePresence,
    identifyStore,
    markListOutdated: (): void => {
      isListOutdated = true;
    },
    isListOutdated: (): boolean => isListOutdated,
  };
};
