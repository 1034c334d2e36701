import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { clientLabel, type LabelledClient } from '#shared/domain/client-label.ts';
import type { EndWindow } from '#shared/domain/client-needs.ts';
import { VPN_PERIODS } from '#shared/domain/limits.ts';
import { dueFrom, dueUntil } from '#shared/domain/schedule-time.ts';
import { STILL_DUE_DAYS } from '#shared/domain/standing-rules.ts';
import {
  type ComingRenewal,
  type DueOrder,
  type DuePayment,
  type DueRules,
  dueAtOf,
  extendsSame,
  isClientThere,
  MOST_DUE,
  membersWith,
  type OrderScope,
  type ProductRenewals,
  type UnseenPayments,
} from './due.ts';
import { knownPrice, vpnPriceKey } from './price-keys.ts';

const DAY = 86_400_000;
/** Ends do not move on their own, but are read again before anything is paid automatically. */
const ENDS_FRESH_MS = 15 * 60_000;

interface VpnRow {
  readonly clientId: number;
  readonly uuid: string;
  readonly endsAt: number;
  readonly asOf: number | null;
}

/** Returns a page of the subscriptions that end in a window and follow `after`, the first to end first. */
const endingVpn = (db: Database, order: OrderScope, from: number, to: number, after?: VpnRow): VpnRow[] => {
  const window: EndWindow = { from: after?.endsAt ?? from, to, only: 'any' };
  const { endsAt, clientId, uuid } = after ?? { endsAt: from, clientId: -1, uuid: '' };
  // Many clients may have the tag, so the search starts from the ends, which are fewer; otherwise from the clients.
  const found =
    order.targetsOf === 'tag'
      ? sql`vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
          WHERE ${endsIn(window)} AND ${isClientThere(order.accountId)}
            AND EXISTS (SELECT 1 FROM client_tags t WHERE t.client_id = c.id AND t.tag = ${order.tag})`
      : sql`${membersWith(order, sql`vpn_subscriptions s ON s.client_id = c.id`)} AND ${endsIn(window, sql`+s.`)}`;
  return db.all<VpnRow>(sql`SELECT s.client_id, s.uuid, s.expires_at AS endsAt, c.vpn_as_of AS asOf
    FROM ${found} AND (s.expires_at, s.client_id, s.uuid) > (${endsAt}, ${clientId}, ${uuid})
    ORDER BY s.expires_at, s.client_id, s.uuid LIMIT ${MOST_DUE}`);
};

/**
 * Returns the clients with a renewal whose end neither an answer nor the list has shown yet, or which was made after
 * `since` while the list still has an end that is due by `until`; and when their list was read. It covers all orders,
 * because the ends are fewer than the clients of an order.
 */
const unlistedRenewals = (
  db: Database,
  accountId: string,
  { since, from, until }: { readonly since: number; readonly from: number; readonly until: number },
): { readonly clientId: number; readonly asOf: number | null }[] =>
  db.all(sql`SELECT DISTINCT c.id AS client_id, c.vpn_as_of AS as_of
    FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
    WHERE s.gone_at IS NULL AND (s.expires_at IS NULL OR s.expires_at >= ${from} AND s.expires_at < ${until})
      AND ${isClientThere(accountId)} AND EXISTS (SELECT 1 FROM purchases p WHERE p.client_id = c.id
        AND p.kind = 'vpn-renew' AND p.outcome = 'charged' AND lower(p.order_json ->> '$.uuid') = lower(s.uuid)
        AND (s.expires_at IS NULL OR p.created_at >= ${since}))
    LIMIT ${MOST_DUE}`);

/** Yields the clients for whom the service's list does not show the new end of a renewal yet. */
function* awaitedRenewals({ action, accountId, zone }: DueOrder<'vpn-renew'>, { db, clock }: UnseenPayments) {
  const now = clock.now();
  const dueIn = { from: now - STILL_DUE_DAYS * DAY, until: dueUntil(now, action.daysBefore, zone) };
  for (const { clientId, asOf } of unlistedRenewals(db, accountId, { since: now - DAY, ...dueIn })) {
    if (asOf === null || Math.abs(now - asOf) > ENDS_FRESH_MS) yield clientId;
  }
}

/** The subscriptions that standing orders renew. */
export const renewalsDue: DueRules<'vpn-renew'> = {
  targets: (db, order, { now }) => {
    const { action, zone } = order;
    const until = dueUntil(now, action.daysBefore, zone);
    return endingVpn(db, order, now - STILL_DUE_DAYS * DAY, until).map(({ uuid, clientId, endsAt, asOf }) => ({
      target: uuid,
      version: endsAt,
      clientId,
      proxyId: null,
      serviceId: null,
      endsAt,
      asOf,
      show: 'ready',
      dueAt: dueAtOf(order, dueFrom(endsAt, action.daysBefore, zone)),
    }));
  },
  payments: (db, order, { from, to }) => {
    const priceKopecks = knownPrice(db, order.accountId, vpnPriceKey(order.action.periodMonths));
    let last: VpnRow | undefined;
    return (before): DuePayment[] => {
      const rows = endingVpn(db, order, from, to, before === undefined ? undefined : last);
      last = rows.at(-1);
      return rows.map(({ uuid, endsAt }) => ({ target: uuid, endsAt, priceKopecks }));
    };
  },
  uncovered: (db, accountId, { from, to }, covered, most) => {
    const ending = sql`FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
      WHERE ${endsIn({ from, to, only: 'any' })} AND ${isClientThere(accountId)} AND NOT (${covered(sql`c.id`)})`;
    return {
      count: db.value<number>(sql`SELECT count(*) ${ending}`) ?? 0,
      named: db
        .all<{ clientId: number } & LabelledClient>(sql`SELECT DISTINCT c.id AS clientId, c.name, c.client_key,
          c.messenger_id ${ending} LIMIT ${most}`)
        .map(({ clientId, ...client }) => ({ clientId, proxyId: null, name: clientLabel(client) })),
    };
  },
  reading: { of: 'subscriptions', freshMs: ENDS_FRESH_MS },
  awaited: awaitedRenewals,
  isPaidBy: extendsSame,
  assertStillDue: () => undefined,
};

/** SQL of the period last bought here, otherwise the shortest one. */
const MONTHS = sql`coalesce(bought.order_json ->> 'periodMonths', 1)`;

interface ComingVpn extends Omit<ComingRenewal, 'terms' | 'priceKey' | 'serviceId'> {
  readonly months: number;
}

export const vpnRenewals: ProductRenewals<'vpn'> = {
  between: (db, accountId, { from, to }) =>
    db
      .all<ComingVpn>(sql`SELECT s.expires_at AS endsAt, ${MONTHS} AS months, k.price_kopecks,
        k.as_of FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
        LEFT JOIN purchases bought ON bought.id = s.purchase_id
        LEFT JOIN known_prices k ON k.account_id = c.account_id AND k.price_key = ${vpnPriceKey(MONTHS)}
        WHERE ${endsIn({ from, to, only: 'any' })} AND c.account_id = ${accountId} AND c.removed = 0
          AND c.archived = 0`)
      .map(({ months, ...due }) => ({
        ...due,
        terms: { kind: 'vpn', months },
        priceKey: String(months),
        serviceId: null,
      })),
  askPrice: async (api, { terms }) => {
    const periodMonths = VPN_PERIODS.find((one) => one === terms.months);
    if (periodMonths !== undefined) await api.call('vpn.quote', { periodMonths });
  },
};
