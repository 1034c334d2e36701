import { NOT_REMOVED, PURGED, WRITTEN_AGAIN } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, ofRow, plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { gramsOf } from '#core/platform/sqlite/text-grams.ts';
import type { ClientHoldings, ClientRow } from '#shared/contract/clients.ts';
import {
  CLIENT_LIMITS,
  CLIENT_TEXT_NAMES,
  type ClientFields,
  clientText,
  normaliseTags,
  searchTextOf,
} from '#shared/domain/client-fields.ts';
import { sortKey } from '#shared/domain/fold-text.ts';

/** A client found by its unique pair; it may be removed. */
export interface StoredClient extends ClientFields {
  readonly id: number;
  readonly archived: boolean;
  /** The state of removal; see catalogue/trash/removal-states.ts. */
  readonly removed: number;
}

/** The tables with a client's data, besides its purchases, lists and proxies. */
const CLIENT_TABLES = [
  'client_tags',
  'traffic_balances',
  'whitelist_reads',
  'whitelist_ips',
  'sub_user_passwords',
  'vpn_reads',
  'vpn_subscriptions',
  'client_events',
  'prices',
  'telegram_chats',
  'telegram_invites',
] as const;
/** The columns that a permanent deletion clears. The name stays for the ledger. */
const CLEARED = plain(
  CLIENT_TEXT_NAMES.filter((name) => name !== 'name')
    .flatMap((name) => [`${name} = ''`, ...(clientText(name).sorted === true ? [`${name}_sort = NULL`] : [])])
    .join(', '),
);

const TAGS = sql`(SELECT json_group_array(tag) FROM client_tags WHERE client_id = c.id) AS "tags:json"`;
const TEXTS = plain(CLIENT_TEXT_NAMES.map((name) => `c.${name}`).join(', '));
const STORED = sql`SELECT c.id, c.messenger_id, c.client_key, ${TEXTS}, c.paid_until, ${TAGS}, c.archived AS "archived:flag",
  c.removed FROM clients c`;
const ROWS = sql`SELECT c.id, c.messenger_id, c.client_key, ${TEXTS}, c.paid_until, ${TAGS}, c.archived AS "archived:flag",
  c.created_at, c.updated_at, c.traffic_gb, c.traffic_as_of, c.last_purchase_at, c.vpn_active, c.vpn_total,
  c.next_expiry, c.vpn_as_of, c.owed_kopecks, c.due_day`;

/** Returns the sort key; `null` for an empty text, so that such clients come last. */
const foldedOrNull = (text: string): string | null => (text === '' ? null : sortKey(text));

const SORTED = CLIENT_TEXT_NAMES.filter((name) => clientText(name).sorted === true);
/** The columns of all form fields except the tags. */
const COLUMNS = [
  'messenger_id',
  'client_key',
  'key_sort',
  ...CLIENT_TEXT_NAMES,
  ...SORTED.map((name) => `${name}_sort`),
  'paid_until',
];
const INSERT = `INSERT INTO clients (${COLUMNS.join(', ')}, account_id, created_at, updated_at)
  VALUES (${COLUMNS.map(() => '?').join(', ')}, ?, ?, ?)`;
const SET = `UPDATE clients SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')}, updated_at = ?`;
const UPDATE = `${SET} WHERE id = ?`;
const REVIVE = `${SET}, archived = 0, ${NOT_REMOVED.text} WHERE id = ?`;

/** Combines new fields with kept ones. Tags beyond the limit are dropped. */
const withKept = (fields: ClientFields, kept: ClientFields): ClientFields => {
  const texts = CLIENT_TEXT_NAMES.map((name) => [name, fields[name] === '' ? kept[name] : fields[name]] as const);
  const tags = normaliseTags([...fields.tags, ...kept.tags]).slice(0, CLIENT_LIMITS.tags);
  return { ...fields, ...Object.fromEntries(texts), tags, paidUntil: fields.paidUntil ?? kept.paidUntil };
};

/** Returns the values in the order of `COLUMNS`. */
const valuesOf = (fields: ClientFields): readonly (string | number | null)[] => [
  fields.messengerId,
  fields.clientKey,
  sortKey(fields.clientKey),
  ...CLIENT_TEXT_NAMES.map((name) => fields[name]),
  ...SORTED.map((name) => foldedOrNull(fields[name])),
  fields.paidUntil,
];

type Debts = Pick<ClientHoldings, 'debtors' | 'owedKopecks'>;
export const NO_DEBTS: Debts = { debtors: 0, owedKopecks: 0 };

const putTags = (db: Database, clientId: number, tags: readonly string[]): void => {
  for (const tag of tags) {
    const add = sql`INSERT INTO client_tags (client_id, tag, account_id) SELECT id, ${tag}, account_id FROM clients
      WHERE id = ${clientId}`;
    db.run(ofRow('clients', clientId, add));
  }
};

const putGrams = (db: Database, clientId: number, text: string): void => {
  db.run(sql`INSERT OR REPLACE INTO client_grams (rowid, grams) VALUES (${clientId}, ${gramsOf(text)})`);
};

const writeText = (db: Database, clientId: number, text: string): void => {
  const { changes } = db.run(sql`INSERT INTO client_texts (client_id, search_text) VALUES (${clientId}, ${text})
    ON CONFLICT (client_id) DO UPDATE SET search_text = excluded.search_text
    WHERE search_text <> excluded.search_text`);
  // Write them together at the end: FTS5 flushes its buffer at most other statements, which would make it flush for
  // every client.
  if (changes > 0) db.atEnd(() => putGrams(db, clientId, text));
};

const update = (db: Database, clientId: number, fields: ClientFields, at: number, text: string): void => {
  db.run(ofRow('clients', clientId, { text, values: [...valuesOf(fields), at, clientId] }));
  db.run(ofRow('clients', clientId, sql`DELETE FROM client_tags WHERE client_id = ${clientId}`));
  putTags(db, clientId, fields.tags);
  writeText(db, clientId, searchTextOf(fields));
};

/** Returns whether there are purchases, lists, proxies, payments or sales for the client. */
export const hasHistory = (db: Database, clientId: number): boolean =>
  db.value<number>(sql`SELECT EXISTS (SELECT 1 FROM purchases WHERE client_id = ${clientId})
    OR EXISTS (SELECT 1 FROM lists WHERE client_id = ${clientId})
    OR EXISTS (SELECT 1 FROM dedicated_proxies WHERE client_id = ${clientId})
    OR EXISTS (SELECT 1 FROM payments WHERE client_id = ${clientId})
    OR EXISTS (SELECT 1 FROM sales WHERE client_id = ${clientId})`) === 1;

/** Returns the total debt. Prepayments of other clients do not reduce it. */
export const debtsOf = (db: Database, accountId: string, ids: readonly number[]): Debts =>
  db.get<Debts>(sql`SELECT count(*) AS debtors, coalesce(sum(owed_kopecks), 0) AS owed_kopecks FROM clients
    WHERE account_id = ${accountId} AND removed = 0 AND owed_kopecks > 0 AND id IN ${among(ids)}`) ?? NO_DEBTS;

/** Adds a client and returns its id. `at`, here and below: when it is written, in ms since the epoch, UTC. */
export const insertClient = (db: Database, accountId: string, fields: ClientFields, at: number): number => {
  const { lastId } = db.run(INSERT, ...valuesOf(fields), accountId, at, at);
  putTags(db, lastId, fields.tags);
  writeText(db, lastId, searchTextOf(fields));
  return lastId;
};

/** Writes all fields of a form and replaces the tags. */
export const writeClient = (db: Database, clientId: number, fields: ClientFields, at: number): void =>
  update(db, clientId, fields, at, UPDATE);

/**
 * Restores a removed client that is added again, with its purchases and lists. If it was in the trash, it keeps its
 * tags, and its texts where the new ones are empty.
 */
export const reviveClient = (db: Database, clientId: number, fields: ClientFields, at: number): void => {
  const kept = db.get<StoredClient>(sql`${STORED} WHERE c.id = ${clientId} AND c.removed > 0`);
  update(db, clientId, kept === undefined ? fields : withKept(fields, kept), at, REVIVE);
};

/** Returns the client with a pair, removed or not. */
export const clientByPair = (
  db: Database,
  accountId: string,
  messengerId: number,
  clientKey: string,
): StoredClient | undefined =>
  db.get<StoredClient>(sql`${STORED} WHERE c.account_id = ${accountId} AND c.messenger_id = ${messengerId}
      AND c.client_key = ${clientKey}`);

/** Returns whether a client has this messenger id, whatever the key. */
export const hasMessengerId = (db: Database, accountId: string, messengerId: number): boolean =>
  // The plus leaves only the index of pairs, which finds the id without reading all clients.
  db.has(sql`SELECT 1 FROM clients WHERE account_id = ${accountId} AND messenger_id = ${messengerId} AND +removed = 0
    LIMIT 1`);

/** Returns a client that is not removed. */
export const storedClient = (db: Database, accountId: string, clientId: number): StoredClient | undefined =>
  db.get<StoredClient>(sql`${STORED} WHERE c.account_id = ${accountId} AND c.id = ${clientId} AND c.removed = 0`);

/** Returns clients in the order of `ids`, without removed ones and those of other accounts. */
export const clientRows = (db: Database, accountId: string, ids: readonly number[]): ClientRow[] =>
  db.all<ClientRow>(sql`${ROWS} FROM json_each(${JSON.stringify(ids)}) wanted
    CROSS JOIN clients c ON c.id = wanted.value
    WHERE c.account_id = ${accountId} AND c.removed = 0 ORDER BY wanted.key`);

/**
 * Permanently deletes a removed client. Returns false if it was restored or added again meanwhile. If it has a
 * history, its name and the time of its removal stay for the ledger.
 */
export const purgeClient = (db: Database, clientId: number): boolean => {
  if (!db.has(sql`SELECT 1 FROM clients WHERE id = ${clientId} AND (removed > 0 OR removed = ${WRITTEN_AGAIN})`))
    return false;
  const write = (statement: Sql): number => db.run(ofRow('clients', clientId, statement)).changes;
  if (!hasHistory(db, clientId)) return write(sql`DELETE FROM clients WHERE id = ${clientId}`) > 0;
  for (const table of CLIENT_TABLES) write(sql`DELETE FROM ${plain(table)} WHERE client_id = ${clientId}`);
  writeText(db, clientId, '');
  write(sql`UPDATE clients SET ${CLEARED}, paid_until = NULL, traffic_gb = NULL, traffic_as_of = NULL, vpn_active = NULL,
    vpn_total = NULL, vpn_as_of = NULL, next_expiry = NULL, removed = ${PURGED} WHERE id = ${clientId}`);
  return true;
};

/** Updates the text by which the search finds the client, after any change of its fields. */
export const updateClientSearchText = (db: Database, clientId: number): void => {
  const stored = db.get<StoredClient>(sql`${STORED} WHERE c.id = ${clientId}`);
  if (stored !== undefined) writeText(db, clientId, searchTextOf(stored));
};

/** Lets the full-text index do a small part of the merging that many writes make necessary. */
export const tidyClientIndex = (db: Database): void => {
  db.run("INSERT INTO client_grams (client_grams, rank) VALUES ('merge', 32)");
};
