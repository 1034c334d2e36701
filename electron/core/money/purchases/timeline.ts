import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientEvent, Purchase, TimelineEntry } from '#shared/contract/purchases.ts';

interface Row {
  readonly kind: TimelineEntry['kind'];
  readonly at: number;
  readonly id: number;
  readonly listId: number | null;
  readonly title: string;
  readonly path: string;
  readonly lines: number;
  readonly event: ClientEvent;
}

const everything = (clientId: number): Sql => sql`
  SELECT 'purchase' AS kind, created_at AS at, id, NULL AS list_id, '' AS title, '' AS path, 0 AS lines, NULL AS event
    FROM purchases WHERE client_id = ${clientId}
  UNION ALL SELECT 'list', created_at, id, NULL, title, '', line_count, NULL
    FROM lists WHERE client_id = ${clientId} AND removed = 0
  UNION ALL SELECT 'export', e.created_at, e.id, e.list_id, e.list_title, e.path, e.line_count, NULL
    FROM lists l JOIN exports e ON e.list_id = l.id WHERE l.client_id = ${clientId}
  UNION ALL SELECT 'subscription-gone', gone_at, 0, NULL, uuid, '', 0, NULL
    FROM vpn_subscriptions WHERE client_id = ${clientId} AND gone_at IS NOT NULL AND gone_reason <> 'deleted'
  UNION ALL SELECT 'event', at, id, NULL, '', '', 0, event_json FROM client_events WHERE client_id = ${clientId}
  UNION ALL SELECT 'client-added', created_at, id, NULL, '', '', 0, NULL FROM clients WHERE id = ${clientId}`;

/**
 * Returns everything that happened for one client, newest first. The caller must check that the client belongs to the
 * account.
 */
export const readTimeline = (
  db: Database,
  clientId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  purchaseOf: (purchaseId: number) => Purchase,
): { total: number; rows: TimelineEntry[] } => {
  const total = db.value<number>(sql`SELECT count(*) FROM (${everything(clientId)})`) ?? 0;
  const rows = db.all<Row>(sql`SELECT kind, at, id, list_id, title, path, lines, event AS "event:json"
    FROM (${everything(clientId)}) ORDER BY at DESC, kind = 'client-added', id DESC LIMIT ${limit} OFFSET ${offset}`);
  return { total, rows: rows.map((row) => toEntry(row, purchaseOf)) };
};

const toEntry = (row: Row, purchaseOf: (purchaseId: number) => Purchase): TimelineEntry => {
  const { kind, at, id, listId, title, path, lines, event } = row;
  switch (kind) {
    case 'purchase':
      return { kind, at, purchase: purchaseOf(id) };
    case 'list':
      return { kind, at, listId: id, title, lines };
    case 'export':
      return { kind, at, exportId: id, listId, title, path, lines };
    case 'subscription-gone':
      return { kind, at, uuid: title };
    case 'event':
      return { kind, at, eventId: id, event };
    case 'client-added':
      return { kind, at };
  }
};
