import { z } from 'zod';
import { correctOverruledDates } from '#core/catalogue/dedicated/overruled-dates.ts';
import { writeProxyNote } from '#core/catalogue/dedicated/proxy-repository.ts';
import { storeSearchText } from '#core/catalogue/dedicated/search-text.ts';
import { linkSubscriptions } from '#core/catalogue/vpn/vpn-repository.ts';
import { noteColleagues } from '#core/money/purchases/colleagues.ts';
import { noteLastPurchase } from '#core/money/purchases/purchase-journal.ts';
import { compareAmounts } from '#core/money/sales/payment-origins.ts';
import { recountBuyer, recountClient } from '#core/money/sales/sales-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { DATE_SOURCES, ipv } from '#shared/contract/dedicated.ts';
import { proxyCheck } from '#shared/contract/last-check.ts';
import { clientEvent, purchasesProcedures } from '#shared/contract/purchases.ts';
import { BASES, compareVerdicts, OUTCOMES, type Verdict } from '#shared/domain/journal.ts';
import { PORT_TYPES } from '#shared/domain/limits.ts';
import { MAX_BALANCE_KOPECKS } from '#shared/domain/money.ts';
import { MAX_SALE_KOPECKS } from '#shared/domain/sale-amounts.ts';
import { parseProduct } from '#shared/domain/sale-products.ts';
import { PURCHASE_KINDS } from '#shared/products/index.ts';
import { COMPUTER, type DocKind } from './doc-kind.ts';
import { joinImportedProxies } from './join-imported.ts';
import { linkOrder } from './order-kinds.ts';
import { anyTime, boundedText, count, day, flag, jsonText, money, time } from './values.ts';

/**
 * The most characters of an answer that are published. One change has room for that many, whatever they are
 * (`crypto/box.ts`). An answer may have 64 MB, but the purchase also lists the goods, and the computer that made the
 * purchase keeps the whole answer.
 */
const MAX_PUBLISHED_ANSWER = 1_000_000;

const bought = purchasesProcedures['purchases.get'].output.shape;
const salePrice = z.int().min(0).max(MAX_SALE_KOPECKS);
const balanceOfService = z.int().min(-MAX_BALANCE_KOPECKS).max(MAX_BALANCE_KOPECKS);
/** The parts of a colleague's evidence that this app reads. */
const evidence = z.looseObject({
  balance: z
    .looseObject({ balanceKopecks: balanceOfService.nullish(), spentKopecks: balanceOfService.nullish() })
    .nullish(),
  pools: z.array(z.looseObject({ poolType: z.string(), trafficGb: z.number() })).nullish(),
  subscriptions: z.array(z.looseObject({ uuid: z.string(), expiresAt: anyTime.nullish() })).nullish(),
  dates: z.array(z.looseObject({ serviceId: z.int() })).nullish(),
});

interface Derived {
  readonly clientId: number | null;
  readonly kind: string;
  readonly outcome: string;
  readonly basis: string | null;
  readonly charged: number | null;
  readonly computer: string | null;
}

const purchaseRow = (db: Database, localId: number) =>
  db.get<{ -readonly [K in keyof Derived]: Derived[K] }>(sql`SELECT client_id, kind, outcome, basis,
    charged_kopecks AS charged, computer FROM purchases WHERE id = ${localId}`);

/** Notes that a field of a proxy changed here while changes of others were taken over, so that it is published. */
const noteProxyField = (db: Database, proxyId: number, field: string): void => {
  db.run(sql`INSERT INTO shared_changed_fields (account_id, kind, local_id, field)
    SELECT account_id, 'proxy', id, ${field} FROM dedicated_proxies WHERE id = ${proxyId} ON CONFLICT DO NOTHING`);
};

/** Returns the verdict in a value of the field `end`. */
const verdictOf = (end: unknown): Verdict => {
  const [outcome, basis, , , reason, , , , reopened] = end as readonly unknown[];
  const isCount = typeof reopened === 'number' && Number.isSafeInteger(reopened);
  return {
    outcome: OUTCOMES.find((one) => one === outcome) ?? 'pending',
    basis: BASES.find((one) => one === basis) ?? null,
    reason: typeof reason === 'string' ? reason : null,
    reopened: isCount ? reopened : 0,
  };
};

/** A purchase. Only the computer that made it finds out its outcome: see `computer` and docs/money.md. */
const purchase: DocKind = {
  name: 'purchase',
  table: 'purchases',
  id: 'id',
  // The evidence from before the purchase distinguishes two purchases of the same moment.
  key: ['created_at', 'kind', 'messenger_id', 'client_key', 'order_json', 'price_kopecks', 'evidence_before'],
  hasFixedKey: true,
  stays: true,
  writtenAt: `max(created_at, coalesce(finished_at, 0), coalesce(settlements_json ->> '$[#-1].at', 0))`,
  fields: {
    made: {
      is: 'columns',
      columns: [
        'created_at',
        'kind',
        'messenger_id',
        'client_key',
        'client_name',
        'client_sort',
        'order_json',
        'price_kopecks',
        'evidence_before',
        'search_text',
      ],
      agrees: ([, kind, , , , , order]) => (JSON.parse(String(order)) as { kind: unknown }).kind === kind,
    },
    // The computer that made the purchase publishes this field before the purchase ends. A computer that joins with a
    // copy of the purchase did not make it, and `writtenAt` gives its value an earlier time.
    computer: { is: 'columns', columns: ['computer'], writtenAt: 'created_at - 1' },
    client: { is: 'columns', columns: ['client_id'] },
    end: {
      is: 'columns',
      columns: [
        'outcome',
        'basis',
        'goods',
        'charged_kopecks',
        'reason',
        'note',
        'sent_at',
        'finished_at',
        'reopened',
        'differences_json',
        'risen_kopecks',
      ],
    },
    answer: { is: 'columns', columns: ['raw_status', 'raw_answer', 'raw_complete'] },
    goods: { is: 'columns', columns: ['goods_json'] },
    found: { is: 'columns', columns: ['evidence_after'] },
    words: { is: 'columns', columns: ['settlements_json'] },
    order: { is: 'columns', columns: ['standing_uid'] },
  },
  values: {
    created_at: time,
    kind: z.enum(PURCHASE_KINDS),
    messenger_id: z.int().nullable(),
    client_key: boundedText().nullable(),
    client_name: boundedText(),
    client_sort: boundedText(),
    search_text: boundedText(),
    order_json: jsonText(bought.order, { clientId: null }),
    price_kopecks: money,
    evidence_before: jsonText(evidence),
    outcome: bought.outcome,
    basis: bought.basis,
    goods: bought.goodsState,
    reason: bought.reason,
    charged_kopecks: money.nullable(),
    note: boundedText(),
    sent_at: time.nullable(),
    finished_at: time.nullable(),
    reopened: count,
    differences_json: jsonText(bought.differences).nullable(),
    risen_kopecks: money.nullable(),
    raw_status: z.int().nullable(),
    raw_answer: boundedText().nullable(),
    raw_complete: flag.nullable(),
    goods_json: jsonText(bought.goods).nullable(),
    evidence_after: jsonText(bought.resolution).nullable(),
    settlements_json: jsonText(bought.settlements).nullable(),
    standing_uid: boundedText(200).nullable(),
  },
  byHand: ['made', 'words'],
  refs: { client_id: 'client', computer: COMPUTER },
  publishedAs: {
    order_json: "json_remove(order_json, '$.clientId')",
    // A purchase is published before its request leaves. A computer that learns nothing more about the purchase, even
    // the one that made it, must assume that the request was sent.
    sent_at: "iif(outcome = 'pending', coalesce(sent_at, created_at), sent_at)",
    raw_answer: `substr(raw_answer, 1, ${MAX_PUBLISHED_ANSWER})`,
    raw_complete: `iif(length(raw_answer) > ${MAX_PUBLISHED_ANSWER}, 0, raw_complete)`,
  },
  weighed: {
    field: 'end',
    with: ['answer', 'goods', 'found'],
    compare: (published, here) => compareVerdicts(verdictOf(published), verdictOf(here)),
  },
  claims: {
    field: 'computer',
    where: "computer IS NULL AND restored_mark IS NULL AND (outcome <> 'charged' OR basis <> 'answer')",
  },
  before: purchaseRow,
  derive: (db, localId, before) => {
    const row = purchaseRow(db, localId);
    if (row === undefined) return;
    db.run(sql`UPDATE purchases SET order_json = json_set(order_json, '$.clientId', client_id) WHERE id = ${localId}`);
    linkOrder(db, 'id', localId);
    if (before === undefined) {
      // If this desk was restored from a copy, its own purchases may come back from other computers. The readings of
      // this desk are then later than the purchase.
      db.run(sql`UPDATE purchases SET books = (SELECT books FROM accounts WHERE id = account_id),
        restored_mark = iif(computer IS NULL, id, NULL) WHERE id = ${localId}`);
    }
    if (before?.outcome !== row.outcome || before.charged !== row.charged) {
      // The outcome of a colleague's purchase has arrived: see `noteColleagues`.
      db.run(sql`UPDATE purchases SET ended_uptime = NULL
        WHERE id = ${localId} AND coalesce(computer, restored_mark) IS NOT NULL`);
      recountBuyer(db, localId);
    }
    const wasGuessedHere = before?.outcome === 'charged' && before.basis !== 'answer' && before.computer === null;
    if (wasGuessedHere && (row.outcome !== 'charged' || row.basis === 'answer')) {
      for (const proxyId of correctOverruledDates(db, localId)) noteProxyField(db, proxyId, 'end');
    }
    const { clientId, kind } = row;
    if (clientId === null) return;
    noteLastPurchase(db, clientId);
    if (kind.startsWith('vpn-')) linkSubscriptions(db, clientId);
  },
  arrived: noteColleagues,
  changed: ({ emit }) => emit('purchases.changed', { purchaseId: null }),
};

const proxy: DocKind = {
  name: 'proxy',
  table: 'dedicated_proxies',
  id: 'id',
  key: ['purchase_id', 'service_id', 'ip', 'port', 'username', 'password'],
  mayRepeat: true,
  hasFixedKey: true,
  stays: true,
  writtenAt: 'bought_at',
  fields: {
    made: {
      is: 'columns',
      columns: [
        'purchase_id',
        'service_id',
        'ip',
        'port',
        'username',
        'password',
        'ipv',
        'country_code',
        'order_id',
        'check_id',
        'ip_sort',
        'complete',
        'bought_at',
      ],
    },
    origin: { is: 'columns', columns: ['imported'] },
    end: { is: 'columns', columns: ['date_end', 'date_source', 'wall_end'] },
    client: { is: 'columns', columns: ['client_id'] },
    note: { is: 'columns', columns: ['note'], isTyped: true },
    port: { is: 'columns', columns: ['port_type', 'port_type_sure'] },
    archived: { is: 'columns', columns: ['archived'] },
    check: { is: 'columns', columns: ['last_check_json'], isReading: true },
  },
  values: {
    service_id: z.int().nullable(),
    ip: boundedText().nullable(),
    port: boundedText().nullable(),
    username: boundedText().nullable(),
    password: boundedText().nullable(),
    ipv,
    country_code: boundedText(),
    ip_sort: boundedText().nullable(),
    order_id: boundedText().nullable(),
    check_id: boundedText().nullable(),
    complete: flag,
    bought_at: time,
    imported: flag,
    date_end: boundedText().nullable(),
    date_source: z.enum(DATE_SOURCES),
    wall_end: anyTime.nullable(),
    note: boundedText(),
    port_type: z.enum(PORT_TYPES).nullable(),
    port_type_sure: flag,
    archived: flag,
    last_check_json: jsonText(proxyCheck).nullable(),
  },
  byHand: ['client', 'note', 'port', 'archived'],
  refs: { purchase_id: 'purchase', client_id: 'client' },
  derive: storeSearchText,
  join: (db, localId, times) => {
    const { fields, archivedIds } = joinImportedProxies(db, localId, times);
    for (const id of archivedIds) noteProxyField(db, id, 'archived');
    return fields;
  },
  retype: (db, { accountId, localId }, _, text) => writeProxyNote(db, accountId, localId, text),
};

const ownerOf =
  (table: string, id: string) =>
  (db: Database, localId: number): { clientId: number | null } | undefined =>
    db.get(sql`SELECT client_id FROM ${plain(table)} WHERE ${plain(id)} = ${localId}`);

/** Recalculates the debt of the client to whom the row belonged before, and of the one to whom it belongs now. */
const recount = (table: string, id: string): Pick<DocKind, 'before' | 'derive'> => {
  const owner = ownerOf(table, id);
  return {
    before: owner,
    derive: (db, localId, before) => {
      const clients = new Set([before?.clientId, owner(db, localId)?.clientId]);
      for (const clientId of clients) if (typeof clientId === 'number') recountClient(db, clientId);
    },
  };
};

const sale: DocKind = {
  name: 'sale',
  table: 'sales',
  id: 'purchase_id',
  key: ['purchase_id'],
  hasFixedKey: true,
  writtenAt: '(SELECT created_at FROM purchases WHERE id = purchase_id)',
  fields: {
    made: { is: 'columns', columns: ['purchase_id'] },
    buyer: { is: 'columns', columns: ['client_id'] },
    price: { is: 'columns', columns: ['price_kopecks'] },
    due: { is: 'columns', columns: ['due_day'] },
  },
  values: { price_kopecks: salePrice, due_day: day.nullable() },
  byHand: ['made', 'price', 'due'],
  refs: { purchase_id: 'purchase', client_id: 'client' },
  owners: ['purchase_id', 'client_id'],
  ...recount('sales', 'purchase_id'),
};

/** The columns that distinguish payments without an origin. */
const PAYMENT_KEY = ['amount_kopecks', 'note', 'at'].map((column) => `iif(origin = '', ${column}, NULL)`);

const payment: DocKind = {
  name: 'payment',
  table: 'payments',
  id: 'id',
  // Payments with the same origin are the same payment, even if other people noted them at other times and in other
  // words.
  key: ['client_id', 'kind', 'origin', ...PAYMENT_KEY],
  mayRepeat: true,
  writtenAt: 'at',
  fields: {
    made: { is: 'columns', columns: ['client_id', 'kind', 'amount_kopecks', 'note', 'at', 'origin'] },
    purchase: { is: 'columns', columns: ['purchase_id'] },
  },
  values: {
    kind: z.enum(['received', 'opening']),
    note: boundedText(),
    at: time,
    amount_kopecks: z.int().min(-MAX_SALE_KOPECKS).max(MAX_SALE_KOPECKS),
    origin: boundedText(200),
  },
  byHand: ['made'],
  weighed: {
    field: 'made',
    with: [],
    compare: (published, here) => {
      const [[, , one, , , origin], [, , other]] = [published, here] as readonly (readonly unknown[])[] as [
        unknown[],
        unknown[],
      ];
      return compareAmounts(String(origin), Number(one), Number(other));
    },
  },
  refs: { client_id: 'client', purchase_id: 'purchase' },
  owners: ['client_id'],
  ...recount('payments', 'id'),
};

const price: DocKind = {
  name: 'price',
  table: 'prices',
  id: 'id',
  key: ['client_id', 'product'],
  writtenAt: '0',
  fields: {
    made: { is: 'columns', columns: ['client_id', 'product'] },
    price: { is: 'columns', columns: ['price_kopecks'] },
  },
  values: { product: boundedText(60).refine((key) => parseProduct(key) !== null), price_kopecks: salePrice },
  byHand: ['made', 'price'],
  refs: { client_id: 'client' },
  owners: ['client_id'],
};

const event: DocKind = {
  name: 'event',
  table: 'client_events',
  id: 'id',
  // `count` is not part of the key, because it grows while the event is being written.
  key: ['client_id', 'at', "json_remove(event_json, '$.count')"],
  mayRepeat: true,
  writtenAt: 'at',
  fields: {
    made: { is: 'columns', columns: ['client_id', 'at'] },
    event: { is: 'columns', columns: ['event_json'] },
  },
  values: { at: time, event_json: jsonText(clientEvent) },
  byHand: ['made'],
  refs: { client_id: 'client' },
  owners: ['client_id'],
};

/** The kinds of records about buying and selling. */
export const MONEY_KINDS: readonly DocKind[] = [purchase, proxy, sale, payment, price, event];
