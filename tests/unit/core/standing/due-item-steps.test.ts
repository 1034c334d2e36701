import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOrders } from '#core/automation/standing/check-orders.ts';
import { abandonDueItems, createDueItemStates } from '#core/automation/standing/due-item-repository.ts';
import { dueTargets } from '#core/automation/standing/due-now.ts';
import type { OrderCheckContext } from '#core/automation/standing/order-check-context.ts';
import { enabledOrders, findOrder, saveOrder } from '#core/automation/standing/standing-repository.ts';
import type { PlannedRun } from '#core/jobs/purchases/purchases-run.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import {
  DUE_ITEM_TRANSITIONS,
  IllegalDueItemStep,
  STORED_DUE_ITEM_STATES,
  type StoredDueItemState,
} from '#shared/domain/due-item-states.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { realClock } from '../../../support/real-clock.ts';

const NOW = Date.UTC(2026, 10, 10, 12);
const UPTIME = 1_000_000_000;
const MINUTE = 60_000;
const PRICE = 200_00;
const ITEM = 1;
const MOMENT = { zone: 'UTC', now: NOW, uptime: UPTIME };
const clock = { ...realClock, now: () => NOW, uptime: () => UPTIME };

let db: Database;
let orderId: number;
let clientId: number;
let balanceKopecks: number;
let isRefused: boolean;
beforeEach(() => {
  db = openDeskDatabase();
  balanceKopecks = 100 * PRICE;
  isRefused = false;
  clientId =
    db.run(`INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
    VALUES ('a', 7, 'anna', '', '', 'anna', 0, 0)`).lastId;
  db.run("INSERT INTO traffic_balances VALUES (?, 'mobile', 0.1, ?)", clientId, NOW - 1_000);
  orderId = saveOrder(
    db,
    'a',
    undefined,
    {
      name: '',
      mode: 'do',
      targets: { of: 'clients', clientIds: [clientId] },
      hours: null,
      zone: 'UTC',
      action: { kind: 'traffic', poolType: 'mobile', gb: 1, belowGb: 0.5 },
      ceilingKopecks: PRICE,
      monthCapKopecks: 100 * PRICE,
      ...NO_CONDITIONS,
    },
    NOW - MINUTE,
  );
  db.exec(`CREATE TEMP TABLE steps (step TEXT);
    CREATE TEMP TRIGGER record_steps AFTER UPDATE OF state ON due_items WHEN old.state <> new.state
      BEGIN INSERT INTO steps VALUES (old.state || ' → ' || new.state); END;`);
});
afterEach(() => db.close());

const addRun = (state: string, isAutomatic: boolean): number => {
  const { lastId } = db.run(
    `INSERT INTO runs (account_id, kind, title, state, done, total, started_at, standing_order_id, is_automatic)
      VALUES ('a', 'purchases', '', ?, 0, 1, ?, ?, ?)`,
    state,
    NOW,
    orderId,
    isAutomatic ? 1 : 0,
  );
  db.run(
    'INSERT INTO run_charges (run_id, charge, order_json, price_kopecks) VALUES (?, 0, ?, ?)',
    lastId,
    '{}',
    PRICE,
  );
  return lastId;
};
const addPurchase = (columns: Readonly<Record<string, string | number | null>>): number => {
  const all = {
    account_id: 'a',
    kind: 'traffic',
    client_id: clientId,
    messenger_id: 7,
    client_key: 'anna',
    client_name: '',
    order_json: '{"kind":"traffic","poolType":"mobile"}',
    price_kopecks: PRICE,
    evidence_before: '{"pools":[{"poolType":"mobile","trafficGb":0.1}]}',
    search_text: '',
    created_at: NOW - MINUTE,
    finished_at: NOW - MINUTE,
    ...columns,
  };
  const names = Object.keys(all);
  const marks = names.map(() => '?').join(', ');
  return db.run(`INSERT INTO purchases (${names.join(', ')}) VALUES (${marks})`, ...Object.values(all)).lastId;
};

/** Writes the item as an earlier check, or a colleague's computer, left it. */
const lay = (state: StoredDueItemState, columns: Readonly<Record<string, string | number | null>> = {}): void => {
  const [order] = enabledOrders(db, 'a');
  const [due] = order === undefined ? [] : dueTargets(db, order, MOMENT);
  if (due === undefined) throw new Error('nothing is due');
  db.run('DELETE FROM due_items');
  db.run(
    `INSERT INTO due_items (id, account_id, order_id, client_id, target, version, due_at, missed, state, at)
      VALUES (?, 'a', ?, ?, ?, ?, ?, 0, ?, ?)`,
    ITEM,
    orderId,
    clientId,
    due.target,
    due.version,
    due.dueAt,
    state,
    NOW - MINUTE,
  );
  for (const [name, value] of Object.entries(columns)) db.run(`UPDATE due_items SET ${name} = ?`, value);
};

const plan = async (): Promise<PlannedRun> => {
  const line = { client: { clientId }, serviceId: null, target: 'mobile', priceKopecks: PRICE };
  const lines = isRefused
    ? [{ ...line, charge: null, problem: { code: 'unknown-client', words: '' } }]
    : [{ ...line, charge: 0, problem: null }];
  const run = { id: addRun('planned', true), accountId: 'a' };
  const charges = isRefused ? [] : [{ priceKopecks: PRICE }];
  return { run, plan: { charges, lines }, balanceKopecks } as unknown as PlannedRun;
};
const strictStates = () => createDueItemStates(db, { isStrict: true, logger: console });
/** Checks the order once, and returns the state of the item. */
const check = async (): Promise<string | null> => {
  const nothing = async (): Promise<void> => undefined;
  const detail = { of: 'purchases', remainingKopecks: PRICE, totalKopecks: PRICE };
  const context = {
    db,
    clock,
    dueItemStates: strictStates(),
    alerts: { putStanding: () => {}, notify: nothing },
    assumedZone: () => 'UTC',
    isBlocked: () => false,
    isClockStillWrong: async () => false,
    isShown: () => true,
    readers: { subscriptions: nothing, traffic: nothing },
    runs: { detail: () => detail, resume: nothing, plan } as never,
    forget: ({ id }) => db.run('DELETE FROM runs WHERE id = ?', id),
    lease: { refresh: async () => 'here', lastKnown: () => 'here', confirm: async () => true },
    onlyAsks: () => null,
    stopRuns: nothing,
    closeRun: () => {},
    changed: () => {},
  } satisfies OrderCheckContext;
  await checkOrders(context, 'a', new AbortController().signal);
  return stateNow();
};
const stateNow = (): string | null => db.value<string>('SELECT state FROM due_items WHERE id = ?', ITEM);
const setOrder = (change: string): void => void db.run(`UPDATE standing_orders SET ${change}`);

/** For each state that a check, or the user, can give an item: prepares the desk so that this happens. */
const COMES_TO = {
  'outside-hours': () => setOrder("hours_from = '01:00', hours_to = '02:00'"),
  blocked: () => void addRun('running', false),
  'awaiting-topup': () => void addPurchase({ outcome: 'charged', basis: 'answer', ended_uptime: UPTIME - MINUTE }),
  'awaiting-payment': () => {
    setOrder("payment = 'no-debt'");
    db.run('UPDATE clients SET owed_kopecks = 1');
  },
  'times-reached': () => {
    setOrder('times_each = 1');
    const at = NOW - 10 * 86_400_000;
    const paid = { outcome: 'charged', basis: 'answer', standing_order_id: orderId };
    addPurchase({ ...paid, created_at: at, finished_at: at });
  },
  asked: () => setOrder("mode = 'ask'"),
  ceiling: () => setOrder(`ceiling_kopecks = ${PRICE - 1}`),
  'needs-confirmation': () => void addPurchase({ outcome: 'not-charged', basis: 'evidence' }),
  'month-cap': () => setOrder(`month_cap_kopecks = ${PRICE - 1}`),
  'insufficient-balance': () => {
    balanceKopecks = 0;
  },
  failed: () => {
    isRefused = true;
  },
  started: () => undefined,
  abandoned: () => undefined,
  'no-longer-due': () => undefined,
} as const satisfies Partial<Record<StoredDueItemState, () => void>>;
type Result = keyof typeof COMES_TO;

/** Takes the item from one state to another, and returns the steps that were written. */
const stepsOf = async (from: StoredDueItemState, to: Result): Promise<string[]> => {
  COMES_TO[to]();
  lay(from, to === 'needs-confirmation' ? { purchase_id: 1 } : {});
  // The order paid for an earlier item of the same target.
  if (to === 'times-reached')
    db.run(`INSERT INTO due_items (account_id, order_id, client_id, target, version, due_at, missed, state, at,
      purchase_id) SELECT account_id, order_id, client_id, target, 0, 0, 0, 'started', 0, 1 FROM due_items`);
  if (to === 'abandoned') {
    const runId = addRun('planned', false);
    db.run('UPDATE due_items SET run_id = ?, charge = 0', runId);
    expect(abandonDueItems(db, strictStates(), runId, NOW)).toBe(true);
    expect(stateNow()).toBe(to);
  } else {
    if (to === 'no-longer-due') db.run('UPDATE traffic_balances SET traffic_gb = 5');
    expect(await check()).toBe(to);
    // If the state keeps the whole order from continuing, the order stores the same word as the reason.
    const said = findOrder(db, 'a', orderId).blockedReason?.code ?? null;
    expect(said).toBe(BLOCKING.has(to) ? to : null);
  }
  return db.values<string>('SELECT step FROM steps');
};

/** The states that keep the whole order from continuing. */
const BLOCKING: ReadonlySet<Result> = new Set(['outside-hours', 'blocked', 'month-cap', 'insufficient-balance']);
const RESULTS = Object.keys(COMES_TO) as readonly Result[];
/**
 * The states from which a check continues. An item that a colleague started is free once the colleague has reported.
 */
const FREE = STORED_DUE_ITEM_STATES.filter((state) => state !== 'started' && state !== 'abandoned');

/**
 * The ends of a payment that this computer started, with the state of the item afterwards. Another computer may have
 * marked the item as started elsewhere meanwhile.
 */
const ENDS: readonly {
  readonly title: string;
  readonly from: 'started' | 'started-elsewhere';
  readonly lay: () => Readonly<Record<string, string | number | null>>;
  readonly to: StoredDueItemState;
}[] = (['started', 'started-elsewhere'] as const).flatMap((from) => [
  { title: 'was never sent', from, lay: () => ({ started_here: 1 }), to: 'due' as const },
  {
    title: 'was refused',
    from,
    lay: () => ({
      started_here: 1,
      purchase_id: addPurchase({ outcome: 'not-charged', basis: 'answer', reason: 'refused' }),
    }),
    to: 'failed' as const,
  },
  {
    title: 'was probably not charged',
    from,
    lay: () => ({ started_here: 1, purchase_id: addPurchase({ outcome: 'not-charged', basis: 'evidence' }) }),
    to: 'needs-confirmation' as const,
  },
  {
    title: 'was given up with its run',
    from,
    lay: () => ({ started_here: 1, run_id: addRun('cancelled', true), charge: 0 }),
    to: 'abandoned' as const,
  },
]);

describe('the steps of a due item', () => {
  const seen = new Set<string>();

  for (const from of FREE) {
    for (const to of RESULTS) {
      if (from === to) continue;
      it(`a check takes an item from ${from} to ${to}`, async () => {
        const steps = await stepsOf(from, to);
        expect(steps).toEqual([`${from} → ${to}`]);
        for (const step of steps) seen.add(step);
      });
    }
  }

  it.each(ENDS)('a payment that $title takes an item from $from to $to', async ({ from, lay: columnsOf, to }) => {
    // The order does not pay again, so the first step is the one that ends the payment.
    setOrder("mode = 'ask', hours_from = '01:00', hours_to = '02:00'");
    lay(from, columnsOf());
    await check();
    const [step = ''] = db.values<string>('SELECT step FROM steps');
    expect(step).toBe(`${from} → ${to}`);
    seen.add(step);
  });

  it('the order asks about an item that another computer started and did not report', async () => {
    lay('started', { started_elsewhere_by: 'other' });
    expect(await check()).toBe('started-elsewhere');
    seen.add('started → started-elsewhere');
  });

  it('an item that the user gave up changes only after its pool was refilled', async () => {
    lay('abandoned');
    expect(await check()).toBe('abandoned');
    db.run('UPDATE traffic_balances SET traffic_gb = 5');
    expect(await check()).toBe('no-longer-due');
    seen.add('abandoned → no-longer-due');
  });

  it('are exactly the steps that the table permits', () => {
    const permitted = STORED_DUE_ITEM_STATES.flatMap((from) =>
      DUE_ITEM_TRANSITIONS[from].map((to) => `${from} → ${to}`),
    );
    expect([...seen].sort()).toEqual(permitted.sort());
  });
});

describe('a step that the table does not permit', () => {
  it('throws in development and in tests, and changes nothing', () => {
    lay('abandoned');
    expect(() => strictStates().set(ITEM, 'asked', NOW)).toThrow(IllegalDueItemStep);
    expect(stateNow()).toBe('abandoned');
  });

  it('is logged once in a released app, which leaves the item as it is', () => {
    const log: string[] = [];
    const states = createDueItemStates(db, {
      logger: { error: (message, fields) => log.push(`${message} ${fields?.reason}`) },
    });
    lay('started');
    expect([states.set(ITEM, 'asked', NOW), states.set(ITEM, 'asked', NOW)]).toEqual([false, false]);
    expect(stateNow()).toBe('started');
    expect(log).toEqual(['a due item was left as it was A due item cannot go from "started" to "asked".']);
  });

  it.each(['started', 'started-elsewhere', 'abandoned', 'missing'])(
    'keeps a payment from starting in a released app, too; only "started-elsewhere" lets it start: %s',
    (from) => {
      const states = createDueItemStates(db, { logger: console });
      lay(from === 'missing' ? 'due' : (from as StoredDueItemState));
      const begin = (): void => states.start(from === 'missing' ? 99 : ITEM, NOW);
      if (from === 'started-elsewhere') begin();
      else expect(begin).toThrow(IllegalDueItemStep);
      expect(stateNow()).toBe(from === 'started-elsewhere' ? 'started' : from === 'missing' ? 'due' : from);
    },
  );
});
