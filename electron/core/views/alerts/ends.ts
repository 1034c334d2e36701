import type { Database } from '#core/platform/sqlite/database.ts';
import { also, sql } from '#core/platform/sqlite/sql.ts';
import { instantOfWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';
import type { Subject } from './alert-repository.ts';
import { alertOf, rowSlices, SLICE } from './row-slices.ts';

/** A thing that ends, or ended when its alert was raised, with the state of that alert. */
export interface KnownEnd extends Subject {
  /** ms since the epoch, UTC; `null` if the thing no longer exists. */
  readonly endsAt: number | null;
  /** Whether the service says that it has ended, whatever this computer's clock shows. */
  readonly isOver: boolean;
  readonly alertId: number | null;
  readonly stage: number | null;
  readonly eventAt: number | null;
}

/** The clients to check: all, or one. */
export interface Scope {
  readonly accountId: string;
  readonly clientId: number | null;
}

const ALERTED = sql`a.id AS alertId, a.stage, a.event_at`;

interface VpnRow {
  readonly alertId: number | null;
  readonly stage: number | null;
  readonly eventAt: number | null;
  readonly clientId: number;
  readonly uuid: string;
  readonly endsAt: number | null;
  readonly isOver: boolean;
}

/** Disabled subscriptions do not run and cannot be renewed. */
const RUNS = sql`s.gone_at IS NULL AND coalesce(upper(s.status), '') <> 'DISABLED'`;
const IS_OVER = sql`coalesce(upper(s.status), '') = 'EXPIRED' AS "isOver:flag"`;
const THERE = sql`c.removed = 0 AND c.archived = 0`;

const vpnEnd = (accountId: string, { clientId, uuid, ...row }: VpnRow): KnownEnd => ({
  ...row,
  accountId,
  kind: 'vpn' as const,
  subject: `${clientId} ${uuid.toLowerCase()}`,
  clientId,
  proxyId: null,
  target: uuid,
});

/** Yields the subscriptions that have an alert, in slices, whatever has happened to them. */
export function* alertedSubscriptions(db: Database, { accountId, clientId }: Scope): Generator<readonly KnownEnd[]> {
  const only = also(clientId === null ? null : sql`a.client_id = ${clientId}`);
  const read = (after: number) =>
    db.all<VpnRow>(sql`SELECT ${ALERTED}, a.client_id, a.target AS uuid, s.expires_at AS endsAt, ${IS_OVER}
      FROM alerts a LEFT JOIN clients c ON c.id = a.client_id AND ${THERE}
      LEFT JOIN vpn_subscriptions s ON s.client_id = c.id AND s.uuid = a.target AND ${RUNS}
      WHERE a.account_id = ${accountId} AND a.kind = 'vpn' AND a.id > ${after}${only} ORDER BY a.id LIMIT ${SLICE}`);
  for (const rows of rowSlices(0, read, alertOf)) yield rows.map((row) => vpnEnd(accountId, row));
}

/** Yields the subscriptions that end between two times (ms since the epoch, UTC), in slices. */
export function* subscriptionsEndingBetween(
  db: Database,
  { accountId, clientId }: Scope,
  from: number,
  to: number,
): Generator<readonly KnownEnd[]> {
  const only = also(clientId === null ? null : sql`s.client_id = ${clientId}`);
  // `+` keeps the planner from using the index of all ends, because one client has only a few.
  const runs = clientId === null ? RUNS : sql`+${RUNS}`;
  type Key = readonly [number, number, string];
  const read = ([endsAt, client, uuid]: Key) =>
    db.all<VpnRow>(sql`SELECT ${ALERTED}, s.client_id, s.uuid, s.expires_at AS endsAt, ${IS_OVER}
      FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
      LEFT JOIN alerts a ON a.account_id = c.account_id AND a.kind = 'vpn'
        AND a.subject = s.client_id || ' ' || lower(s.uuid)
      WHERE ${runs} AND (s.expires_at, s.client_id, s.uuid) > (${endsAt}, ${client}, ${uuid}) AND s.expires_at <= ${to}
        AND c.account_id = ${accountId} AND ${THERE}${only}
      ORDER BY s.expires_at, s.client_id, s.uuid LIMIT ${SLICE}`);
  const keyOf = (row: VpnRow): Key => [row.endsAt ?? to, row.clientId, row.uuid];
  for (const rows of rowSlices<VpnRow, Key>([from, 0, ''], read, keyOf))
    yield rows.map((row) => vpnEnd(accountId, row));
}

interface ProxyRow {
  readonly alertId: number | null;
  readonly stage: number | null;
  readonly eventAt: number | null;
  readonly proxyId: number;
  readonly clientId: number | null;
  readonly ip: string | null;
  readonly wallEnd: number | null;
}

const proxyEnd = (accountId: string, zone: string, { wallEnd, proxyId, ip, ...row }: ProxyRow): KnownEnd => ({
  ...row,
  accountId,
  isOver: false,
  kind: 'proxy' as const,
  subject: String(proxyId),
  proxyId,
  target: ip ?? '',
  endsAt: wallEnd === null ? null : instantOfWallTime(wallEnd, zone),
});

/** Does the same for dedicated proxies, whose ends are read in the assumed zone. */
export function* alertedProxies(db: Database, accountId: string, zone: string): Generator<readonly KnownEnd[]> {
  const read = (after: number) =>
    db.all<ProxyRow>(sql`SELECT ${ALERTED}, a.proxy_id, p.client_id, coalesce(p.ip, a.target) AS ip, p.wall_end
      FROM alerts a LEFT JOIN dedicated_proxies p ON p.id = a.proxy_id AND p.archived = 0
      WHERE a.account_id = ${accountId} AND a.kind = 'proxy' AND a.id > ${after} ORDER BY a.id LIMIT ${SLICE}`);
  for (const rows of rowSlices(0, read, alertOf)) yield rows.map((row) => proxyEnd(accountId, zone, row));
}

/**
 * Yields the dedicated proxies whose ends lie between two moments (ms since the epoch, UTC), in slices by their end.
 * Ends are read in the assumed zone.
 */
export function* proxiesEndingBetween(
  db: Database,
  accountId: string,
  zone: string,
  from: number,
  to: number,
): Generator<readonly KnownEnd[]> {
  const [wallFrom, wallTo] = [wallTimeAt(from, zone), wallTimeAt(to, zone)];
  type Key = readonly [number, number];
  const read = ([wallEnd, id]: Key) =>
    db.all<ProxyRow>(sql`SELECT ${ALERTED}, p.id AS proxyId, p.client_id, p.ip, p.wall_end
      FROM dedicated_proxies p
      LEFT JOIN alerts a ON a.account_id = p.account_id AND a.kind = 'proxy' AND a.subject = CAST(p.id AS TEXT)
      WHERE p.account_id = ${accountId} AND p.archived = 0 AND (p.wall_end, p.id) > (${wallEnd}, ${id})
        AND p.wall_end <= ${wallTo} ORDER BY p.wall_end, p.id LIMIT ${SLICE}`);
  const keyOf = (row: ProxyRow): Key => [row.wallEnd ?? wallTo, row.proxyId];
  for (const rows of rowSlices<ProxyRow, Key>([wallFrom, 0], read, keyOf))
    yield rows.map((row) => proxyEnd(accountId, zone, row));
}
