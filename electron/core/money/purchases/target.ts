import { isSamePair } from '#core/catalogue/clients/client-pair.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { Ends } from '#core/money/products/product.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { OpenPurchase, Order, RecordedOrder, Target } from '#shared/contract/purchases.ts';
import { REFUSALS } from '#shared/domain/journal.ts';
import type { ProductRules } from '#shared/domain/products/rules.ts';
import { hasSettled, type LedgerEntry } from '#shared/domain/spending.ts';
import { SAME_END_MS } from '#shared/domain/subscription-identity.ts';
import { rulesOf } from '#shared/products/index.ts';

/** An order that the user agreed to, with its target at that time. */
export interface Agreement {
  readonly order: Order;
  readonly target: Target;
  /** The newest purchase of the ledger when the target was shown; see `newestShown`. */
  readonly mark: number;
  /**
   * The number of purchases of the same target that evidence or the user had called charged by then, plus those that
   * colleagues had bought for the client. A higher number later means that a purchase that counted as open or not
   * charged was found to be charged. Missing in plans of older versions.
   */
  readonly found?: number | undefined;
  /**
   * One new thing was agreed to for the target, by a plan that may be old: another one that was bought since is a reason
   * to stop, even one's own.
   */
  readonly isOnly?: boolean;
  /** The user was told that colleagues of a shared desk cannot be held off. */
  readonly isUnguarded?: boolean;
  readonly priceKopecks: number;
}

/** The difference between a target and the agreed one; see `purchases.confirm`. */
interface TargetChange {
  readonly what: 'client' | 'end' | 'bought';
  readonly before: string | number;
  readonly after: string | number;
  /** The number of ends that differ. */
  readonly ends: number;
  /** The purchase that bought the same meanwhile; absent if none is known here. */
  readonly purchaseId?: number;
}

type Pair = Pick<Target, 'messengerId' | 'clientKey'> | null;

export const targetOf = (client: Pair, ends: Ends): Target => ({
  messengerId: client?.messengerId ?? null,
  clientKey: client?.clientKey ?? null,
  ends,
});

const pairText = ({ messengerId, clientKey }: Pick<Target, 'messengerId' | 'clientKey'>): string =>
  messengerId === null ? '' : `${clientKey} · ${messengerId}`;

const isSameEnd = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= SAME_END_MS;

/** Returns the ends that have changed. An end that was unknown at the agreement cannot have changed. */
const changedEnds = (seen: Ends, now: Ends): readonly { readonly before: number; readonly after: number | null }[] => {
  const current = new Map(now.map(({ id, endsAt }) => [id.toLowerCase(), endsAt]));
  return seen.flatMap(({ id, endsAt }) => {
    const after = current.get(id.toLowerCase()) ?? null;
    return endsAt === null || isSameEnd(endsAt, after) ? [] : [{ before: endsAt, after }];
  });
};

interface Row {
  readonly id: number;
  readonly order: RecordedOrder;
}

/**
 * Returns whether a colleague's purchase of the same target may be the one bought here. It may not if the two only have
 * the country in common.
 */
const isOfColleagues = ({ bringsNew, isOfClient }: Pick<ProductRules, 'bringsNew' | 'isOfClient'>): boolean =>
  !bringsNew || isOfClient;

/** Returns the keys of an order's targets. Orders with a common key have the same target (docs/money.md). */
const targetKeys = (order: RecordedOrder, client: Pair): readonly string[] => {
  const rules = rulesOf(order.kind);
  const pair = rules.isOfClient ? [client?.messengerId ?? null, client?.clientKey ?? null] : [];
  return rules.targets(order).map((target) => JSON.stringify([...pair, target]));
};

type Like = Row & Omit<OpenPurchase, 'purchaseId'> & NonNullable<Pair>;

/**
 * Reads purchases of one kind, once. The returned function selects those with the same target as an order for a pair,
 * oldest first. `more`: further columns.
 */
const purchasesLike = <R extends Like>(
  db: Database,
  kind: Order['kind'],
  { where, more = sql`` }: { readonly where: Sql; readonly more?: Sql },
): { readonly count: number; readonly of: (order: Order, client: Pair) => readonly R[] } => {
  // `+` makes SQLite search by `where` instead of reading all purchases of the kind.
  const rows = db.all<R>(sql`SELECT id, order_json AS "order:json", price_kopecks, created_at, messenger_id,
    client_key ${more}
    FROM purchases WHERE ${where} AND +kind = ${kind}
      AND (computer IS NULL OR ${isOfColleagues(rulesOf(kind))}) ORDER BY +id`);
  const byKey = new Map<string, Set<R>>();
  for (const row of rows) {
    for (const key of targetKeys(row.order, row)) {
      byKey.set(key, (byKey.get(key) ?? new Set()).add(row));
    }
  }
  return {
    count: rows.length,
    of: (order, client) =>
      [...new Set(targetKeys(order, client).flatMap((key) => [...(byKey.get(key) ?? [])]))].toSorted(
        (a, b) => a.id - b.id,
      ),
  };
};

/**
 * Reads the purchases of one kind that may be charged or not, once. The returned function selects those with the same
 * target as an order for a pair, oldest first: another purchase now might pay twice.
 */
export const openPurchases = (
  db: Database,
  accountId: string,
  kind: Order['kind'],
): ((order: Order, client: Pair) => readonly OpenPurchase[]) => {
  const open = purchasesLike(db, kind, {
    where: sql`account_id = ${accountId} AND outcome IN ('pending', 'open')`,
  });
  return (order, client) =>
    open.of(order, client).map(({ id: purchaseId, priceKopecks, createdAt }) => ({
      purchaseId,
      priceKopecks,
      createdAt,
    }));
};

/**
 * Why nothing is bought automatically although no purchase of the same is open:
 * - `refused-lately`: the service refused one, and its total has not had its time yet to show whether it was charged
 *   nevertheless;
 * - `probably-not-charged`: only evidence says that one was not charged.
 */
export interface Doubt {
  readonly why: 'refused-lately' | 'probably-not-charged';
  readonly purchaseId: number;
}

/** Absence is proof enough after this time. */
const DOUBT_LASTS_MS = 7 * 86_400_000;
/** More purchases than one computer can make while a refusal has its time. */
const RECENT_PURCHASES = 1_000;

/**
 * Reads the purchases of one kind that are called not charged and may have been charged nevertheless, once. The
 * returned function looks for one with the same target as an order for a pair. It is `null` if there is no such
 * purchase at all.
 */
export const doubtfulPurchases = (
  db: Database,
  accountId: string,
  kind: Order['kind'],
  /** The present time by both clocks; see `uptimeOf`. */
  moment: { readonly now: number; readonly uptime: number },
): ((order: Order, client: Pair) => Doubt | null) | null => {
  const now = { seenAt: moment.now, seenUptime: moment.uptime };
  const refused = purchasesLike<Like & Pick<LedgerEntry, 'endedAt' | 'endedUptime'>>(db, kind, {
    where: sql`id > ${newestPurchase(db) - RECENT_PURCHASES} AND +account_id = ${accountId}
      AND +outcome = 'not-charged' AND +basis = 'answer' AND reason IN ${among(REFUSALS)}`,
    more: sql`, finished_at AS ended_at, ended_uptime`,
  });
  const unseen = purchasesLike(db, kind, {
    where: sql`account_id = ${accountId} AND outcome = 'not-charged' AND basis = 'evidence'
      AND created_at > ${now.seenAt - DOUBT_LASTS_MS}`,
  });
  if (refused.count + unseen.count === 0) return null;
  return (order, client) => {
    const late = refused.of(order, client).findLast((one) => !hasSettled(now, one));
    if (late !== undefined) return { why: 'refused-lately', purchaseId: late.id };
    const { targets } = rulesOf(order.kind);
    const wanted = new Set(targets(order));
    const last = unseen.of(order, client).findLast((one) => {
      // Somebody has decided since to buy the same again: each of its things that this order names, not just one of them.
      // An older purchase of a colleague may have arrived since, which decides nothing.
      const after = sql`id > ${one.id} AND +account_id = ${accountId} AND +outcome = 'charged'
        AND +created_at >= ${one.createdAt}`;
      const repeated = new Set(chargedOf(db, after, order, client).flatMap((bought) => targets(bought.order)));
      return targets(one.order).some((target) => wanted.has(target) && !repeated.has(target));
    });
    return last === undefined ? null : { why: 'probably-not-charged', purchaseId: last.id };
  };
};

interface ChargedRow extends Row {
  readonly isElsewhere: boolean;
}

const isFor = (client: Pair): Sql =>
  sql`messenger_id = ${client?.messengerId ?? null} AND client_key = ${client?.clientKey ?? null}`;

/**
 * Returns charged purchases of the same target. `+` makes SQLite search by `where` instead of reading all purchases of
 * the kind.
 */
const chargedOf = (db: Database, where: Sql, order: Order, client: Pair): readonly ChargedRow[] => {
  const rules = rulesOf(order.kind);
  const wanted = new Set(rules.targets(order));
  return db
    .all<ChargedRow>(sql`SELECT id, order_json AS "order:json", computer IS NOT NULL AS "isElsewhere:flag"
      FROM purchases WHERE ${where} AND +kind = ${order.kind} AND (${!rules.isOfClient} OR (${isFor(client)}))
        AND (computer IS NULL OR ${isOfColleagues(rules)}) ORDER BY +id`)
    .filter((bought) => rules.targets(bought.order).some((key) => wanted.has(key)));
};

const foundOf = (db: Database, accountId: string, order: Order, client: Pair): readonly ChargedRow[] => {
  const withoutAnswer = sql`account_id = ${accountId} AND outcome = 'charged' AND basis IN ('evidence', 'user')`;
  // A purchase that was in flight when the target was shown may have been charged since.
  const ofColleagues = sql`account_id = ${accountId} AND ${isFor(client)} AND computer IS NOT NULL
    AND +outcome = 'charged' AND +basis = 'answer'`;
  return [
    ...chargedOf(db, withoutAnswer, order, client),
    ...(rulesOf(order.kind).isOfClient ? chargedOf(db, ofColleagues, order, client) : []),
  ].toSorted((a, b) => a.id - b.id);
};

/** Returns the newest purchase of the ledger. */
export const newestPurchase = (db: Database): number => db.value<number>('SELECT max(id) FROM purchases') ?? 0;

/**
 * Returns the newest purchase of the ledger whose outcome can be part of what is shown now. A purchase that is under way
 * counts as made later, because it may be charged after its target was shown.
 */
export const newestShown = (db: Database, accountId: string): number => {
  const underWay = db.value<number>(sql`SELECT min(id) FROM purchases
    WHERE account_id = ${accountId} AND outcome = 'pending' AND computer IS NULL`);
  return underWay === null ? newestPurchase(db) : underWay - 1;
};

/**
 * Returns how many purchases of the same target evidence or the user calls charged, or colleagues bought for the client.
 */
export const countFound = (db: Database, accountId: string, order: Order, client: Pair): number =>
  foundOf(db, accountId, order, client).length;

/**
 * Returns the difference of a target from the agreed one (docs/money.md), or `null`. `ends` are the present ones; they
 * are not compared if absent.
 */
export const targetChange = (
  db: Database,
  accountId: string,
  { order, target, mark: since, found: foundThen, isOnly = false }: Agreement,
  client: Pair,
  ends?: Ends,
): TargetChange | null => {
  const now = targetOf(client, []);
  if (!isSamePair(now, target)) {
    return { what: 'client', before: pairText(target), after: pairText(now), ends: 0 };
  }
  const holder = kindOf(order).otherHolder(db, accountId, order);
  if (holder !== undefined) {
    return { what: 'client', before: pairText(target), after: pairText(holder), ends: 0 };
  }
  const foundNow = foundOf(db, accountId, order, client);
  const isNews = foundThen !== undefined && foundNow.length > foundThen;
  // Another new thing of one's own is no reason to stop a single purchase, but the same by a colleague is.
  const { bringsNew } = rulesOf(order.kind);
  const after = sql`id > ${since} AND +account_id = ${accountId} AND +outcome = 'charged'`;
  const boughtSince = chargedOf(db, after, order, client).find(
    ({ isElsewhere }) => !bringsNew || isOnly || isElsewhere,
  );
  const bought = isNews ? foundNow.at(-1) : boughtSince;
  const by = bought === undefined ? {} : { purchaseId: bought.id };
  const changed = ends === undefined ? [] : changedEnds(target.ends, ends);
  const [first] = changed;
  if (first !== undefined) {
    return { what: 'end', before: first.before, after: first.after ?? '', ends: changed.length, ...by };
  }
  return bought === undefined ? null : { what: 'bought', before: since, after: bought.id, ends: 0, ...by };
};
