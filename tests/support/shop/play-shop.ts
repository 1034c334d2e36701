import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareWithBooks, type KillCounts } from '../kills/kill-counts.ts';
import { ledgerReport } from '../kills/orders.ts';
import { createRandom } from '../kills/random.ts';
import { type Postgres, startPostgres } from '../shared-desk/postgres.ts';
import { beginStandingOrders, createDay } from './day.ts';
import { createFaults } from './faults.ts';
import { createHands } from './hands.ts';
import { judgeFiles, type Verdict } from './judge.ts';
import { type Operator, openOperator } from './operator.ts';
import { openShopService, type ShopService } from './service.ts';
import { differenceOf, viewOf } from './view.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const NAMES = ['Anna, office', 'Boris, laptop', 'Clara, stock room'] as const;
/** By then every leftover lease has expired, and every purchase has been resolved. */
const SETTLED_WITHIN_MS = 240_000;
const EQUAL_WITHIN_MS = 120_000;

export interface ShopPlan {
  readonly seconds: number;
  readonly seed: number;
  /** The folder of another built version of the app. One of the three computers runs it until it is updated at the end. */
  readonly older?: string | undefined;
}

export interface ShopDay extends Verdict {
  /** The name of the service. */
  readonly service: string;
  /** How often each thing was done, was refused, or went wrong. */
  readonly done: ReadonlyMap<string, number>;
  readonly counts: KillCounts;
  /** Hashes of all shared data, by computer. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Differences between the windows. */
  readonly shown: readonly string[];
  /** The folder to which the computers' data was copied because something in it is wrong; otherwise ''. */
  readonly kept: string;
}

const stateOf = async ({ ask }: Operator) => {
  const found = await ask('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('the desk is not shared');
  return found;
};

const until = async (what: string, holds: () => Promise<boolean>, withinMs = SETTLED_WITHIN_MS): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`gave up waiting until ${what}`);
    await sleep(250);
  }
};

const share = async (operators: readonly Operator[], postgres: Postgres): Promise<void> => {
  const [first, ...others] = operators as readonly [Operator, ...Operator[]];
  const connectionOf = ({ way }: Operator): string => postgres.connection({ port: way.port });
  await first.ask('sharedDesk.make', {
    connection: connectionOf(first),
    name: 'Shop at the corner',
    computer: first.name,
  });
  await first.ask('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const text = await first.desk().app.evaluate(({ clipboard }) => clipboard.readText());
  for (const one of others) {
    const { offerId } = await one.ask('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
    await one.ask('sharedDesk.join', { offerId, computer: one.name });
    await one.ask('sharedDesk.reconnect', { connection: connectionOf(one), anew: false });
  }
  for (const one of operators)
    await until(`${one.name} shares the desk`, async () => (await stateOf(one)).status === 'shared');
};

/** Waits until nothing is under way any more and every computer has every change. */
const settle = async (operators: readonly Operator[]): Promise<void> => {
  for (const one of operators) {
    await until(`all runs of ${one.name} have ended`, async () => {
      const { rows } = await one.ask('runs.list', { offset: 0, limit: 50 });
      return rows.every((run) => run.state !== 'running');
    });
    await one.ask('sharedDesk.retry', {}).catch(() => {});
  }
  const isPublished = async (one: Operator): Promise<boolean> => {
    const { status, unpublished, computers } = await stateOf(one);
    return status === 'shared' && unpublished === 0 && computers.every(({ diedWhilePaying }) => !diedWhilePaying);
  };
  await until('all changes are published', async () =>
    (await Promise.all(operators.map(isPublished))).every((isSo) => isSo),
  );
};

/** Compares the shared data that the windows show, once it is equal or can no longer become equal. */
const compareViews = async (operators: readonly Operator[]): Promise<readonly string[]> => {
  let difference: readonly string[] = [];
  await until(
    'all windows show the same',
    async () => {
      await settle(operators);
      const views = await Promise.all(operators.map(async ({ name, ask }) => [name, await viewOf(ask)] as const));
      difference = differenceOf(new Map(views));
      return difference.length === 0;
    },
    EQUAL_WITHIN_MS,
  ).catch(() => {});
  return difference;
};

const work = async (
  operators: readonly Operator[],
  { seconds, seed, older }: ShopPlan,
  faults: readonly (() => Promise<string>)[],
  note: (what: string) => void,
) => {
  const end = Date.now() + seconds * 1_000;
  const isOver = (): boolean => Date.now() > end;
  const workOf = async (operator: Operator, at: number): Promise<void> => {
    const random = createRandom(seed * 10 + at + 1);
    const [day, hands] = [createDay(operator, random), createHands(operator, random)];
    while (!isOver()) {
      // The window of another version may use different words.
      const isByHand = random() < 0.15 && !(older !== undefined && at === seed % NAMES.length);
      const what = isByHand ? `by hand: ${await hands()}` : await day();
      note(what);
      // The window was killed and will come back.
      await sleep(what.endsWith('gone') ? 500 : 50);
    }
  };
  const random = createRandom(seed);
  const disturb = async (): Promise<void> => {
    while (!isOver()) {
      note(await (faults[Math.floor(random() * faults.length)] as (typeof faults)[number])());
      await sleep(500 + random() * 2_000);
    }
  };
  const all = await Promise.allSettled([...operators.map(workOf), disturb()]);
  for (const one of all) if (one.status === 'rejected') throw one.reason;
};

/** Copies the computers' data for a later investigation. */
const keep = async (operators: readonly Operator[]): Promise<string> => {
  const to = await mkdtemp(join(tmpdir(), 'shop-kept-'));
  for (const { name, folder } of operators)
    for (const what of ['data', 'logs']) await cp(join(folder, what), join(to, name, what), { recursive: true });
  return to;
};

const playWith = async (
  operators: Operator[],
  service: ShopService,
  postgres: Postgres,
  plan: ShopPlan,
): Promise<ShopDay> => {
  const { seed, older } = plan;
  const done = new Map<string, number>();
  const note = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);
  for (const [at, name] of NAMES.entries()) {
    const appFolder = at === seed % NAMES.length ? older : undefined;
    operators.push(await openOperator(name, service, { databasePort: postgres.port, appFolder }));
  }
  const first = operators[0] as Operator;
  await share(operators, postgres);
  for (const { ask, name } of operators)
    await ask('clients.add', { messengerId: 7, clientKey: `first of ${name}`, name, note: '', tags: ['shop'] });
  await beginStandingOrders(first);
  await work(operators, plan, await createFaults({ operators, postgres, service }, createRandom(seed)), note);

  await service.calm();
  for (const { way } of operators) way.delay(0);
  const { rows: orders } = await first.ask('standing.list', { offset: 0, limit: 20 });
  for (const { id: orderId } of orders) await first.ask('standing.setOn', { orderId, isOn: false });
  await settle(operators);
  for (const { ask } of operators) await ask('purchases.resolve', {});
  const before = await compareViews(operators);
  // The next start deletes removed data, and no computer runs the older version any more.
  for (const one of operators) await one.restartUpdated();
  const shown = [...before, ...(await compareViews(operators))];
  for (const { ask } of operators) await ask('account.refreshBalance', {});
  const ledger = await ledgerReport(first.ask);
  const counts = await compareWithBooks({ control: service.books }, done.get('window killed') ?? 0, ledger);
  for (const one of operators) await one.quit();
  const { verdict, hashes } = await judgeFiles({ operators, service, postgres, passphrase: PASSPHRASE });
  const isFlawless = shown.length === 0 && Object.values(verdict).every((found) => found.length === 0);
  return {
    service: service.name,
    done,
    counts,
    shown,
    ...verdict,
    hashes,
    kept: isFlawless ? '' : await keep(operators),
  };
};

/**
 * Three people work at random for the given number of seconds, each in a real window. Meanwhile the connections to the
 * database are cut, the database is killed and restored from an older copy, windows are killed, and answers of the service
 * are lost. Then all is well again, and the contents of the three windows and of their files are compared with each other
 * and with the books of the service.
 */
export const playShop = async (plan: ShopPlan): Promise<ShopDay> => {
  const [postgres, service] = await Promise.all([startPostgres(), openShopService(plan.seed)]);
  const operators: Operator[] = [];
  try {
    return await playWith(operators, service, postgres, plan);
  } catch (error) {
    for (const one of operators) {
      const state = await one.ask('sharedDesk.state', {}).catch(String);
      process.stderr.write(`${one.name} ${one.folder} ${JSON.stringify(state)}\n`);
    }
    process.stderr.write(`${String(error)}\nTheir data: ${await keep(operators)}\n`);
    throw error;
  } finally {
    for (const operator of operators) await operator.close();
    await service.close();
    await postgres.close();
  }
};
