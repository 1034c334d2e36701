import { noteClientEvent } from '#core/catalogue/clients/client-events.ts';
import { createDedicatedStore } from '#core/catalogue/dedicated/dedicated-store.ts';
import { writeProxyClient, writeProxyNote } from '#core/catalogue/dedicated/proxy-repository.ts';
import type { RunStarter } from '#core/engine/run-many.ts';
import { adoptPurchases } from '#core/money/purchases/colleagues.ts';
import { createAccountQueue } from '#core/money/purchases/in-flight.ts';
import {
  confirmRefusal,
  endPurchase,
  markAsSent,
  settleByHand,
  writeIntent,
} from '#core/money/purchases/purchase-journal.ts';
import { reconcile } from '#core/money/purchases/reconciliation.ts';
import { recoverPurchases } from '#core/money/purchases/recover.ts';
import { createResolver } from '#core/money/purchases/resolver/resolver.ts';
import { moneyOfFiles } from '#core/money/sales/money-of-files.ts';
import { deletePayment, insertPayment } from '#core/money/sales/payment-repository.ts';
import { putPrice } from '#core/money/sales/price-repository.ts';
import { payForSale, priceEarlier, receivePayment, setSale, type WantedSale } from '#core/money/sales/sale-actions.ts';
import { recountClient } from '#core/money/sales/sales-book.ts';
import { ledgerMarkOf, setBalance } from '#core/service/account/account-repository.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import { openLittleDesk, type Pair, type Wire } from './little-desk.ts';

/** The charges of the service. Each purchase is identified by its price and its time. */
export interface LittleService {
  /** Kopecks. */
  spent: number;
  readonly charged: Set<string>;
}

export type Fate =
  | 'answered'
  /** Charged; the answer is lost. */
  | 'lost'
  /** The request never arrives. */
  | 'vanished'
  | 'refused'
  /** The app ends before the answer arrives. */
  | 'killed'
  /** The app ends just before the request leaves. */
  | 'killed-before';

export const PRICE = 10_000;
const CHARGED: ReadonlySet<Fate> = new Set(['answered', 'lost', 'killed']);
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A little desk that buys dedicated proxies, which no list of the service shows, and sells them. */
export const openMoneyDesk = (wire: Wire, service: LittleService, number: number, path: string) => {
  const desk = openLittleDesk(wire, number, path);
  const { db, clock } = desk;
  const uptime = (): number => Math.round(clock.uptime?.() ?? 0);
  const dedicated = createDedicatedStore({ db, assumedZone: () => 'UTC', refreshAvailability: async () => {} });
  const journal = { db, clock, logger, stores: { dedicated } as never };
  const closing = new AbortController();
  const files = moneyOfFiles(db, clock);
  const engine: RunStarter = {
    start: () => {
      throw new Error('No change of this desk is large enough for a run.');
    },
  };
  const actions = {
    set: (accountId: string, sale: WantedSale) => setSale(db, accountId, sale),
    paid: (accountId: string, purchaseId: number) => payForSale(journal, accountId, purchaseId),
    receive: (accountId: string, received: Parameters<typeof receivePayment>[2]) =>
      receivePayment(journal, accountId, received),
    priceEarlier: (accountId: string, isPaid: boolean) => priceEarlier(journal, engine, accountId, isPaid),
  };
  let bought = 0;

  const readBalance = async () => {
    // No two readings have the same time.
    clock.jumpTo(clock.now() + 10);
    const spentKopecks = service.spent;
    const balance = { balanceKopecks: 10_000_000 - spentKopecks, spentKopecks, asOf: clock.now() };
    setBalance(db, 'a', { ...balance, uptime: uptime() }, ledgerMarkOf(db, 'a'));
    return balance;
  };
  const resolver = createResolver({
    ...journal,
    session: {
      accountId: () => 'a',
      // The service lists nothing and gives no price.
      api: async () =>
        ({
          call: async () => {
            throw new DeskError('offline', 'There is no such service.');
          },
        }) as unknown as ApiClient,
    },
    readBalance,
    queue: createAccountQueue(),
    closing: closing.signal,
    isBuying: () => false,
    isUnguarded: () => false,
    isInQuestion: () => false,
    changed: () => {},
  });
  const client = (pair: Pair) => {
    const row = db.get<{ id: number }>(
      "SELECT id FROM clients WHERE account_id = 'a' AND client_key = ? AND removed = 0",
      pair,
    );
    return row === undefined ? null : { clientId: row.id, messengerId: 1, clientKey: pair, name: pair };
  };

  const proxy = () => {
    bought += 1;
    const serviceId = number * 1_000 + bought;
    return {
      id: serviceId,
      ip: `10.0.${number}.${bought}`,
      port: '8000',
      username: 'u',
      password: `p${serviceId}`,
      dateEnd: '2026-03-01 00:00:00',
    };
  };
  /** Delivers the service's answer: it has charged, and here are the proxies. */
  const deliver = (id: number, count: number, priceKopecks: number): void => {
    const orderId = `${id}`;
    const goods = { received: count, incomplete: 0, orderId, checkId: null, chargedKopecks: priceKopecks };
    const delivered = { orderId, checkId: null, priceKopecks, proxies: Array.from({ length: count }, proxy) };
    const answered = { goods: { kind: 'dedicated' as const, ...goods }, bought: delivered, differences: [] };
    endPurchase(journal, id, { event: 'delivered', ...answered }, clock.now(), {
      status: 200,
      text: '{}',
      complete: true,
    });
  };

  return {
    ...desk,
    pull: (most: number) => {
      desk.pull(most);
      resolver.noteColleagues('a');
    },
    readBalance,
    adopt: (mark: string) => adoptPurchases(db, 'a', mark, uptime()),
    resolve: () => resolver.resolve('a').then(() => {}),
    recover: () => recoverPurchases(journal),
    /** `isPublished`: the others know of the purchase when it leaves. */
    buy: async (fate: Fate, count: number, pair: Pair | null, isPublished = false) => {
      recoverPurchases(journal);
      // Two computers never do anything at exactly the same moment.
      clock.jumpTo(clock.now() + 1_000 + number);
      const buyer = pair === null ? null : client(pair);
      const { balanceKopecks, spentKopecks } = await readBalance();
      const at = clock.now();
      const order: Order = {
        kind: 'dedicated',
        clientId: buyer?.clientId ?? null,
        ipv: 4,
        countryCode: 'de',
        period: 30,
        count,
      };
      const priceKopecks = count * PRICE;
      const evidence = { at, uptime: uptime(), balance: { balanceKopecks, spentKopecks } };
      const id = writeIntent(
        journal,
        { accountId: 'a', order, client: buyer, priceKopecks, evidence },
        at,
        isPublished,
      );
      if (isPublished) {
        while (desk.push(true));
        if (fate !== 'killed-before') markAsSent(journal, id, at);
      }
      if (CHARGED.has(fate)) {
        service.spent += priceKopecks;
        service.charged.add(`${at}`);
      }
      if (fate === 'answered') deliver(id, count, priceKopecks);
      else if (fate === 'lost' || fate === 'vanished') {
        endPurchase(journal, id, { event: 'open', reason: 'timeout', note: '' }, clock.now(), null);
      } else if (fate === 'refused') {
        endPurchase(journal, id, { event: 'open', reason: 'refused', note: 'no' }, clock.now(), null);
      }
      return id;
    },
    /** Prolongs by 30 days; the answer is still to come. */
    prolong: (serviceIds: readonly number[]) => {
      const at = clock.now();
      const order: Order = { kind: 'dedicated-prolong', clientId: null, serviceIds: [...serviceIds], period: 30 };
      const evidence = {
        at,
        uptime: uptime(),
        balance: { balanceKopecks: 10_000_000, spentKopecks: service.spent },
        dates: dedicated.datesOf('a', serviceIds),
      };
      return writeIntent(journal, { accountId: 'a', order, client: null, priceKopecks: PRICE, evidence }, at);
    },
    /** Delivers the answer with one proxy. */
    deliver: (id: number) => deliver(id, 1, PRICE),
    /** Delivers the answer with the new end of a proxy. */
    deliverEnd: (id: number, serviceId: number, dateEnd: string | null) => {
      const items = [{ serviceId, dateEnd }];
      const goods = { kind: 'dedicated-prolong' as const, items, chargedKopecks: PRICE };
      endPurchase(journal, id, { event: 'delivered', goods, differences: [] }, clock.now(), {
        status: 200,
        text: '{}',
        complete: true,
      });
    },
    /** Delivers a refusal of the service, whose sum shows that it charged nothing. */
    refuse: (id: number) => {
      endPurchase(journal, id, { event: 'open', reason: 'refused', note: 'no' }, clock.now(), null);
      confirmRefusal(journal, id, clock.now());
    },
    /** Settles the purchase by the user's word. */
    say: (id: number, verdict: 'charged' | 'not-charged') =>
      settleByHand(journal, id, { verdict, reason: 'as it was told', at: clock.now() }),
    ends: () => db.values<string>("SELECT date_end || ' ' || date_source FROM dedicated_proxies ORDER BY service_id"),
    pay: (pair: Pair, amountKopecks: number) => {
      const buyer = client(pair);
      if (buyer === null) return;
      insertPayment(db, {
        accountId: 'a',
        clientId: buyer.clientId,
        kind: 'received',
        purchaseId: null,
        amountKopecks,
        note: '',
        at: clock.now(),
        origin: '',
      });
      recountClient(db, buyer.clientId);
    },
    actions,
    idOf: (pair: Pair): number => client(pair)?.clientId ?? 0,
    /** Imports a line of a file with a client's debt. */
    fileSays: (pair: Pair, debtKopecks: number, from: { readonly file: string; readonly line: number }) =>
      files.take('a', client(pair)?.clientId ?? 0, { debtKopecks, prices: [] } as never, from),
    owes: (pair: Pair): number | null =>
      db.value<number>("SELECT owed_kopecks FROM clients WHERE account_id = 'a' AND client_key = ?", pair),
    dropPayment: () => {
      const row = db.get<{ id: number; clientId: number }>('SELECT id, client_id AS clientId FROM payments LIMIT 1');
      if (row === undefined) return;
      deletePayment(db, row.id);
      recountClient(db, row.clientId);
    },
    price: (pair: Pair | null, kopecks: number | null) => {
      const buyer = pair === null ? null : client(pair);
      if (pair === null || buyer !== null) {
        putPrice(db, 'a', buyer?.clientId ?? null, 'dedicated 4 de 30', kopecks);
        putPrice(db, 'a', buyer?.clientId ?? null, 'dedicated 4 any 30', kopecks);
      }
    },
    /** Gives the newest proxy a note and an owner. */
    hand: (pair: Pair, note: string) => {
      const buyer = client(pair);
      const row = db.get<{ id: number }>('SELECT id FROM dedicated_proxies ORDER BY bought_at DESC, ip LIMIT 1');
      if (buyer === null || row === undefined) return;
      writeProxyClient(db, 'a', [row.id], buyer.clientId);
      writeProxyNote(db, 'a', row.id, note);
      noteClientEvent({ db, clock }, buyer.clientId, { name: 'proxies-assigned', count: 1 });
    },
    standingOf: (id: number) =>
      db.get<{ outcome: string; basis: string | null }>('SELECT outcome, basis FROM purchases WHERE id = ?', id),
    newestPurchase: () => db.get<{ id: number }>('SELECT max(id) AS id FROM purchases')?.id ?? 0,
    ledger: () =>
      db
        .all<{ at: number; kopecks: number; outcome: string; basis: string | null }>(
          `SELECT created_at AS at, coalesce(charged_kopecks, price_kopecks) AS kopecks, outcome, basis
           FROM purchases ORDER BY created_at`,
        )
        .map((row) => ({ ...row })),
    reconciled: () => reconcile(db, 'a'),
    money: () => {
      const mark = `${number}`.repeat(8);
      const owner = `(SELECT client_key FROM clients c WHERE c.id = client_id AND removed = 0)`;
      const all = (sql: string) => db.all(sql).map((row) => ({ ...(row as object) }));
      return {
        purchases: all(
          `SELECT created_at, coalesce(computer, '${mark}') AS computer, ${owner} AS owner, client_key, outcome, basis,
             goods, charged_kopecks, reason, finished_at, goods_json, search_text, raw_answer,
             json_remove(order_json, '$.clientId') AS "order" FROM purchases ORDER BY created_at`,
        ),
        proxies: all(
          `SELECT ip, password, note, ${owner} AS owner, date_end, archived,
             (SELECT created_at FROM purchases p WHERE p.id = purchase_id) AS bought,
             (SELECT search_text FROM dedicated_texts t WHERE t.proxy_id = x.id) AS text
           FROM dedicated_proxies x ORDER BY ip`,
        ),
        sales: all(
          `SELECT (SELECT created_at FROM purchases p WHERE p.id = purchase_id) AS at, ${owner} AS owner, price_kopecks,
             paid_kopecks, due_day FROM sales WHERE owner IS NOT NULL ORDER BY at`,
        ),
        payments: all(
          `SELECT ${owner} AS owner, at, kind, amount_kopecks FROM payments WHERE owner IS NOT NULL ORDER BY at, amount_kopecks`,
        ),
        prices: all(
          `SELECT ${owner} AS owner, client_id IS NULL AS general, product, price_kopecks FROM prices
           WHERE client_id IS NULL OR owner IS NOT NULL ORDER BY owner, product`,
        ),
        events: all(
          `SELECT ${owner} AS owner, at, event_json FROM client_events WHERE owner IS NOT NULL ORDER BY owner, at`,
        ),
      };
    },
    close: () => {
      closing.abort();
      desk.close();
    },
  };
};

export type MoneyDesk = ReturnType<typeof openMoneyDesk>;
