import { atMostKopecks } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ComputerBuying } from '#shared/domain/computer-rights.ts';
import { startOfDay } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { formerComputers } from './former-computers.ts';

/** The rights of a computer of a shared desk, and who set them (docs/shared-desk.md#rights). */
export interface ComputerRights {
  readonly buys: ComputerBuying;
  /** Counts if the computer's purchases are capped. */
  readonly dayCapKopecks: number;
  readonly hidesSales: boolean;
  /** The id of the computer on which they were set. */
  readonly setBy: string;
  /** In ms since the epoch, UTC. */
  readonly setAt: number;
}

/** Rights that limit nothing are the same as none. */
const LIMITS = sql`SELECT buys, day_cap_kopecks, hides_sales AS "hidesSales:flag", set_by, set_at FROM computer_rights
  WHERE (buys <> 'free' OR hides_sales = 1)`;

/** Returns how a computer is limited; `undefined` if it is not. */
export const rightsOf = (db: Database, accountId: string, computerId: string): ComputerRights | undefined =>
  db.get<ComputerRights>(sql`${LIMITS} AND account_id = ${accountId} AND computer = ${computerId}`);

/** Returns how this computer is limited; `undefined` if it is not, or if the desk is not shared. */
export const ownRights = (db: Database, accountId: string): ComputerRights | undefined =>
  db.get<ComputerRights>(sql`${LIMITS} AND account_id = ${accountId}
    AND computer = (SELECT computer_id FROM shared_desks WHERE account_id = ${accountId})`);

/** Whether this computer may carry out the standing orders: one whose purchases are limited leaves them to the others. */
export const mayCarryOrders = (db: Database, accountId: string): boolean =>
  (ownRights(db, accountId)?.buys ?? 'free') === 'free';

/**
 * Throws `conflict` (`rights-no-orders`) if the purchases of this computer are limited: it must not make another computer buy by
 * a standing order that pays automatically.
 */
export const assertMayLetOrdersPay = (db: Database, accountId: string): void => {
  const rights = ownRights(db, accountId);
  if (rights === undefined || rights.buys === 'free') return;
  const by = nameOfSetter(db, accountId, rights.setBy);
  throw new DeskError('conflict', 'This computer may not let orders pay.', {
    code: 'rights-no-orders',
    params: { by },
  });
};

/** Throws `conflict` (`rights-sales-hidden`) if this computer shows nothing about selling. */
export const assertSalesShown = (db: Database, accountId: string): void => {
  const rights = ownRights(db, accountId);
  if (rights?.hidesSales !== true) return;
  const by = nameOfSetter(db, accountId, rights.setBy);
  throw new DeskError('conflict', 'This computer shows nothing about selling.', {
    code: 'rights-sales-hidden',
    params: { by },
  });
};

export const putRights = (
  db: Database,
  accountId: string,
  computerId: string,
  { buys, dayCapKopecks, hidesSales, setBy, setAt }: ComputerRights,
): void => {
  db.run(sql`INSERT INTO computer_rights (account_id, computer, buys, day_cap_kopecks, hides_sales, set_by, set_at)
    VALUES (${accountId}, ${computerId}, ${buys}, ${dayCapKopecks}, ${hidesSales}, ${setBy}, ${setAt})
    ON CONFLICT DO UPDATE SET buys = excluded.buys, day_cap_kopecks = excluded.day_cap_kopecks,
      hides_sales = excluded.hides_sales, set_by = excluded.set_by, set_at = excluded.set_at`);
};

/**
 * Limits this computer as it was limited under its former identity on this shared desk, unless its rights were set since.
 * Returns whether that changed anything.
 */
export const keepFormerLimits = (db: Database, accountId: string): boolean => {
  const own = db.value<string>(sql`SELECT computer_id FROM shared_desks WHERE account_id = ${accountId}`);
  const isSet = (computerId: string): boolean =>
    db.has(sql`SELECT 1 FROM computer_rights WHERE account_id = ${accountId} AND computer = ${computerId}`);
  if (own === null || isSet(own)) return false;
  const former = formerComputers(db, accountId).find(({ id }) => isSet(id));
  const limits = former === undefined ? undefined : rightsOf(db, accountId, former.id);
  if (limits === undefined) return false;
  putRights(db, accountId, own, limits);
  return true;
};

/** Returns the name of the computer that set rights; '' if it is not known here. */
export const nameOfSetter = (db: Database, accountId: string, setBy: string): string =>
  db.value<string>(sql`SELECT name FROM shared_computers WHERE account_id = ${accountId} AND id = ${setBy}`) ?? '';

/**
 * Returns the kopecks that this computer has spent, or may have spent, on this day of its zone, under a former identity
 * included. Purchases that are dated ahead of a clock that was set back count, too, and those that came back from the others
 * after a backup was restored (`restored_mark` is their own id then); those that it adopted from a computer that is gone do
 * not. `but`: a purchase that does not count.
 */
const spentHereToday = (db: Database, accountId: string, now: number, but: number | null): number => {
  const former = JSON.stringify(formerComputers(db, accountId));
  return (
    db.value<number>(sql`SELECT coalesce(sum(${atMostKopecks(sql`p.`)}), 0) FROM purchases p
      WHERE p.account_id = ${accountId} AND p.created_at >= ${startOfDay(now)}
        AND ((p.computer IS NULL AND coalesce(p.restored_mark, p.id) = p.id) OR EXISTS (SELECT 1 FROM json_each(${former})
          WHERE value ->> 'mark' = p.computer AND p.id <= coalesce(value ->> 'lastPurchaseId', p.id)))
        AND p.outcome <> 'not-charged' AND p.id IS NOT ${but}`) ?? 0
  );
};

export interface BuyingMoment {
  /** In ms since the epoch, UTC. */
  readonly now: number;
  /** Whether the service calls this computer's clock wrong, so that the day is not known. */
  readonly isClockWrong: boolean;
  /** The purchase itself, if it is written already. */
  readonly but?: number | null;
}

/**
 * Throws `conflict` unless this computer may buy for so many kopecks now: `rights-no-buying`, `rights-clock`, or `rights-cap` if
 * that would exceed its sum of the day. A clock that was set ahead begins no new day.
 */
export const assertMayBuy = (
  db: Database,
  accountId: string,
  kopecks: number,
  { now, isClockWrong, but = null }: BuyingMoment,
): void => {
  const rights = ownRights(db, accountId);
  if (rights === undefined || rights.buys === 'free') return;
  const by = nameOfSetter(db, accountId, rights.setBy);
  if (rights.buys === 'none') {
    throw new DeskError('conflict', 'This computer may not buy.', { code: 'rights-no-buying', params: { by } });
  }
  if (isClockWrong) {
    throw new DeskError('conflict', 'The clock of this computer is wrong.', { code: 'rights-clock', params: { by } });
  }
  const spent = spentHereToday(db, accountId, now, but);
  if (spent + kopecks <= rights.dayCapKopecks) return;
  throw new DeskError('conflict', 'This would exceed the sum that this computer may spend today.', {
    code: 'rights-cap',
    params: { by, cap: rights.dayCapKopecks / 100, spent: spent / 100 },
  });
};
