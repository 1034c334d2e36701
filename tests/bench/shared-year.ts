import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertClient } from '#core/catalogue/clients/client-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { newKeyRing } from '#core/sync/crypto/keys.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { openSyncedDesk, type SyncedDesk } from '../integration/shared-desk/synced-desk.ts';
import { openDeskDatabase } from '../support/desk-database.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import { type Bench, type Measurement, timed } from './measure.ts';

/** A shop of five operators; a smaller one is for trying the bench. It has no lists. */
const SHOP = { clients: Number(process.env.SHOP_CLIENTS ?? 3_000), days: Number(process.env.SHOP_DAYS ?? 2) };
/**
 * Every client is read twice a day, one by one. With 3,000 clients the operators edit 150 texts and make 40 purchases and
 * sales.
 */
const A_DAY = {
  readings: 2 * SHOP.clients,
  edits: Math.ceil(SHOP.clients / 20),
  purchases: Math.ceil(SHOP.clients / 75),
};
const YEAR = 365;

/** When the app would check whether a snapshot is due, and what the snapshot would leave (compaction.ts). */
const LIMITS = { changes: 4_000, kept: 1_000 };
const LOOK_AFTER = LIMITS.changes / 16;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 5);
const BYTES_PER_MB = 1024 * 1024;

const answerOf = (at: number): string =>
  JSON.stringify({
    ok: true,
    data: { uuid: randomUUID(), subscriptionUrl: `https://vpn.example.com/s/${randomUUID()}`, at },
  });

/** Inserts a purchase and its sale as the journal stores them. `isEnded`: with the answer; otherwise only the intent. */
const buy = (db: Database, at: number, client: number, isEnded: boolean): number => {
  const order = { kind: 'vpn-renew', clientId: client, uuid: randomUUID(), months: 1 };
  const evidence = {
    balanceKopecks: 5_000_000,
    spentKopecks: at % 1e9,
    asOf: at,
    subscriptions: [order.uuid, randomUUID()],
  };
  const { lastId } = db.run(
    `INSERT INTO purchases (account_id, kind, client_id, messenger_id, client_key, client_name, order_json, price_kopecks,
       evidence_before, search_text, created_at, outcome) VALUES ('a', 'vpn-renew', ?, ?, ?, '', ?, 15000, ?, '', ?, 'pending')`,
    client,
    client,
    `key-${client}`,
    JSON.stringify(order),
    JSON.stringify(evidence),
    at,
  );
  if (isEnded) end(db, lastId, client, at);
  return lastId;
};
const end = (db: Database, purchase: number, client: number, at: number): void => {
  db.run(
    `UPDATE purchases SET outcome = 'charged', basis = 'answer', goods = 'here', charged_kopecks = 15000, raw_status = 200,
       raw_answer = ?1, raw_complete = 1, goods_json = ?1, sent_at = ?2, finished_at = ?2 WHERE id = ?3`,
    answerOf(at),
    at,
    purchase,
  );
  db.run(
    "INSERT INTO sales (purchase_id, account_id, client_id, price_kopecks) VALUES (?, 'a', ?, 25000)",
    purchase,
    client,
  );
  db.run(
    "INSERT INTO client_events (client_id, at, event_json, account_id) VALUES (?, ?, ?, 'a')",
    client,
    at,
    JSON.stringify({ name: 'renewed', months: 1, purchaseId: purchase }),
  );
};
const read = (db: Database, client: number, at: number): void =>
  db.transaction(() => {
    db.run(
      `INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, url, traffic_limit_bytes, position)
       VALUES (?1, ?2, 'ACTIVE', ?3, ?4, 0, 0) ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
      client,
      `00000000-0000-4000-8000-${String(client).padStart(12, '0')}`,
      at + 30 * DAY_MS,
      `https://vpn.example.com/${client}`,
    );
    db.run('INSERT OR REPLACE INTO vpn_reads (client_id, as_of) VALUES (?, ?)', client, at);
    db.run(
      `INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of) VALUES (?, 'residential', ?, ?)
       ON CONFLICT DO UPDATE SET traffic_gb = excluded.traffic_gb, as_of = excluded.as_of`,
      client,
      (at / 1_000) % 40,
      at,
    );
  });

/** Inserts everything that a year leaves behind, before the desk is shared. */
const giveYear = (db: Database): void => {
  db.transaction(() => {
    for (let client = 1; client <= SHOP.clients; client += 1) {
      const texts = {
        name: `Иван Петров ${client}`,
        note: client % 3 === 0 ? 'paid by card' : '',
        plan: '',
        paidUntil: null,
      };
      insertClient(db, 'a', { messengerId: client, clientKey: `key-${client}`, ...texts, tags: [] }, START);
      read(db, client, START);
    }
    for (let made = 0; made < YEAR * A_DAY.purchases; made += 1)
      buy(db, START + made * 600_000, 1 + (made % SHOP.clients), true);
  });
};

/** Makes one change after the other, as the five operators do in the course of a day. */
function* changesOfDay(db: Database, at: number): Generator<void> {
  const { readings, edits, purchases } = A_DAY;
  for (let step = 0; step < readings; step += 1) {
    const [now, client] = [at + step * 1_000, 1 + (step % SHOP.clients)];
    read(db, client, now);
    yield;
    if (step % Math.ceil(readings / edits) === 0) {
      db.run('UPDATE clients SET note = ?, updated_at = ? WHERE id = ?', `asked on ${now}`, now, client);
      yield;
    }
    if (step % Math.ceil(readings / purchases) === 0) {
      const purchase = buy(db, now, client, false);
      yield;
      end(db, purchase, client, now);
      yield;
    }
  }
}

const sizeOf = async (postgres: Postgres, what: string): Promise<number> =>
  Number((await postgres.ask(`SELECT ${what} AS n`))[0]?.n) / BYTES_PER_MB;
const SEALED = `(SELECT coalesce(sum(octet_length(sealed)), 0) FROM reseller_desk.changes)
  + (SELECT coalesce(sum(octet_length(sealed)), 0) FROM reseller_desk.snapshots)`;
const WHOLE = "pg_total_relation_size('reseller_desk.changes') + pg_total_relation_size('reseller_desk.snapshots')";
const chainOf = async (postgres: Postgres): Promise<{ readonly seq: number; readonly at: number }> => {
  const [row] = await postgres.ask('SELECT seq, coalesce(snapshot_seq, 0) AS at FROM reseller_desk.desks');
  return { seq: Number(row?.seq), at: Number(row?.at) };
};

const clientsOf = ({ db }: SyncedDesk): number => db.get<{ n: number }>('SELECT count(*) AS n FROM clients')?.n ?? 0;

/**
 * Measures what a year of a shop leaves in the database, and how much a joining computer then reads. The year's records are
 * there from the beginning, and only the last days are played change by change, because snapshots leave nothing of the
 * earlier days.
 */
export const measureYear: Bench = async () => {
  const postgres = await startPostgres({ settings: ['log_statement=none'] });
  const folder = await mkdtemp(join(tmpdir(), 'bench-year-'));
  const opened: SyncedDesk[] = [];
  const deskId = randomUUID();
  const ring = newKeyRing();
  const open = (number: number, give?: (db: Database) => void): SyncedDesk => {
    const path = join(folder, `${number}.db`);
    const file = openDeskDatabase(['a'], path);
    give?.(file);
    file.close();
    const desk = openSyncedDesk({ number, path, connection: postgres.connection(), deskId, ring, limits: LIMITS });
    opened.push(desk);
    return desk;
  };
  try {
    await makeDesk(postgres.connection(), deskId);
    const desk = open(1, giveYear);
    await desk.meet();
    await desk.sync.exchange();
    const snapshots: number[] = [];
    const stalls: number[] = [];
    const sizes: number[] = [];
    const look = async (): Promise<void> => {
      const before = await chainOf(postgres);
      const cpu = process.cpuUsage();
      const took = await timed(desk.compaction.now);
      if ((await chainOf(postgres)).at === before.at) return;
      snapshots.push(took);
      const { user, system } = process.cpuUsage(cpu);
      stalls.push((user + system) / 1_000);
    };
    let changes = 0;
    const bytesBefore = await sizeOf(postgres, SEALED);
    let perChange = 0;
    const played = await timed(async () => {
      for (let day = 0; day < SHOP.days; day += 1) {
        for (const _ of changesOfDay(desk.db, START + (YEAR + day) * DAY_MS)) {
          await desk.sync.exchange();
          changes += 1;
          if (changes % LOOK_AFTER !== 0) continue;
          // The size per change is only valid until a snapshot removes changes.
          if (snapshots.length === 0) perChange = ((await sizeOf(postgres, SEALED)) - bytesBefore) / changes;
          await look();
          sizes.push(await sizeOf(postgres, WHOLE));
        }
      }
    });
    const { seq, at } = await chainOf(postgres);
    const joining = open(2);
    await joining.meet();
    const joined = await timed(joining.sync.exchange);
    if (clientsOf(joining) !== SHOP.clients) throw new Error('Something is missing where it was joined.');
    const what = `a year of ${SHOP.clients.toLocaleString('en')} clients`;
    const aDay = changes / SHOP.days;
    const lines: Measurement[] = [
      { what: `${what}: changes a day`, unit: '', values: [aDay] },
      { what: `${what}: in the database, sealed`, unit: 'MB', values: [await sizeOf(postgres, SEALED)] },
      { what: `${what}: tables in PostgreSQL, the largest they were`, unit: 'MB', values: sizes, by: 'worst' },
      { what: '  for comparison: a year of changes without snapshots', unit: 'MB', values: [perChange * aDay * YEAR] },
      { what: `${what}: a snapshot, of ${snapshots.length}`, unit: 'ms', values: snapshots },
      { what: '  processor time of it', unit: 'ms', values: stalls },
      { what: `${what}: joined then`, unit: 'ms', values: [joined], target: 60_000 },
      { what: '  changes read behind the snapshot', unit: '', values: [seq - at], target: LIMITS.changes + LOOK_AFTER },
      { what: '  for comparison: changes of a year', unit: '', values: [aDay * YEAR] },
      { what: '  a change and its exchange, of one after the other', unit: 'ms', values: [played / changes] },
    ];
    return lines;
  } finally {
    for (const desk of opened) desk.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await postgres.close();
  }
};
