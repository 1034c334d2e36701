import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '#sandbox/index.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import { DeskError } from '#shared/result.ts';
import { type ControlClient, createControlClient } from '../control-client.ts';
import { compareWithBooks } from '../kills/kill-counts.ts';
import { type Ask, ledgerReport } from '../kills/orders.ts';
import { createRandom } from '../kills/random.ts';
import { type MoneyComputer, openMoneyComputer } from './money-computer.ts';
import type { Postgres } from './postgres.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const NAMES = ['Anna', 'Boris', 'Clara'] as const;
const CHARGES = ['/vpn/renew', '/dedicated/prolong', '/premium/traffic/buy'];
const TABLES = ['desks', 'changes', 'snapshots', 'computers', 'leases'] as const;
const MINUTE = 60_000;
const DAY = 25 * 60 * MINUTE;
const ALL_WELL_WITHIN_MS = 120_000;
/** Refusals that may keep a purchase from being sent; any other is a bug of the app. */
const REFUSALS = new Set<string>([
  'target-changed',
  'target-open',
  'price-changed',
  'offline',
  'cancelled',
  'timeout',
  'conflict',
  'not-found',
]);

export interface MoneyHistory {
  /** Violations in words: things that must never happen and did. An empty list means that all is well. */
  readonly wrong: readonly string[];
  readonly sent: number;
  readonly charged: number;
  /** The number of purchases that nobody can decide. */
  readonly open: number;
  /** The events, and the statements of the ledgers and the books about them, for an investigation. */
  readonly story: readonly string[];
}

/** A charge that has left, and the purchases that its user's ledger showed at the agreement. */
interface Sent {
  readonly key: string;
  readonly targets: readonly string[];
  readonly isUnguarded: boolean;
  readonly known: ReadonlySet<string>;
}

/** Names a purchase in the same way on all computers. */
const keyOf = ({ computerName, createdAt }: Purchase): string => `${computerName} ${createdAt}`;

/** Returns the targets of a purchase; two purchases with a common target are of the same goods. */
const targetsOf = ({ order, clientKey }: Purchase): readonly string[] => {
  switch (order.kind) {
    case 'vpn-renew':
      return [order.uuid];
    case 'traffic':
      return [`${clientKey} ${order.poolType}`];
    case 'dedicated-prolong':
      return order.serviceIds.map(String);
    default:
      return [];
  }
};

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + ALL_WELL_WITHIN_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`gave up waiting until ${what}`);
    await sleep(20);
  }
};
const isPublished = async ({ desk }: MoneyComputer): Promise<boolean> => {
  const found = await desk().call('sharedDesk.state', {});
  return found.status === 'shared' && found.unpublished === 0;
};
const arePublished = async (computers: readonly MoneyComputer[]): Promise<boolean> =>
  (await Promise.all(computers.map(isPublished))).every((isSo) => isSo);

const share = async (computers: readonly MoneyComputer[], postgres: Postgres): Promise<void> => {
  const [first, ...others] = computers as readonly [MoneyComputer, ...MoneyComputer[]];
  const connectionOf = ({ way }: MoneyComputer): string => postgres.connection({ port: way.port });
  const desk = first.desk();
  await desk.call('sharedDesk.make', { connection: connectionOf(first), name: 'Shop', computer: first.name });
  await desk.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = desk.desktop.copied.at(-1) ?? {};
  for (const one of others) {
    const { call } = one.desk();
    const { offerId } = await call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
    await call('sharedDesk.join', { offerId, computer: one.name });
    await call('sharedDesk.reconnect', { connection: connectionOf(one), anew: false });
  }
  await until('all share the desk', () => arePublished(computers));
};

const copyOf = (postgres: Postgres) => ({
  make: () => {
    const tables = TABLES.map(
      (table) =>
        `DROP TABLE IF EXISTS copy_${table}; CREATE TABLE copy_${table} AS SELECT * FROM reseller_desk.${table}`,
    );
    return postgres.ask(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${tables.join(';')}; COMMIT`);
  },
  putBack: () =>
    postgres.ask(`BEGIN; DELETE FROM reseller_desk.desks;
      ${TABLES.map((table) => `INSERT INTO reseller_desk.${table} SELECT * FROM copy_${table}`).join(';')}; COMMIT`),
});

const clientsOf = async ({ desk }: MoneyComputer): Promise<number[]> => {
  const sort = { by: 'clientKey', direction: 'asc' } as const;
  return (await desk().call('clients.ids', { filter: { search: '' }, sort })).ids;
};

/** Returns one of four orders, the same on all computers. */
const orderFor = async (one: MoneyComputer, what: number): Promise<Order> => {
  const { call } = one.desk();
  const [clientId = 0, other = clientId] = await clientsOf(one);
  switch (what) {
    case 0: {
      const { subscriptions } = await call('vpn.state', { clientId });
      return { kind: 'vpn-renew', clientId, uuid: subscriptions[0]?.uuid ?? '', periodMonths: 1 };
    }
    case 1: {
      const sort = { by: 'boughtAt', direction: 'asc' } as const;
      const { rows } = await call('dedicated.list', { filter: {}, sort, offset: 0, limit: 2 });
      const serviceIds = rows.flatMap(({ serviceId }) => serviceId ?? []);
      return { kind: 'dedicated-prolong', clientId: null, serviceIds, period: 7 };
    }
    default:
      return { kind: 'traffic', clientId: what === 2 ? clientId : other, poolType: 'mobile', gb: 1 };
  }
};

/**
 * Some computers of a shop work at random for this many steps. They buy, alone and at the same time, for one client and for
 * many, while connections are cut, answers are lost, sums and lists lag, apps end, disks are lost, clocks are set, and the
 * database forgets leases or is restored. Then all is well again, and their ledgers are compared with each other and with
 * the books of the service. The same seed plays the same steps in the same order; simultaneous steps may interleave
 * differently.
 */
export const playMoney = async (
  postgres: Postgres,
  { seed, steps, computers: count }: { readonly seed: number; readonly steps: number; readonly computers: number },
): Promise<MoneyHistory> => {
  const random = createRandom(seed * 2_654_435_761);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  const control = createControlClient(sandbox.controlUrl ?? '');
  await control.setBalance(10_000_000);
  const computers: MoneyComputer[] = [];
  const sent: Sent[] = [];
  const story: string[] = [];
  /** For each computer, the purchases that its ledger showed when its user agreed to the current one. */
  const knownTo = new Map<MoneyComputer, ReadonlySet<string>>();
  const onCharge = (purchase: Purchase, by: MoneyComputer): void => {
    const [key, targets, { isUnguarded }] = [keyOf(purchase), targetsOf(purchase), purchase];
    sent.push({ key, targets, isUnguarded, known: knownTo.get(by) ?? new Set() });
    story.push(`  ${by.name} sends ${key}: ${targets.join()}${isUnguarded ? ', unguarded' : ''}`);
  };
  /** Shows something, and records what the ledger has at that moment. */
  const shown = async <T>(one: MoneyComputer, show: () => Promise<T>): Promise<T> => {
    const known = async () => (await one.ledger()).map(keyOf).join('\n');
    for (;;) {
      const before = await known();
      const seen = await show();
      if ((await known()) !== before) continue;
      knownTo.set(one, new Set(before.split('\n')));
      return seen;
    }
  };
  const buyOne = async (one: MoneyComputer, order: Order): Promise<void> => {
    const { call } = one.desk();
    const { offerId, priceKopecks, open, isUnguarded } = await shown(one, () => call('purchases.offer', { order }));
    // A user who reads that something is open, or that nobody can be held off, mostly waits.
    if ((open.length > 0 || isUnguarded) && random() < 0.6) return;
    const despite = open.map(({ purchaseId }) => purchaseId);
    await call('purchases.confirm', { offerId, priceKopecks, despite });
  };
  const buyMany = async (one: MoneyComputer): Promise<void> => {
    const { call } = one.desk();
    const wanted: PurchasesInput = { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: await clientsOf(one) };
    const { id: runId, detail } = await shown(one, () => call('runs.plan', wanted));
    if (detail?.of !== 'purchases' || detail.waitingCharges === 0) return;
    const { remainingKopecks, totalKopecks: capKopecks } = detail;
    await call('runs.resume', { runId, agreed: { remainingKopecks, capKopecks } });
    await until('the run has ended', async () => (await call('runs.get', { runId })).state !== 'running');
    if ((await call('runs.get', { runId })).state === 'stopped') await call('runs.cancel', { runId });
  };
  /** Does something that may be refused, or that the end of the app may interrupt. */
  const tried = async (one: MoneyComputer, work: () => Promise<unknown>): Promise<void> => {
    const before = one.desk();
    try {
      await work();
    } catch (error) {
      story.push(`  ${one.name}: ${String(error)}`);
      if (one.isDying() || one.desk() !== before) return;
      if (!(error instanceof DeskError) || !REFUSALS.has(error.kind)) throw error;
    }
  };
  /** Ends leases, because nobody waits two minutes for a computer that is gone. */
  const endTurns = () => postgres.ask("DELETE FROM reseller_desk.leases WHERE name = 'charge'");
  const vanish = (one: MoneyComputer): Promise<unknown> => {
    one.way.shut(true);
    return endTurns();
  };
  const comeBack = async (one: MoneyComputer): Promise<void> => {
    one.way.shut(false);
    one.way.delay(0);
    await one.desk().call('sharedDesk.retry', {});
  };
  const deaths: Promise<unknown>[] = [];
  const die = async (one: MoneyComputer): Promise<void> => {
    deaths.push(one.die().then(endTurns));
  };
  const disturb = (one: MoneyComputer): void => {
    const [at, fate] = [oneOf(['before', 'after'] as const), oneOf([vanish, die, endTurns, null, null])];
    if (fate !== null) one.atNextCharge(at, () => fate(one));
  };
  const buySome = (one: MoneyComputer, what: number): Promise<void> =>
    tried(one, async () => buyOne(one, await orderFor(one, what)));
  const anything = (): number => Math.floor(random() * 4);
  const isCalm = (): Promise<boolean> => arePublished(computers);
  const copy = copyOf(postgres);

  const does: Readonly<Record<string, readonly [weight: number, work: (one: MoneyComputer) => unknown]>> = {
    buys: [
      6,
      (one) => {
        disturb(one);
        return buySome(one, anything());
      },
    ],
    'all buy the same': [
      4,
      () => {
        const what = anything();
        for (const one of computers) disturb(one);
        return Promise.all(computers.map((one) => buySome(one, what)));
      },
    ],
    'buys for many': [
      2,
      (one) => {
        disturb(one);
        return tried(one, () => buyMany(one));
      },
    ],
    // It dies at any moment, and not only while it asks the service.
    'dies as it buys': [1, (one) => Promise.all([sleep(random() * 60).then(() => die(one)), buySome(one, 2)])],
    'a charge is lost': [
      2,
      () => {
        const [path, when] = [oneOf(CHARGES), oneOf(['before-commit', 'after-commit'] as const)];
        return control.addFaults({ match: { method: 'POST', path }, times: 1, fault: { kind: 'drop', when } });
      },
    ],
    'is cut off': [1, vanish],
    'all come back': [2, () => Promise.all(computers.map(comeBack))],
    'an answer of the database is lost': [1, (one) => one.way.loseNextAnswer()],
    'has a slow way': [1, (one) => one.way.delay(20)],
    'the service is late': [1, (one) => one.freeze()],
    'the service is not late': [1, (one) => one.thaw()],
    'copies its disk': [1, async (one) => (await isPublished(one)) && one.copy()],
    'loses its disk': [1, async (one) => (await isPublished(one)) && one.loseDisk()],
    'the database is copied': [1, async () => (await isCalm()) && copy.make()],
    'the database is put back': [1, async () => (await isCalm()) && copy.putBack()],
    'sets its clock': [1, (one) => one.clock.setBack(oneOf([-2, 2]) * DAY)],
    // No service lags that long.
    'time passes': [1, () => computers.map(({ clock, thaw }) => [thaw(), clock.skip(20 * MINUTE)])],
    'looks for evidence': [1, (one) => tried(one, () => one.desk().call('purchases.resolve', {}))],
  };
  const weighted = Object.entries(does).flatMap(([name, [weight, work]]) => Array(weight).fill([name, work] as const));

  try {
    for (const name of NAMES.slice(0, count))
      computers.push(await openMoneyComputer(name, { sandbox, databasePort: postgres.port, onCharge }));
    const [first] = computers as [MoneyComputer, ...MoneyComputer[]];
    for (const clientKey of ['one', 'two'])
      await first.desk().call('clients.add', { messengerId: 7, clientKey, name: '', note: '', tags: [] });
    await share(computers, postgres);
    // Goods to renew and to prolong.
    const [clientId = 0] = await clientsOf(first);
    await buyOne(first, { kind: 'vpn-buy', clientId, periodMonths: 1 });
    await buyOne(first, { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 2 });
    for (const one of computers) {
      await until(`${one.name} knows what there is`, async () => (await one.ledger()).length === 2);
      for (const id of await clientsOf(one)) await one.desk().call('vpn.refresh', { clientId: id });
    }
    await copy.make();
    for (let step = 0; step < steps; step += 1) {
      const [name, work] = oneOf(weighted);
      const one = oneOf(computers);
      story.push(`${one.name}: ${name}`);
      await work(one);
      await Promise.all(deaths.splice(0));
      await endTurns();
    }

    // All is well again, and evidence has had its time.
    await control.clearFaults();
    for (const one of computers) one.thaw();
    await Promise.all(computers.map(comeBack));
    for (const ms of [20 * MINUTE, DAY, DAY]) {
      await until('all changes are published', isCalm);
      for (const one of computers) {
        one.clock.skip(ms);
        await one.desk().call('purchases.resolve', {});
      }
    }
    const wrong = [...(await differences(computers)), ...(await paidTwice(computers, sent))];
    const { entries } = await control.books();
    const ledger = await first.ledger();
    story.push(...ledger.map(lineOf), ...entries.map(({ endpoint, kopecks, ids }) => `${endpoint} ${kopecks} ${ids}`));
    return {
      wrong: [...wrong, ...(await beyondBooks(computers, control))],
      sent: sent.length,
      charged: entries.length,
      open: ledger.filter(isOpen).length,
      story,
    };
  } finally {
    for (const one of computers) await one.close();
    await sandbox.close();
  }
};

const isOpen = ({ outcome }: Purchase): boolean => outcome === 'open' || outcome === 'pending';
const lineOf = (row: Purchase): string =>
  `${keyOf(row)} ${row.order.kind} ${row.outcome} ${row.basis} ${row.chargedKopecks}`;

const differences = async (computers: readonly MoneyComputer[]): Promise<readonly string[]> => {
  const views = () => Promise.all(computers.map(async ({ ledger }) => (await ledger()).map(lineOf).sort()));
  const areEqual = async () => (await arePublished(computers)) && new Set((await views()).map(String)).size === 1;
  await until('all ledgers are equal', areEqual).catch(() => {});
  const all = await views();
  const rows = new Set(all.flat());
  return [...rows].flatMap((row) => (all.every((view) => view.includes(row)) ? [] : `not on all computers: ${row}`));
};

/**
 * Where colleagues could be held off, nobody paid without being shown the other purchase; and nothing that was sent is
 * called unsent.
 */
const paidTwice = async ([first]: readonly MoneyComputer[], sent: readonly Sent[]): Promise<readonly string[]> => {
  const ledger = new Map((await first?.ledger())?.map((row) => [keyOf(row), row]));
  return sent.flatMap((one, index) => {
    const purchase = ledger.get(one.key);
    if (purchase === undefined) return [`sent, and in no ledger: ${one.key}`];
    if (purchase.reason === 'not-sent') return [`sent, and called not sent: ${one.key}`];
    const unseen = sent.slice(0, index).filter(({ key, targets, isUnguarded }) => {
      const isSame = targets.some((target) => one.targets.includes(target));
      return isSame && !isUnguarded && !one.isUnguarded && !one.known.has(key);
    });
    return unseen.map(({ key }) => `paid twice: ${one.key} knew nothing of ${key}: ${one.targets.join()}`);
  });
};

/** The books must equal the ledger, plus what the ledger names as open. */
const beyondBooks = async (computers: readonly MoneyComputer[], control: ControlClient): Promise<readonly string[]> => {
  const spent = (await control.books()).entries.reduce((sum, { kopecks }) => sum + kopecks, 0);
  const wrong: string[] = [];
  for (const { name, desk, ledger } of computers) {
    const ask: Ask = (asked, input) => desk().call(asked, input);
    const counts = await compareWithBooks({ control }, 0, await ledgerReport(ask));
    const { doubleCharges, lostPurchases, lostCredentials } = counts;
    if (doubleCharges + lostPurchases + lostCredentials > 0) wrong.push(`${name}: ${JSON.stringify(counts)}`);
    const rows = await ledger();
    const charged = rows.reduce((sum, { outcome, chargedKopecks, priceKopecks }) => {
      return sum + (outcome === 'charged' ? (chargedKopecks ?? priceKopecks) : 0);
    }, 0);
    const sums = new Set([0]);
    for (const { priceKopecks } of rows.filter(isOpen)) for (const sum of [...sums]) sums.add(sum + priceKopecks);
    if (!sums.has(spent - charged)) wrong.push(`${name}: ${spent - charged} kopecks are neither charged nor open`);
  }
  return wrong;
};
