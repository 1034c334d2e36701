import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { RefreshBalance } from '#core/service/account/session.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { hasSettled, SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { DeskError } from '#shared/result.ts';
import type { AccountQueue } from '../in-flight.ts';
import { type Finding, type JournalContext, writeFinding } from '../purchase-journal.ts';
import { recoverPurchases } from '../recover.ts';
import { type JudgedGoods, readGoods } from './goods.ts';
import {
  type AccountBooks,
  contradicted,
  isShownByGoods,
  isUnmovedSince,
  type Judgement,
  judge,
  needsQuotes,
  type Rise,
  riseSince,
} from './judge.ts';
import {
  balanceReadings,
  hasUnseenGoods,
  ledgerEntries,
  newestReading,
  type WatchedPurchase,
  watchedPurchases,
} from './watched-purchases.ts';

interface ResolverContext extends JournalContext, CommonDeps<'session' | 'logger' | 'closing'> {
  readonly queue: AccountQueue;
  readonly readBalance: RefreshBalance;
  /** Returns whether a purchase of the account is in flight. */
  readonly isBuying: (accountId: string) => boolean;
  /** Returns whether purchases by colleagues of the shared desk cannot arrive now. */
  readonly isUnguarded: (accountId: string) => boolean;
  /**
   * Returns whether the user is being asked if the token belongs to the same account of the service. Until then no
   * reading decides anything.
   */
  readonly isInQuestion: (accountId: string) => boolean;
  /** Called when a purchase was examined. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

/** The delay after a look that the service did not answer. */
const AGAIN_AFTER_MS = 120_000;
/** Every purchase of a run changes the total, so between them one look per minute is enough. */
const WHILE_BUYING_MS = 60_000;
/** A timer may fire slightly early by another clock than its own. */
const MARGIN_MS = 1_000;
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The times after a lost answer at which an open purchase is examined; after the last one every hour. */
const LOOKS_MS = [10, 30, 60, 120, 300, 900, 1_800, 3_600].map((seconds) => seconds * SECOND);

/**
 * Creates the resolver, which finds out the outcome of purchases whose answers were lost, by readings alone
 * (docs/money.md).
 */
export const createResolver = (context: ResolverContext) => {
  const { db, session, queue, clock, logger, closing, changed } = context;
  const running = new Map<string, Promise<readonly number[]>>();
  /** Accounts with new readings during a look. */
  const again = new Set<string>();
  /** Clients of each account whose goods were read since the last look. */
  const noted = new Map<string, Set<number>>();
  /** Stored answers that this version cannot read. */
  const unreadable = new Set<number>();
  const timers = new Map<string, { readonly dueAt: number; readonly controller: AbortController }>();
  const options: CallOptions = { priority: 'money', attempts: 2, signal: closing };

  const watchedOf = (accountId: string): readonly WatchedPurchase[] => watchedPurchases(db, accountId);

  const put = (accountId: string, one: WatchedPurchase, finding: Finding): void => {
    writeFinding(context, one.id, finding, clock.now());
    changed(one.id, accountId);
  };

  const findingOf = (
    accountId: string,
    one: WatchedPurchase,
    judgement: Judgement,
    { isSettled, hasRisen }: { readonly isSettled: boolean; readonly hasRisen: boolean } = UNSETTLED,
  ): Finding => {
    const { reason, facts, isQuiet, ...standing } = judgement;
    const [checkedAt, uptime] = [clock.now(), uptimeOf(clock)];
    const before = one.resolution;
    // Only the time between two looks without any sign counts as quiet.
    const wasQuiet = before !== null && before.quietSince !== null;
    const waited = isQuiet && wasQuiet ? before.quietMs + elapsedSince(before.uptime, uptime) : 0;
    // The lists may not yet show goods just paid for, so their lag must pass before a decision.
    const quietMs = hasRisen ? Math.min(waited, DAY - SUM_MAY_LAG_MS) : waited;
    const isQuietLongEnough = isQuiet && standing.outcome === 'open' && quietMs >= DAY;
    const is: Finding = {
      ...(isQuietLongEnough ? { ...standing, outcome: 'not-charged', basis: 'evidence' } : standing),
      resolution: {
        verdict: isQuietLongEnough ? 'not-charged' : standing.outcome === 'pending' ? 'open' : standing.outcome,
        reason: isQuietLongEnough ? 'nothing-came' : reason,
        facts: [...facts, { fact: 'waited', before: null, after: waitedOf(one, uptime) }],
        quietSince: isQuiet ? (before?.quietSince ?? checkedAt) : null,
        checkedAt,
        nextCheckAt: null,
        uptime,
        reading: newestReading(db, accountId),
        quietMs,
        isFirm: isQuietLongEnough || isSettled,
      },
    };
    const next = nextLook(one, is, uptime);
    const waitMs = isQuiet && next !== null ? Math.min(next, Math.max(0, DAY - quietMs)) : next;
    return { ...is, resolution: { ...is.resolution, nextCheckAt: waitMs === null ? null : checkedAt + waitMs } };
  };

  /**
   * Returns the verdict about purchases that present readings cannot judge. A verdict from a copy can still be
   * contradicted.
   */
  const unjudgeable = (one: WatchedPurchase): Judgement | null => {
    const isOpenOfCopy = one.isRestored && one.outcome === 'open';
    const reason = isOpenOfCopy ? 'restored' : one.isOfOtherBooks ? 'other-books' : null;
    return reason === null ? null : openBecause(reason);
  };

  const quotesOf = async (api: ApiClient, judged: readonly WatchedPurchase[]): Promise<Map<number, number | null>> => {
    const quotes = new Map<number, number | null>();
    for (const { id, order } of judged) {
      // A quote is not needed for a verdict, but makes a better one possible.
      const quote = await kindOf(order)
        .quote(api, order, options)
        .catch(() => null);
      quotes.set(id, quote?.priceKopecks ?? null);
    }
    return quotes;
  };

  const booksOf = (accountId: string, some: readonly WatchedPurchase[]): AccountBooks => {
    const readings = balanceReadings(db, accountId, Math.min(...some.map(({ id }) => id)));
    return { readings, entries: ledgerEntries(db, accountId, readings[0]?.ledgerMark ?? 0) };
  };

  /** Returns colleagues' purchases that may explain the same spending as these. */
  const overlappingColleaguePurchases = (
    accountId: string,
    own: readonly WatchedPurchase[],
  ): readonly WatchedPurchase[] => {
    const colleagues = watchedOf(accountId).filter((one) => one.isElsewhere && !one.isOfOtherBooks);
    if (colleagues.length === 0) return colleagues;
    const before = riseSince(own, booksOf(accountId, own))?.before.reading;
    return before === undefined
      ? colleagues
      : colleagues.filter((one) => one.id > before.ledgerMark || !hasSettled(before, one));
  };

  const judgeAll = async (accountId: string, own: readonly WatchedPurchase[], api: ApiClient): Promise<void> => {
    const judged = [...own, ...overlappingColleaguePurchases(accountId, own)].toSorted((a, b) => a.id - b.id);
    const books = booksOf(accountId, judged);
    const rise = riseSince(judged, books);
    if (rise === null) {
      const judgement = openBecause('unread');
      for (const one of own) if (one.outcome === 'open') put(accountId, one, findingOf(accountId, one, judgement));
      return;
    }
    const goods: JudgedGoods = await readGoods(judged, accountId, { api, db, options });
    const isUnmoved = isUnmovedSince(judged, books);
    const asked = { rise, goods, isUnmoved, quotes: new Map<number, number | null>() };
    const evidence = needsQuotes(judged, asked) ? { ...asked, quotes: await quotesOf(api, judged) } : asked;
    for (const [id, judgement] of judge(judged, evidence)) {
      const one = own.find((purchase) => purchase.id === id);
      if (one === undefined) continue;
      const since = { isSettled: rise.now.isSettled, hasRisen: hasRisenSince(one, rise) };
      put(accountId, one, findingOf(accountId, one, judgement, since));
    }
  };

  /** Reopens decisions that the latest readings contradict. */
  const reopen = (accountId: string, all: readonly WatchedPurchase[]): void => {
    const known = all.filter((one) => unjudgeable(one) === null);
    const decided = known.filter((one) => !isJudged(one) && !one.isElsewhere);
    if (decided.length === 0) return;
    const open = known.filter((one) => (one.isElsewhere ? one.outcome !== 'charged' : isJudged(one)));
    const ids = new Set(contradicted(decided, open, booksOf(accountId, [...decided, ...open])));
    for (const one of decided) {
      if (ids.has(one.id)) put(accountId, one, findingOf(accountId, one, openBecause('answer-contradicted')));
    }
  };

  /**
   * Reopens purchases that counted as not charged for lack of any sign, and whose goods have appeared after all. Only
   * for clients whose goods the app has just read, so that the goods of old purchases are not requested for ever.
   */
  const reopenByGoods = async (accountId: string, api: ApiClient): Promise<void> => {
    const clients = noted.get(accountId) ?? new Set<number>();
    noted.delete(accountId);
    const known = watchedOf(accountId).filter(
      (one) => unjudgeable(one) === null && !one.isElsewhere && one.client !== null && clients.has(one.client.clientId),
    );
    const unseen = known.filter(({ outcome, basis }) => outcome === 'not-charged' && basis === 'evidence');
    if (unseen.length === 0) return;
    const judged = known.filter((one) => one.outcome === 'open' || unseen.includes(one));
    const goods = await readGoods(judged, accountId, { api, db, options });
    for (const one of unseen) {
      if (!isShownByGoods(judged, goods, one)) continue;
      put(accountId, one, findingOf(accountId, one, openBecause('answer-contradicted')));
    }
  };

  const isJudged = (one: WatchedPurchase): boolean =>
    !one.isElsewhere &&
    unjudgeable(one) === null &&
    (one.outcome === 'open' || (one.outcome === 'charged' && one.resolution?.isFirm !== true && !one.isRestored));

  /**
   * Leaves all open purchases undecided, because the user is being asked whose account the token belongs to. Returns
   * the ids of `before`.
   */
  const leaveOpen = (accountId: string, before: readonly { readonly id: number }[]): readonly number[] => {
    for (const one of watchedOf(accountId).filter(({ outcome, isElsewhere }) => outcome === 'open' && !isElsewhere))
      put(accountId, one, findingOf(accountId, one, unjudgeable(one) ?? openBecause('other-books')));
    return before.map(({ id }) => id);
  };

  const run = async (accountId: string): Promise<readonly number[]> => {
    const before = watchedOf(accountId).filter((one) => one.outcome === 'open' && !one.isElsewhere);
    // A stored answer needs no evidence if this version of the app can read it.
    const unread = before.filter(({ id }) => !unreadable.has(id)).map(({ id }) => id);
    if (unread.length > 0) recoverPurchases(context, new Set(unread));
    for (const id of unread) unreadable.add(id);
    const all = watchedOf(accountId);
    const stillOpen = new Set(all.map(({ id }) => id));
    for (const { id } of before) if (!stillOpen.has(id)) changed(id, accountId);
    if (all.every(({ isElsewhere }) => isElsewhere)) return before.map(({ id }) => id);

    if (context.isInQuestion(accountId)) return leaveOpen(accountId, before);
    const api = await session.api(accountId);
    await context.readBalance(accountId, options);
    // The question may have come up during the reading.
    if (context.isInQuestion(accountId)) return leaveOpen(accountId, before);
    reopen(accountId, all);
    await reopenByGoods(accountId, api);
    if (context.isInQuestion(accountId)) return leaveOpen(accountId, before);
    const open = watchedOf(accountId);
    for (const one of open) {
      const judgement = one.outcome === 'open' && !one.isElsewhere ? unjudgeable(one) : null;
      if (judgement !== null) put(accountId, one, findingOf(accountId, one, judgement));
    }
    const judged = open.filter(isJudged);
    if (context.isUnguarded(accountId)) {
      for (const one of judged)
        if (one.outcome === 'open') put(accountId, one, findingOf(accountId, one, openBecause('unguarded')));
    } else if (judged.length > 0) await judgeAll(accountId, judged, api);
    planNext(accountId);
    return before.map(({ id }) => id);
  };

  const planNext = (accountId: string): void => {
    const uptime = uptimeOf(clock);
    const waits = watchedOf(accountId).flatMap((one) => {
      if (isJudged(one)) {
        const next = one.resolution?.nextCheckAt ?? null;
        const soonest = one.outcome === 'open' ? LOOKS_MS[0] : SUM_MAY_LAG_MS;
        return next === null ? [] : Math.max(next - clock.now(), soonest ?? 0);
      }
      return isDoubtful(one, uptime) ? nextOf(waitedSince(one, uptime)) : [];
    });
    if (waits.length > 0) lookIn(accountId, Math.min(...waits) + MARGIN_MS);
  };

  /**
   * Runs one look at a time, and none while a purchase of the account is in flight, because its charge would blur the
   * spending.
   */
  const resolve = (accountId: string): Promise<readonly number[]> => {
    if (closing.aborted) return Promise.reject(new DeskError('cancelled', 'The app is closing.'));
    const known = running.get(accountId);
    if (known !== undefined) return known;
    const mine = queue
      .run(accountId, () => run(accountId))
      .finally(() => {
        running.delete(accountId);
        if (again.delete(accountId) && !closing.aborted) lookIn(accountId, 0);
      });
    running.set(accountId, mine);
    return mine;
  };

  const inBackground = async (accountId: string): Promise<void> => {
    try {
      await resolve(accountId);
    } catch (error) {
      if (closing.aborted) return;
      logger.warn('open purchases could not be looked at', {
        error: error instanceof DeskError ? error.kind : 'internal',
      });
      const isWaiting = error instanceof DeskError && (error.kind === 'signed-out' || error.kind === 'keychain');
      if (!isWaiting) resolveSoon(accountId, AGAIN_AFTER_MS);
    }
  };

  /** Schedules a look unless an earlier one is planned. An overdue look means that its timer slept with the machine. */
  const lookIn = (accountId: string, afterMs: number): void => {
    const now = uptimeOf(clock);
    const dueAt = now + afterMs;
    const planned = timers.get(accountId);
    if (planned !== undefined && planned.dueAt >= now && planned.dueAt <= dueAt) return;
    planned?.controller.abort();
    const mine = { dueAt, controller: new AbortController() };
    timers.set(accountId, mine);
    clock.sleep(afterMs, AbortSignal.any([mine.controller.signal, closing])).then(
      () => {
        if (timers.get(accountId) === mine) timers.delete(accountId);
        return inBackground(accountId);
      },
      () => {},
    );
  };

  /** Looks for evidence in the background. Never rejects, and tries again later if the service does not answer. */
  const resolveSoon = (accountId: string, afterMs = 0): void => {
    if (closing.aborted) return;
    if (watchedOf(accountId).some(isJudged)) lookIn(accountId, afterMs);
    else planNext(accountId);
  };

  return {
    /**
     * Examines all purchases of an account. Returns the ids of those that were open. Throws the errors of the requests.
     */
    resolve,
    resolveSoon,
    /**
     * Compares outcomes that were decided without an answer with the present knowledge, and reopens those that it
     * contradicts. Sends no request.
     */
    reopenContradicted: (accountId: string): void => {
      if (!context.isInQuestion(accountId)) reopen(accountId, watchedOf(accountId));
    },
    /** Called after a reading of the account: of a client's goods, or of higher spending. */
    noteReading: (accountId: string, clientId: number | null): void => {
      if (closing.aborted) return;
      const isNews =
        clientId === null
          ? watchedOf(accountId).some((one) => !one.isElsewhere)
          : hasUnseenGoods(db, accountId, clientId);
      if (!isNews) return;
      if (clientId !== null) noted.set(accountId, (noted.get(accountId) ?? new Set()).add(clientId));
      if (!running.has(accountId)) lookIn(accountId, context.isBuying(accountId) ? WHILE_BUYING_MS : 0);
      // The resolver's own reading of the balance is not new to it, but a list read by another part of the app may be.
      else if (clientId !== null) again.add(accountId);
    },
    /**
     * Called when purchases of colleagues have arrived, or their computers are connected again. Examines verdicts whose
     * basis was weakened (colleagues.ts), and purchases that could not be judged without them.
     */
    noteColleagues: (accountId: string): void => {
      if (closing.aborted) return;
      const isDue = ({ resolution }: WatchedPurchase): boolean =>
        resolution !== null &&
        (resolution.reason === 'unguarded' ||
          (resolution.nextCheckAt !== null && resolution.nextCheckAt <= resolution.checkedAt));
      if (watchedOf(accountId).some((one) => isJudged(one) && isDue(one))) lookIn(accountId, 0);
    },
    settled: async (): Promise<void> => {
      await Promise.allSettled([...running.values()]);
    },
  };
};

const UNSETTLED = { isSettled: false, hasRisen: false };

/** Returns whether more was spent than the last look at the purchase had seen. */
const hasRisenSince = ({ resolution }: WatchedPurchase, { before, after, now }: Rise): boolean => {
  const seen = resolution?.reading ?? null;
  if (seen === null) return false;
  const then = [before, ...after].findLast(({ reading }) => reading.seq <= seen);
  return then !== undefined && now.unexplained > then.unexplained;
};

const openBecause = (reason: Judgement['reason']): Judgement => ({
  outcome: 'open',
  basis: null,
  goodsState: 'none',
  reason,
  chargedKopecks: null,
  handover: null,
  facts: [],
  isQuiet: false,
});

const waitedOf = ({ sentUptime }: WatchedPurchase, uptime: number): number | null =>
  sentUptime === null ? null : elapsedSince(sentUptime, uptime);

/** Returns the milliseconds until another look may bring news; `null` if waiting will not help. */
const nextLook = (one: WatchedPurchase, { outcome, resolution }: Finding, uptime: number): number | null => {
  if (outcome === 'charged') return resolution.isFirm ? null : SUM_MAY_LAG_MS;
  if (outcome !== 'open' || resolution.reason === 'restored' || resolution.reason === 'other-books') return null;
  return nextOf(waitedSince(one, uptime));
};

const waitedSince = ({ endedUptime }: WatchedPurchase, uptime: number): number =>
  endedUptime === null ? HOUR : elapsedSince(endedUptime, uptime);

const nextOf = (waited: number): number => {
  const next = LOOKS_MS.find((ms) => ms > waited);
  return next === undefined ? HOUR : next - waited;
};

/** Returns whether the service's total may still contradict a refusal. */
const isDoubtful = (one: WatchedPurchase, uptime: number): boolean =>
  one.outcome === 'not-charged' && one.basis === 'answer' && waitedSince(one, uptime) <= SUM_MAY_LAG_MS;
