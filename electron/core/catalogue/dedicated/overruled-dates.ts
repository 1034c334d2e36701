import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Goods, RecordedOrder } from '#shared/contract/purchases.ts';
import { formatWallTime, parseWallTime } from '#shared/domain/assumed-zone.ts';
import type { ProxyDate } from './dedicated-store.ts';

interface Prolonged {
  readonly accountId: string;
  readonly outcome: string;
  readonly order: RecordedOrder;
  readonly goods: Goods | null;
  readonly dates: readonly ProxyDate[] | null;
}

interface Held {
  readonly id: number;
  readonly wallEnd: number;
  readonly isMovedSince: boolean;
}

const DAY = 86_400_000;

/**
 * Corrects dates that this computer had computed for a prolongation without an answer, after the computer that made the
 * purchase has sent the service's answer. They become those of the answer, or return to their former values. Returns
 * the ids of the proxies whose dates changed. Call it in the transaction that stores the answer.
 */
export const correctOverruledDates = (db: Database, purchaseId: number): readonly number[] => {
  const prolonged =
    db.get<Prolonged>(sql`SELECT account_id, outcome, order_json AS "order:json", goods_json AS "goods:json",
    evidence_before -> '$.dates' AS "dates:json" FROM purchases WHERE id = ${purchaseId}`);
  if (prolonged?.order.kind !== 'dedicated-prolong') return [];
  const { accountId, outcome, order, goods, dates } = prolonged;
  const given = new Map(
    goods?.kind === 'dedicated-prolong' ? goods.items.map(({ serviceId, dateEnd }) => [serviceId, dateEnd]) : [],
  );
  const before = new Map(dates?.map((date) => [date.serviceId, date]));
  const moved: number[] = [];
  const put = (id: number, dateEnd: string | null, dateSource: string, wallEnd: number | null): void => {
    db.run(sql`UPDATE dedicated_proxies SET date_end = ${dateEnd}, date_source = ${dateSource}, wall_end = ${wallEnd}
      WHERE id = ${id}`);
    moved.push(id);
  };
  for (const serviceId of order.serviceIds) {
    const held =
      db.all<Held>(sql`SELECT id, wall_end, EXISTS (SELECT 1 FROM purchases p, json_each(p.order_json, '$.serviceIds')
        WHERE p.account_id = ${accountId} AND p.kind = 'dedicated-prolong' AND p.outcome = 'charged'
          AND p.created_at > (SELECT created_at FROM purchases WHERE id = ${purchaseId}) AND value = ${serviceId})
        AS "isMovedSince:flag"
      FROM dedicated_proxies WHERE account_id = ${accountId} AND service_id = ${serviceId}
        AND date_source = 'computed' AND wall_end IS NOT NULL`);
    for (const { id, wallEnd, isMovedSince } of held) {
      const answered = given.get(serviceId) ?? null;
      const answeredEnd = answered === null ? null : parseWallTime(answered);
      const old = before.get(serviceId);
      if (outcome === 'charged') {
        if (answeredEnd !== null && !isMovedSince) put(id, answered, 'service', answeredEnd);
      } else if (isMovedSince || old === undefined) {
        const end = wallEnd - order.period * DAY;
        put(id, formatWallTime(end), 'computed', end);
      } else put(id, old.dateEnd, old.dateSource, old.wallEnd);
    }
  }
  return moved;
};
