import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBus } from '#core/bus.ts';
import { createPremium } from '#core/catalogue/premium/premium-handlers.ts';
import type { ChargeHold } from '#core/money/purchases/buying.ts';
import { createPurchases } from '#core/money/purchases/purchases-handlers.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { ChargeHooks } from '#core/service/api/call.ts';
import { CHARGE } from '#core/service/api/charge.ts';
import { holding } from '#core/sync/membership/charge-hold.ts';
import type { FreeName } from '#shared/api/endpoints.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createRecordedDesktop } from '../../support/fake-shell.ts';

const ANSWER = '{"ok":true,"data":{"pool_type":"mobile","gb":2,"traffic_gb":7}}';
const ORDER = { kind: 'traffic', clientId: 1, poolType: 'mobile', gb: 2 } as const;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** The service's own record, whatever the app remembers. */
interface Service {
  charged: number;
}

const apiOf = (service: Service, beforeAnswer: () => void): ApiClient => {
  const answers: Partial<Record<FreeName, unknown>> = {
    balance: { balanceKopecks: 100_000, spentKopecks: 500 },
    'premium.traffic.quote': { poolType: null, gb: 2, pricePerGbKopecks: 45_000, priceKopecks: 90_000 },
    'premium.traffic.balance': [{ poolType: 'mobile', trafficGb: 5 }],
  };
  return {
    call: async (name: FreeName) => ({ value: answers[name], receivedAt: 5 }),
    [CHARGE]: async (_: string, __: unknown, hooks: ChargeHooks) => {
      await hooks.onLeaving();
      service.charged += 1;
      beforeAnswer();
      await hooks.onRawAnswer({ status: 200, text: ANSWER, complete: true });
      return { value: { poolType: null, gb: 2, trafficGb: 7 }, receivedAt: 6 };
    },
  } as unknown as ApiClient;
};

/** A database of a process that dies at its `step`-th durable write: before it, or just after it has reached the disk. */
const dyingDatabase = (db: Database, step: number, when: 'before' | 'after', died: () => void): Database => {
  let writes = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    died();
    throw new Error('the process is gone');
  };
  const alive = <A extends readonly unknown[], R>(work: (...args: A) => R) => {
    return (...args: A): R => {
      if (isDead) throw new Error('the process is gone');
      return work(...args);
    };
  };
  return {
    run: alive((...args) => db.run(...args)),
    get: alive((...args) => db.get(...args)) as Database['get'],
    all: alive((...args) => db.all(...args)) as Database['all'],
    value: alive((...args) => db.value(...args)) as Database['value'],
    values: alive((...args) => db.values(...args)) as Database['values'],
    has: alive((...args) => db.has(...args)),
    exec: alive(db.exec),
    withWritableSchema: alive(db.withWritableSchema),
    transaction: alive(db.transaction) as Database['transaction'],
    reportWrites: db.reportWrites,
    watchReads: db.watchReads,
    holdReports: db.holdReports,
    atEnd: alive(db.atEnd),
    durably: (work) => {
      if (isDead) throw new Error('the process is gone');
      writes += 1;
      if (writes === step && when === 'before') return die();
      const value = db.durably(work);
      if (writes === step) return die();
      return value;
    },
    settled: db.settled,
    frozen: db.frozen,
    close: () => {},
  };
};

/** Makes a folder with one account and one client. */
const makeFolder = (): { readonly folder: string; readonly path: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const path = join(folder, 'desk.db');
  const db = openDeskDatabase(['a'], path);
  db.exec(`
    INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, created_at, updated_at)
    VALUES (1, 'a', 42, 'key', 'Anna', '', 'anna', 'key', 1, 1);
  `);
  db.close();
  return { folder, path };
};

const LONE: ChargeHold = holding(true);

/** Starts the two features on this database as a new process does. */
const start = (
  db: Database,
  service: Service,
  clock: FakeClock = createFakeClock(1_000),
  beforeAnswer = () => {},
  hold = LONE,
) => {
  const api = apiOf(service, beforeAnswer);
  const session = { accountId: () => 'a', api: async () => api };
  const shared = { db, session, clock, logger: silent, emit: () => {} };
  const desktop = createRecordedDesktop();
  const premium = createPremium({
    ...shared,
    fetch: () => Promise.reject(new Error('not used')),
    desktop,
    settings: () => ({ addressLookupUrl: '' }),
    bus: createBus(() => {}, silent),
  });
  const dedicated = {
    addBought: () => {},
    prolong: () => {},
    takeBack: () => {},
    refreshAvailability: async () => {},
    datesOf: () => [],
    boughtBefore: () => new Set<number>(),
  };
  const vpn = {
    refresh: async () => {},
    read: async () => {},
    saveBought: () => {},
    endOf: () => null,
    isOfAnother: () => false,
    list: async () => [],
  };
  const dialogs = { saveFile: async () => null, openFile: async () => null, chooseFolder: async () => null };
  const partials = { note: async () => async () => {}, sweep: async () => {} };
  const readBalance = async () => ({ ...(await api.call('balance', {})).value, asOf: 5 });
  const context = {
    ...shared,
    bus: createBus(() => {}, silent),
    dialogs,
    desktop,
    partials,
    closing: new AbortController().signal,
  };
  return createPurchases(context, {
    stores: { db, premium: premium.service, dedicated, vpn },
    readBalance,
    guard: { isUnguarded: () => false, hold: (_account, _terms, work) => work(hold) },
    isInQuestion: () => false,
    isClockWrong: () => false,
  });
};

describe('a purchase whose process dies at any moment', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    ({ folder, path } = makeFolder());
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Buys in a process that dies, then looks with a new one. */
  const buyAndDie = async (step: number, when: 'before' | 'after', hold = LONE) => {
    const service: Service = { charged: 0 };
    const real = openDatabase(path);
    let died = () => {};
    const death = new Promise<void>((resolve) => {
      died = resolve;
    });
    const dying = dyingDatabase(real, step, when, () => died());
    const first = start(dying, service, undefined, undefined, hold);
    const offer = await first.handlers['purchases.offer']({ order: ORDER });
    const bought = Promise.resolve(first.handlers['purchases.confirm']({ ...offer, despite: [] })).catch(() => {});
    await Promise.race([death, bought]);
    real.close();

    const db = openDatabase(path);
    const again = start(db, service);
    const { rows } = await again.handlers['purchases.list']({
      filter: { search: '', outcomes: [], goodsStates: [], kinds: [] },
      sort: { by: 'time', direction: 'desc' },
      offset: 0,
      limit: 10,
    });
    const lastPurchaseAt = db.get<{ at: number | null }>('SELECT last_purchase_at AS at FROM clients')?.at ?? null;
    db.close();
    return { service, rows: rows as readonly Purchase[], lastPurchaseAt };
  };

  it('leaves nothing and sends nothing when it dies before the intent is on the disk', async () => {
    const { service, rows } = await buyAndDie(1, 'before');
    expect(service.charged).toBe(0);
    expect(rows).toEqual([]);
  });

  it('is open when it dies between the intent and the request, because the two cannot be told apart', async () => {
    const { service, rows } = await buyAndDie(1, 'after');
    expect(service.charged).toBe(0);
    expect(rows).toMatchObject([{ outcome: 'open', basis: null, reason: 'interrupted', sentAt: expect.any(Number) }]);
  });

  it('is open, and never forgotten, when it dies between the charge and the storing of the answer', async () => {
    const { service, rows, lastPurchaseAt } = await buyAndDie(2, 'before');
    expect(service.charged).toBe(1);
    expect(rows).toMatchObject([{ outcome: 'open', reason: 'interrupted', priceKopecks: 90_000, goods: null }]);
    expect(lastPurchaseAt).toBeNull();
  });

  it.each([
    ['just after the answer was kept', 2, 'after'],
    ['just before the goods are stored', 3, 'before'],
  ] as const)('gets its goods from the stored answer when it dies %s', async (_, step, when) => {
    const { service, rows, lastPurchaseAt } = await buyAndDie(step, when);
    expect(service.charged).toBe(1);
    expect(rows).toMatchObject([
      {
        outcome: 'charged',
        basis: 'answer',
        reason: null,
        goods: { kind: 'traffic', gb: 2, trafficGb: 7 },
        priceKopecks: 90_000,
      },
    ]);
    expect(lastPurchaseAt).not.toBeNull();
  });

  it('is whole when it dies after the outcome was written', async () => {
    const { service, rows } = await buyAndDie(3, 'after');
    expect(service.charged).toBe(1);
    expect(rows).toMatchObject([{ outcome: 'charged', basis: 'answer', goods: { trafficGb: 7 } }]);
  });

  describe('published to colleagues of a shared desk first', () => {
    let told: number;
    const shared: ChargeHold = {
      ...LONE,
      publish: async () => {
        told += 1;
      },
    };
    beforeEach(() => {
      told = 0;
    });

    it.each([
      ['told it', 1, 'after', 0],
      ['lets it leave', 2, 'before', 1],
    ] as const)('was not sent when it dies before it has %s', async (_, step, when, times) => {
      const { service, rows } = await buyAndDie(step, when, shared);
      expect(service.charged).toBe(0);
      expect(told).toBe(times);
      expect(rows).toMatchObject([{ outcome: 'not-charged', basis: 'answer', reason: 'not-sent', sentAt: null }]);
    });

    it('is open when it dies between that and the request', async () => {
      const { service, rows } = await buyAndDie(2, 'after', shared);
      expect(service.charged).toBe(0);
      expect(rows).toMatchObject([{ outcome: 'open', reason: 'interrupted', sentAt: expect.any(Number) }]);
    });

    it('gets its goods when it dies after the answer', async () => {
      const { service, rows } = await buyAndDie(3, 'after', shared);
      expect(service.charged).toBe(1);
      expect(rows).toMatchObject([{ outcome: 'charged', basis: 'answer', goods: { trafficGb: 7 } }]);
    });
  });

  it('stays open over any number of starts', async () => {
    await buyAndDie(2, 'before');
    for (const _ of [1, 2, 3]) {
      const db = openDatabase(path);
      const service: Service = { charged: 0 };
      const { rows } = await start(db, service).handlers['purchases.list']({
        filter: { search: '', outcomes: ['open'], goodsStates: [], kinds: [] },
        sort: { by: 'time', direction: 'desc' },
        offset: 0,
        limit: 10,
      });
      db.close();
      expect(rows).toHaveLength(1);
      expect(service.charged).toBe(0);
    }
  });
});

describe('a disk that does not store the answer', () => {
  it('loses nothing: the purchase gets its goods as soon as the disk works again, and counts as in flight until then', async () => {
    const { folder, path } = makeFolder();
    const db = openDatabase(path);
    let diskIsFull = false;
    const full: Database = {
      ...db,
      durably: (work) => {
        if (diskIsFull) throw new Error('database or disk is full');
        return db.durably(work);
      },
    };
    const service: Service = { charged: 0 };
    const clock = createFakeClock(1_000);
    const purchases = start(full, service, clock, () => {
      diskIsFull = true;
    });
    const offer = await purchases.handlers['purchases.offer']({ order: ORDER });
    const told = Promise.resolve(purchases.handlers['purchases.confirm']({ ...offer, despite: [] })).then(
      () => null,
      (error: unknown) => error,
    );
    await clock.advance(20_000);
    expect(await told).toMatchObject({
      kind: 'storage',
      details: { code: 'answer-not-stored', params: { purchaseId: 1 } },
    });
    expect(purchases.hasChargeInFlight('a')).toBe(true);
    expect(await purchases.handlers['purchases.get']({ purchaseId: 1 })).toMatchObject({ outcome: 'pending' });

    diskIsFull = false;
    await clock.advance(10_000);
    expect(await purchases.handlers['purchases.get']({ purchaseId: 1 })).toMatchObject({
      outcome: 'charged',
      basis: 'answer',
      goods: { trafficGb: 7 },
    });
    expect(purchases.hasChargeInFlight()).toBe(false);
    expect(service.charged).toBe(1);
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
