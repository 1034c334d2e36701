import type { CommonDeps } from '#core/context.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import type { SharedDocs } from '#core/sync/model/shared-docs.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { DeskError } from '#shared/result.ts';
import type { ChargeHolder } from './charge-hold.ts';
import type { Compaction } from './compaction.ts';
import type { MemberPresence } from './member-presence.ts';
import { isAnnouncementDue, type MemberStateHolder } from './member-state.ts';
import type { Sync } from './sync.ts';

interface MemberExchangeDeps extends CommonDeps<'clock' | 'logger' | 'closing'> {
  readonly store: SharedStore;
  readonly docs: Pick<SharedDocs, 'timestampChanges' | 'countUnpublished'>;
  readonly state: MemberStateHolder;
  readonly sync: Pick<Sync, 'exchange' | 'announce'>;
  readonly presence: MemberPresence;
  readonly compaction: Pick<Compaction, 'soon'>;
  readonly charges: Pick<ChargeHolder, 'turn' | 'settle'>;
  readonly onChange: () => void;
}

/** How long a change waits for others of the same action, so that they leave as one message. */
const SOON_MS = 30;

export type MemberExchange = ReturnType<typeof createMemberExchange>;

/** Reads the changes of the other computers and sends those of this one, one exchange at a time. */
export const createMemberExchange = (deps: MemberExchangeDeps) => {
  const { store, docs, state, sync, presence, charges, clock, logger, closing, onChange } = deps;

  const announceIfDue = async (): Promise<void> => {
    if (isAnnouncementDue(state.now())) await presence.announcePresence();
  };

  const runSteps = async (): Promise<void> => {
    if (state.now().identity === 'unknown') await presence.identifyStore();
    await announceIfDue();
    if (!store.knowsRoles()) await presence.sendHeartbeat();
    const turn = charges.turn();
    await sync.exchange();
    // A database in an older state may lack the entry of this computer.
    await announceIfDue();
    // Other computers saw that a purchase of this one was not published yet, so they must look again.
    if (await charges.settle(turn)) await sync.announce();
    // All purchases are published, so nobody has to wait for a lease that could not be released earlier.
    await store.releaseLeft();
    if (presence.isListOutdated()) await presence.refreshPresence();
    const isFirst = state.now().asOf === null;
    state.record({ event: 'exchanged', at: clock.now() });
    if (isFirst) await presence.sendHeartbeat();
    deps.compaction.soon();
  };

  const exchangeOnce = async (): Promise<void> => {
    try {
      await runSteps();
    } catch (error) {
      if (closing.aborted) throw error;
      const failure = error instanceof DeskError ? error : new DeskError('internal', 'The exchange failed.');
      state.record({ event: 'exchange-failed', failure });
      if (!(error instanceof DeskError))
        logger.error('the shared desk could not be exchanged', {
          error: error instanceof Error ? error.name : 'unknown',
        });
      throw error;
    } finally {
      if (!closing.aborted) onChange();
    }
  };

  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const exchange = (): Promise<void> => {
    if (running === null) {
      running = exchangeOnce().finally(() => {
        running = null;
      });
      return running;
    }
    following ??= running
      .catch(() => {})
      .then(() => {
        following = null;
        return exchange();
      });
    return following;
  };

  const tryExchange = (): void => void exchange().catch(() => {});

  /** The number of waiting changes that the window shows. */
  let shownCount = 0;
  /**
   * Gives local changes their timestamps even without a connection, because they must not appear newer when it is back.
   * Exchanges only if something waits: most events of the app concern nothing that is shared.
   */
  const sendLocalChanges = async (): Promise<void> => {
    while (docs.timestampChanges()) await nextTurn();
    const unpublished = docs.countUnpublished();
    if (unpublished !== shownCount) onChange();
    if (unpublished > 0 && store.wakes() !== 'offline') tryExchange();
  };

  let isScheduled = false;
  const sendSoon = (): void => {
    if (isScheduled || closing.aborted) return;
    isScheduled = true;
    void clock
      .sleep(SOON_MS, closing)
      .then(() => {
        isScheduled = false;
        return sendLocalChanges();
      })
      .catch(() => {});
  };

  return {
    /**
     * Reads what is new and sends what waits, until neither is left. A call during an exchange waits for the next one,
     * which includes everything written before the call. Throws as `Sync.exchange` does.
     */
    exchange,
    /** Starts an exchange without waiting for it. Its failure is part of the member's state. */
    tryExchange,
    sendLocalChanges,
    /** Sends local changes soon, if there are any. */
    sendSoon,
    /** Returns the number of local changes that wait. */
    countUnpublished: (): number => {
      shownCount = docs.countUnpublished();
      return shownCount;
    },
  };
};
