import type { CommonDeps } from '#core/context.ts';
import type { ChargeHold, HoldTerms } from '#core/money/purchases/buying.ts';
import { adoptPurchases } from '#core/money/purchases/colleagues.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { createThrottle } from '#core/platform/async/throttle.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import { type DeskKey, publicTextOf, sealKey } from '#core/sync/crypto/keys.ts';
import type { MemberSecret } from '#core/sync/crypto/member-secret.ts';
import { changesByHand } from '#core/sync/model/changed-by.ts';
import { createConflicts } from '#core/sync/model/conflicts.ts';
import type { News } from '#core/sync/model/doc-kind.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { computerMark, computerMarkOf, createStamps, type Stamp, timeOf } from '#core/sync/model/stamps.ts';
import { DUTIES, type Duty, type Head, type SharedStore } from '#core/sync/store/place.ts';
import type { SharedChange, SharedDeskState, SharedKind } from '#shared/contract/shared-desk.ts';
import { DeskError } from '#shared/result.ts';
import { isSameHead } from './chain.ts';
import { assertUnguarded, createChargeHold, holding } from './charge-hold.ts';
import { createCompaction } from './compaction.ts';
import { createComputers, type Introduction } from './computers.ts';
import { createMemberConnection } from './member-connection.ts';
import { createMemberView, HERE_MS } from './member-view.ts';
import type { Membership, Memberships } from './membership.ts';
import { createSync } from './sync.ts';
import { type HashToken, isTokenKnown, ownMark } from './whose-books.ts';

interface MemberDeps extends CommonDeps<'db' | 'clock' | 'logger'> {
  readonly news: News;
  readonly membership: Membership;
  readonly memberships: Memberships;
  readonly secret: MemberSecret;
  readonly keep: (secret: MemberSecret) => Promise<void>;
  readonly hashToken: HashToken;
  /** As last read of the service with its token. */
  readonly sums: () => Introduction['sums'];
  readonly openPlace: (onTime: (serverMs: number) => void, onChange: () => void) => SharedStore;
  readonly where: Where;
  /** Whether this computer could do it for all now. */
  readonly wants: (duty: Duty) => boolean;
  /** Something of its state has changed. */
  readonly onChange: () => void;
}

interface Where {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

type Shared = Exclude<SharedDeskState, { readonly status: 'none' }>;

/** One action writes several things. */
const SOON_MS = 30;
const HEARTBEAT_MS = 90_000;
/** Who is there is asked with every fourth heartbeat: an idle computer asks the database less than once a minute. */
const HEARTBEATS_PER_LOOK = 4;
const LEAVE_MS = 5_000;

export type Member = ReturnType<typeof openMember>;

/** This computer's part in the shared desk of one account, for as long as it is open. */
export const openMember = (deps: MemberDeps) => {
  const { db, clock, logger, memberships, membership, onChange } = deps;
  const { accountId, deskId, computerId } = membership;
  const closing = new AbortController();
  const throttle = createThrottle(clock, 200);
  let secret = deps.secret;
  let { computer: ownName } = membership;
  const publicKey = publicTextOf(secret.privateKey);
  let problem: DeskError | null = null;
  let asOf: number | null = null;
  let restoredAt: number | null = null;
  let progress: Shared['progress'] = null;

  const time = createSharedTime(clock);
  const stamps = createStamps(time, computerId, membership.lastStamp);
  const conflicts = createConflicts(db, accountId);
  const docs = createSharedDocs(db, {
    ...{ accountId, stamps, kinds: KINDS, time, uptime: () => uptimeOf(clock) },
    // Neither what it says nor why: a message of SQLite may hold it.
    onUnwritten: (kind, error) =>
      logger.error('a shared thing could not be written', {
        kind,
        error: error instanceof Error ? error.name : 'unknown',
      }),
  });
  let isNewsOfComputers = false;
  /** Whether it is known which database this is, since the connection was made. */
  let isPlaceKnown = false;
  /** The colleagues that are here do not know yet that this computer has come to this database. */
  let isNewHere = false;
  const place = deps.openPlace(time.hear, () => {
    onChange();
    if (place.wakes() === 'offline') {
      isPlaceKnown = false;
      return;
    }
    // Who was here before it was cut off may not be any more, and the others know no better.
    isNewsOfComputers = true;
    tried();
  });
  const computers = createComputers({
    ...{ db, accountId, deskId, computerId, memberships, place },
    ring: () => secret.keys,
  });
  const writer = { deskId, computerId, privateKey: secret.privateKey };
  const envelopesOf = (key: DeskKey, without: readonly string[]): readonly Uint8Array[] =>
    computers
      .all()
      .filter(({ id }) => !without.includes(id))
      .map(({ id, publicKey }) => sealKey(key, writer, { id, publicKey }));
  const sync = createSync({
    ...{ db, accountId, deskId, memberships, place, docs, stamps, news: deps.news, closing: closing.signal },
    keys: {
      ring: () => secret.keys,
      keep: async (keys) => {
        secret = { ...secret, keys };
        await deps.keep(secret);
      },
    },
    reader: { ...writer, publicKeyOf: computers.publicKeyOf },
    envelopesOf,
    learn: computers.learn,
    seenComputers: () => computers.acquaintances().map(({ id }) => id),
    onProgress: (now) => {
      progress = now;
      throttle.attempt(onChange);
    },
    onRestored: () => {
      restoredAt = clock.now();
      // It may be from before this computer was there.
      isIntroduced = false;
    },
    onAnnounced: () => {
      isNewsOfComputers = true;
    },
  });

  const compaction = createCompaction({
    ...{ db, deskId, place, docs, sync, clock, logger, closing: closing.signal },
    ring: () => secret.keys,
    members: () => ({ removed: memberships.find(accountId)?.removed ?? [], computers: computers.acquaintances() }),
    envelopesOf: (key) => envelopesOf(key, []),
  });

  const refreshPresence = async (): Promise<void> => {
    isNewsOfComputers = false;
    const awaited = computers.awaited().length;
    await computers.look();
    // Whoever has come to this database awaits this computer just so.
    if (computers.awaited().length < awaited) await showPresence();
    if (!computers.hasTold()) {
      held.doubt();
      tried();
    }
    adoptOfGone();
    onChange();
  };

  /**
   * One computer takes over what nobody else will ever find out: of those that are left the one with the first id. Not at
   * once: where the database was put back to an older state, whoever is missing in it comes back soon.
   */
  const adoptOfGone = (): void => {
    const [first] = computers
      .all()
      .map(({ id }) => id)
      .sort();
    if (first !== computerId) return;
    for (const id of computers.gone(clock.now() - HERE_MS))
      adoptPurchases(db, accountId, computerMark(id), uptimeOf(clock));
  };

  let isIntroduced = false;
  const announcePresence = async (): Promise<void> => {
    const said = { tokenMark: await ownMark(secret.keys, deps.hashToken), sums: deps.sums() };
    await computers.introduce({ name: ownName, publicKey, ...said }, clock.now());
    // Others ask who is there when they are told; a computer that was here yesterday is known.
    if (!isIntroduced && (isNewHere || memberships.find(accountId)?.head.seq === 0)) await sync.announce();
    isNewHere = false;
    isIntroduced = true;
    await refreshPresence();
  };

  /** Whoever has not read everything, or cannot, does nothing for others. */
  const showPresence = async (): Promise<Head | null> => {
    const isAble = asOf !== null && problem === null;
    const shown = (): string => JSON.stringify([duties(), place.twin()]);
    const before = shown();
    const newest = await place.heartbeat(isAble ? DUTIES.filter(deps.wants) : []);
    if (shown() !== before) onChange();
    return newest;
  };

  const learnPlace = async (): Promise<void> => {
    isPlaceKnown = true;
    try {
      if (await computers.learnPlace()) isNewHere = true;
    } catch (error) {
      isPlaceKnown = false;
      throw error;
    }
  };

  const exchangeOnce = async (): Promise<void> => {
    try {
      if (!isPlaceKnown) await learnPlace();
      if (!isIntroduced) await announcePresence();
      if (!place.knowsDuties()) await showPresence();
      const turn = held.turn();
      await sync.exchange();
      if (!isIntroduced) await announcePresence();
      // The others found that it was not told what was bought here: now they look again.
      if (await held.settle(turn)) await sync.announce();
      // What was bought is told, so nobody waits for the turn that could not be let go of any more.
      await place.releaseLeft();
      if (isNewsOfComputers) await refreshPresence();
      problem = null;
      const isFirst = asOf === null;
      asOf = clock.now();
      if (isFirst) await showPresence();
      compaction.soon();
    } catch (error) {
      if (closing.signal.aborted) throw error;
      problem = error instanceof DeskError ? error : new DeskError('internal', 'The exchange failed.');
      if (!(error instanceof DeskError))
        logger.error('the shared desk could not be exchanged', {
          error: error instanceof Error ? error.name : 'unknown',
        });
      throw error;
    } finally {
      if (!closing.signal.aborted) onChange();
    }
  };

  /** One at a time; whoever comes meanwhile waits for the next one, which has what they wrote. */
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  /** Reads what is new and sends what waits, until neither is left. Throws as `Sync.exchange` does. */
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
  const tried = (): void => void exchange().catch(() => {});

  /**
   * What is written without the database is as old as it is then, not as when the database is back. Nobody is asked when
   * nothing was: most of what happens in the app is nothing that is shared.
   */
  let shownUnsent = 0;
  const send = async (): Promise<void> => {
    while (docs.stampChanges()) await nextTurn();
    const unsent = docs.unsent();
    if (unsent !== shownUnsent) onChange();
    if (unsent > 0 && place.wakes() !== 'offline') tried();
  };

  let isSoon = false;
  /** Something may have changed here: if so, it is sent soon. */
  const soon = (): void => {
    if (isSoon || closing.signal.aborted) return;
    isSoon = true;
    void clock
      .sleep(SOON_MS, closing.signal)
      .then(() => {
        isSoon = false;
        return send();
      })
      .catch(() => {});
  };

  const heartbeat = async (): Promise<void> => {
    for (let heartbeats = 1; !closing.signal.aborted; heartbeats += 1) {
      await clock.sleep(HEARTBEAT_MS, closing.signal);
      if (place.wakes() === 'offline') continue;
      const newest = await showPresence().catch(() => null);
      // What was changed without a word, and what a lost notification would have told. A full disk ends no heartbeat.
      await send().catch(() => {});
      if (newest === null || !isSameHead(newest, memberships.find(accountId)?.head ?? newest)) tried();
      if (heartbeats % HEARTBEATS_PER_LOOK === 0 || computers.awaited().length > 0)
        await refreshPresence().catch(() => {});
    }
  };

  const stopListening = place.onWake(tried);
  void heartbeat().catch(() => {});
  tried();

  const held = createChargeHold({
    place,
    clock,
    // Nobody waits with paying for the lines of lists.
    exchange: () => (isIntroduced ? sync.exchangeSmall() : exchange()),
    tell: sync.tell,
    nameOf: (id) => computers.nameOf(computerMark(id)),
    isRemoved: computers.isRemoved,
    onBrokenOff: refreshPresence,
    onToldLate: () => tried(),
  });

  const { trouble, status, isUnguarded, duty, duties } = createMemberConnection({
    ...{ place, computers, computerId, hidesMoney: docs.aside.hidesMoney },
    problem: () => problem,
    hasExchanged: () => asOf !== null,
  });
  const { computersNow, asideNow } = createMemberView({
    ...{ place, computers, computerId, clock },
    ownName: () => memberships.find(accountId)?.computer ?? '',
    aside: docs.aside.sums,
  });

  const unsentNow = (): number => {
    shownUnsent = docs.unsent();
    return shownUnsent;
  };

  const troubleNow = (): Shared['problem'] => {
    const found = trouble();
    return found === null ? null : toKeptError(found);
  };

  const whoseMark = (mark: string): string | null =>
    mark === computerMark(computerId) ? null : computers.nameOf(mark);

  return {
    state: (): Shared => ({
      status: status(),
      name: memberships.find(accountId)?.name ?? '',
      problem: troubleNow(),
      place: deps.where,
      wakes: place.wakes(),
      computers: computersNow(),
      duties: duties(),
      unsent: unsentNow(),
      lost: conflicts.count(),
      aside: asideNow(),
      clockMs: time.difference(),
      ...{ progress, asOf, restoredAt, hasTwin: place.twin() === 'found' },
    }),
    soon,
    duty,
    /** Asks now for what this computer could do for all, and whose it is. Never rejects. */
    claim: async (): Promise<void> => {
      if (place.wakes() !== 'offline') await showPresence().catch(() => {});
    },
    exchange,
    isUnguarded,
    hold: async <T>(terms: HoldTerms, work: (hold: ChargeHold) => Promise<T>): Promise<T> => {
      if (place.twin() === 'found' && !terms.mayBeUnguarded)
        throw new DeskError('conflict', 'This computer is there twice, so nothing was sent.', {
          code: 'computer-twice',
        });
      const [elsewhere] = computers.awaited();
      if (elsewhere !== undefined && !terms.mayBeUnguarded)
        throw new DeskError('conflict', 'A colleague may be on the desk in another database, so nothing was sent.', {
          code: 'colleague-elsewhere',
          params: { computer: computers.nameOf(computerMark(elsewhere)) },
        });
      if (status() !== 'stopped') return held.hold(terms, work);
      assertUnguarded(terms.mayBeUnguarded);
      return work(holding(false));
    },
    /** Tries to connect, or to exchange, now. Resolves when that has ended, well or not. Never rejects. */
    retry: async (): Promise<void> => {
      await place.retry();
      if (place.wakes() === 'offline') return;
      await showPresence().catch(() => {});
      await exchange().catch(() => {});
      await refreshPresence().catch(() => {});
    },
    /** All that is here is to be merged with what is there. */
    tellAll: (): void => {
      docs.publishAll();
      soon();
    },
    /** Whether another machine takes part as this very computer. */
    hasTwin: (): boolean => place.twin() === 'found',
    /** What is told until now is told as this computer, which is the twin's alone from then on. Throws as `exchange` does. */
    leaveTwin: async (): Promise<void> => {
      await exchange();
      await place.leaveTwin();
    },
    rename: async (name: string): Promise<void> => {
      memberships.rename(accountId, name);
      ownName = name;
      await announcePresence();
      await sync.announce();
    },
    removeComputer: async (gone: string): Promise<void> => {
      await refreshPresence();
      await sync.renewKey([gone]);
      await place.removeComputer(gone);
      adoptPurchases(db, accountId, computerMark(gone), uptimeOf(clock));
      await announcePresence();
      void compaction.now();
    },
    /** Which computer gave a stamp: `null` this one, '' one that nobody knows. */
    whose: (stamp: Stamp): string | null => whoseMark(computerMarkOf(stamp)),
    /** See `sharedDesk.changes`. */
    changes: (kind: SharedKind, localIds: readonly number[]): readonly SharedChange[] => {
      // What was changed here a moment ago is to be found as well.
      while (docs.stampChanges('small'));
      return changesByHand(db, accountId, { kind, localIds, own: computerMark(computerId) }).map(
        ({ stamp, by, ...change }) => ({
          ...change,
          at: timeOf(stamp),
          computer: whoseMark(by ?? computerMarkOf(stamp)),
        }),
      );
    },
    /** Whether one of the others has this token. */
    knowsToken: (hash: HashToken): Promise<boolean> => isTokenKnown(computers.tokenMarks(), secret.keys, hash),
    /** It may have another token now: the others are told by which they know it. */
    introduceAnew: (): void => {
      isIntroduced = false;
      if (place.wakes() !== 'offline') tried();
    },
    /** What waits is sent, as far as that can be done soon, and the others no longer see this computer. Never rejects. */
    leave: async (): Promise<void> => {
      const farewell = exchange()
        .then(() => place.removeComputer(computerId))
        .then(sync.announce);
      await Promise.race([farewell, clock.sleep(LEAVE_MS, closing.signal)]).catch(() => {});
    },
    close: (): void => {
      stopListening();
      closing.abort(new DeskError('cancelled', 'The desk is closing.'));
      place.close();
    },
  };
};
