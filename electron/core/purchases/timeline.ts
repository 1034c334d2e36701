import type { ClientEvent, Purchase, TimelineEntry } from '#shared/contract/purchases.ts';
import type { Database } from '../storage/database.ts';

interface Row {
  readonly kind: TimelineEntry['kind'];
  readonly at: number;
  readonly id: number;
  readonly listId: number | null;
  readonly title: string;
  readonly path: string;
  readonly lines: number;
  readonly eventJson: string;
}

const columns = (kind: TimelineEntry['kind'], at: string, id: string, rest: Partial<Record<keyof Row, string>> = {}) =>
  `SELECT '${kind}' AS kind, ${at} AS at, ${id} AS id, ${rest.listId ?? 'NULL'} AS listId, ${rest.title ?? "''"} AS title,
    ${rest.path ?? "''"} AS path, ${rest.lines ?? '0'} AS lines, ${rest.eventJson ?? "''"} AS eventJson`;

const ALL = [
  `${columns('purchase', 'created_at', 'id')} FROM purchases WHERE client_id = ?1`,
  `${columns('list', 'created_at', 'id', { title: 'title', lines: 'line_count' })}
   FROM lists WHERE client_id = ?1 AND removed = 0`,
  `${columns('export', 'e.created_at', 'e.id', { listId: 'e.list_id', title: 'e.list_title', path: 'e.path', lines: 'e.line_count' })}
   FROM lists l JOIN exports e ON e.list_id = l.id WHERE l.client_id = ?1`,
  `${columns('subscription-gone', 'gone_at', '0', { title: 'uuid' })}
   FROM vpn_subscriptions WHERE client_id = ?1 AND gone_at IS NOT NULL AND gone_reason <> 'deleted'`,
  `${columns('event', 'at', 'id', { eventJson: 'event_json' })} FROM client_events WHERE client_id = ?1`,
  `${columns('client-added', 'created_at', 'id')} FROM clients WHERE id = ?1`,
].join('\nUNION ALL ');

/** Everything that happened for one client, the newest first. The caller has checked that the client is the account's. */
export const readTimeline = (
  db: Database,
  clientId: number,
  page: { readonly offset: number; readonly limit: number },
  purchaseOf: (purchaseId: number) => Purchase,
): { total: number; rows: TimelineEntry[] } => {
  const total = db.value<number>(`SELECT count(*) FROM (${ALL})`, clientId) ?? 0;
  const rows = db.all<Row>(
    `SELECT * FROM (${ALL}) ORDER BY at DESC, kind = 'client-added', id DESC LIMIT ?2 OFFSET ?3`,
    clientId,
    page.limit,
    page.offset,
  );
  return { total, rows: rows.map((row) => toEntry(row, purchaseOf)) };
};

const toEntry = (row: Row, purchaseOf: (purchaseId: number) => Purchase): TimelineEntry => {
  const { kind, at, id, listId, title, path, lines, eventJson } = row;
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
      return { kind, at, eventId: id, event: JSON.parse(eventJson) as ClientEvent };
    case 'client-added':
      return { kind, at };
  }
};
