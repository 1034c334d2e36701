import type { CommonDeps } from '#core/context.ts';
import { kindOf } from '#core/money/products/index.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { RefreshBalance } from '#core/service/account/balance.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { hasSettled, SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import { DeskError } from '#shared/result.ts';
import type { AccountQueue } from '../in-flight.ts';
import type { Finding, PurchaseJournal } from '../purchase-journal.ts';
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
import type { WatchedPurchase, WatchedPurchases } from './watched-purchases.ts';

interface Deps extends CommonDeps<'session' | 'clock' | 'logger' | 'closing'> {
  readonly journal: PurchaseJournal;
  readonly watched: WatchedPurchases;
  readonly queue: AccountQueue;
  readonly readBalance: RefreshBalance;
  /** A purchase of the account is under way. */
  readonly isBuying: (accountId: string) => boolean;
  /** Purchases by colleagues of the shared desk do not arrive now. */
  readonly isUnguarded: (accountId: string) => boolean;
  /** Whether the token is of the same account of the service is being asked: nothing that is read decides anything. */
  readonly isInQuestion: (accountId: string) => boolean;
  /** Something was found out about it. */
  readonly changed: (purchaseId: number, accountId: string) => void;
}

/** When the service did not answer the last look. */
const AGAIN_AFTER_MS = 120_000;
/** Every purchase of a run changes the sum: between them one look in a while is enough. */
const WHILE_BUYING_MS = 60_000;
/** A timer may fire a little early by another clock than its own. */
const MARGIN_MS = 1_000;
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When an open purchase is looked at, after its answer was lost; then every hour. */
const LOOKS_MS = [10, 30, 60, 120, 300, 900, 1_800, 3_600].map((seconds) => seconds * SECOND);

/** Finds out what became of purchases whose answer was lost, by reading alone (docs/money.md). */
export const createResolver = (deps: Deps) => {
  const { session, journal, watched, queue, clock, logger, closing, changed } = deps;
  const running = new Map<string, Promise<readonly number[]>>();
  /** Accounts of which more was read during a look. */
  const again = new Set<string>();
  /** Clients of an account whose goods the app has read since the last look. */
  const noted = new Map<string, Set<number>>();
  /** Kept answers that this version cannot read. */
  const unreadable = new Set<number>();
  const timers = new Map<string, { readonly dueAt: number; readonly controller: AbortController }>();
  const options: CallOptions = { priority: 'money', attempts: 2, signal: closing };

  const watchedOf = (accountId: string): readonly WatchedPurchase[] => watched.all(accountId);

  const put = (accountId: string, one: WatchedPurchase, finding: Finding): void => {
    journal.resolve(one.id, finding, clock.now());
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
    // Only what lies between two looks that showed nothing was quiet.
    const wasQuiet = before !== null && before.quietSince !== null;
    const waited = isQuiet && wasQuiet ? before.quietMs + elapsedSince(before.uptime, uptime) : 0;
    // The lists may not show yet what was just spent: their time has to pass before anything is decided.
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
        reading: watched.newestReading(accountId),
        quietMs,
        isFirm: isQuietLongEnough || isSettled,
      },
    };
    const next = nextLook(one, is, uptime);
    const waitMs = isQuiet && next !== null ? Math.min(next, Math.max(0, DAY - quietMs)) : next;
    return { ...is, resolution: { ...is.resolution, nextCheckAt: waitMs === null ? null : checkedAt + waitMs } };
  };

  /** Purchases that today's readings cannot judge. A verdict that came with a copy can still be contradicted. */
  const unjudgeable = (one: WatchedPurchase): Judgement | null => {
    const isOpenOfCopy = one.isRestored && one.outcome === 'open';
    const reason = isOpenOfCopy ? 'restored' : one.isOfOtherBooks ? 'other-books' : null;
    return reason === null ? null : openBecause(reason);
  };

  const quotesOf = async (api: ApiClient, judged: readonly WatchedPurchase[]): Promise<Map<number, number | null>> => {
    const quotes = new Map<number, number | null>();
    for (const { id, order } of judged) {
      // Not needed for a verdict, only for a better one.
      const quote = await kindOf(order)
        .quote(api, order, options)
        .catch(() => null);
      quotes.set(id, quote?.priceKopecks ?? null);
    }
    return quotes;
  };

  const booksOf = (accountId: string, some: readonly WatchedPurchase[]): AccountBooks => {
    const readings = watched.readings(accountId, Math.min(...some.map(({ id }) => id)));
    return { readings, entries: watched.entries(accountId, readings[0]?.ledgerMark ?? 0) };
  };

  /** Colleagues' purchases that may explain the same spending as these. */
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
    const goods: JudgedGoods = await readGoods(judged, accountId, { api, watched, options });
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

  /** Decisions that what was just read contradicts are open again. */
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
   * What was taken for not charged because nothing of it was seen, and whose goods are there after all, is open again.
   * Only where the app has read the client's goods anew: nobody asks for those of every purchase for ever.
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
    const goods = await readGoods(judged, accountId, { api, watched, options });
    for (const one of unseen) {
      if (!isShownByGoods(judged, goods, one)) continue;
      put(accountId, one, findingOf(accountId, one, openBecause('answer-contradicted')));
    }
  };

  const isJudged = (one: WatchedPurchase): boolean =>
    !one.isElsewhere &&
    unjudgeable(one) === null &&
    (one.outcome === 'open' || (one.outcome === 'charged' && one.resolution?.isFirm !== true && !one.isRestored));

  /** Judges nothing: it is being asked whose books the account's token shows. Returns the ids of `before`. */
  const leaveOpen = (accountId: string, before: readonly { readonly id: number }[]): readonly number[] => {
    for (const one of watchedOf(accountId).filter(({ outcome, isElsewhere }) => outcome === 'open' && !isElsewhere))
      put(accountId, one, findingOf(accountId, one, unjudgeable(one) ?? openBecause('other-books')));
    return before.map(({ id }) => id);
  };

  const run = async (accountId: string): Promise<readonly number[]> => {
    const before = watchedOf(accountId).filter((one) => one.outcome === 'open' && !one.isElsewhere);
    // An answer that was kept needs nobody's evidence, if this version of the app can read it.
    const unread = before.filter(({ id }) => !unreadable.has(id)).map(({ id }) => id);
    if (unread.length > 0) recoverPurchases({ journal, clock, logger, only: new Set(unread) });
    for (const id of unread) unreadable.add(id);
    const all = watchedOf(accountId);
    const stillOpen = new Set(all.map(({ id }) => id));
    for (const { id } of before) if (!stillOpen.has(id)) changed(id, accountId);
    if (all.every(({ isElsewhere }) => isElsewhere)) return before.map(({ id }) => id);

    if (deps.isInQuestion(accountId)) return leaveOpen(accountId, before);
    const api = await session.api(accountId);
    await deps.readBalance(accountId, options);
    // The question may have come up while it was read.
    if (deps.isInQuestion(accountId)) return leaveOpen(accountId, before);
    reopen(accountId, all);
    await reopenByGoods(accountId, api);
    if (deps.isInQuestion(accountId)) return leaveOpen(accountId, before);
    const open = watchedOf(accountId);
    for (const one of open) {
      const judgement = one.outcome === 'open' && !one.isElsewhere ? unjudgeable(one) : null;
      if (judgement !== null) put(accountId, one, findingOf(accountId, one, judgement));
    }
    const judged = open.filter(isJudged);
    if (deps.isUnguarded(accountId)) {
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

  /** One at a time, and never while a purchase of the account is under way: its charge would blur the spending. */
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

  /** Unless it is looked sooner anyway. A look that is overdue waits for a timer that slept with the machine. */
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

  /** Looks for evidence in the background: never rejects, and tries again later when the service does not answer. */
  const resolveSoon = (accountId: string, afterMs = 0): void => {
    if (closing.aborted) return;
    if (watchedOf(accountId).some(isJudged)) lookIn(accountId, afterMs);
    else planNext(accountId);
  };

  return {
    /** Looks at all of an account. Returns the ids of those that were open. Throws what the service's reads throw. */
    resolve,
    resolveSoon,
    /**
     * Compares what is known by now with outcomes that were decided without an answer, and opens those that it contradicts.
     * Asks the service nothing.
     */
    reopenContradicted: (accountId: string): void => {
      if (!deps.isInQuestion(accountId)) reopen(accountId, watchedOf(accountId));
    },
    /** The app has read something of the account: of a client's goods, or that more was spent. */
    noteReading: (accountId: string, clientId: number | null): void => {
      if (closing.aborted) return;
      const isNews =
        clientId === null
          ? watchedOf(accountId).some((one) => !one.isElsewhere)
          : watched.hasUnseen(accountId, clientId);
      if (!isNews) return;
      if (clientId !== null) noted.set(accountId, (noted.get(accountId) ?? new Set()).add(clientId));
      if (!running.has(accountId)) lookIn(accountId, deps.isBuying(accountId) ? WHILE_BUYING_MS : 0);
      // The resolver's own reading of the balance is no news to it; a list that another part of the app has read may be.
      else if (clientId !== null) again.add(accountId);
    },
    /**
     * Purchases of colleagues have come, or are heard of again: what was decided before is looked at now if it rests on less
     * (colleagues.ts), and what was not decided without them.
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

/** More was spent than the last look at the purchase had seen. */
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

/** Milliseconds until another look may say more; `null`: nothing will come of waiting. */
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

/** A refusal that the service's sum may still contradict. */
const isDoubtful = (one: WatchedPurchase, uptime: number): boolean =>
  one.outcome === 'not-charged' && one.basis === 'answer' && waitedSince(one, uptime) <= SUM_MAY_LAG_MS;
