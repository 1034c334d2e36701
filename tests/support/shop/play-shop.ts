import { createHash } from 'node:crypto';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createControlClient } from '#sandbox/control-client.ts';
import { startSandbox } from '#sandbox/index.ts';
import { compareWithBooks, type KillCounts } from '../kills/kill-counts.ts';
import { type Ask, ledgerReport } from '../kills/orders.ts';
import { createRandom } from '../kills/random.ts';
import { type Postgres, startPostgres } from '../shared-desk/postgres.ts';
import { createDay } from './day.ts';
import { type Operator, openOperator } from './operator.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const NAMES = ['Anna', 'Boris', 'Clara'] as const;
const CHARGES = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'];
const TABLES = ['desks', 'changes', 'snapshots', 'computers', 'leases'] as const;
/** By then everything that is left over of a lease has ended, and every purchase was looked into. */
const SETTLED_WITHIN_MS = 240_000;

export interface ShopDay {
  /** How often each thing was done, or refused. */
  readonly done: ReadonlyMap<string, number>;
  readonly counts: KillCounts;
  /** What the computers hold in the end, in words, where they differ; else ''. */
  readonly difference: string;
}

const state = async (ask: Ask) => {
  const found = await ask('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('it is not shared');
  return found;
};

const until = async (what: string, holds: () => Promise<boolean>, withinMs = SETTLED_WITHIN_MS): Promise<void> => {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await sleep(250);
  }
};

const share = async (operators: readonly Operator[], postgres: Postgres): Promise<void> => {
  const [first, ...others] = operators as readonly [Operator, ...Operator[]];
  const connectionOf = ({ way }: Operator): string => postgres.connection({ port: way.port });
  await first.ask('sharedDesk.make', { connection: connectionOf(first), name: 'Shop', computer: first.name });
  await first.ask('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const text = await first.desk().app.evaluate(({ clipboard }) => clipboard.readText());
  for (const one of others) {
    const { offerId } = await one.ask('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
    await one.ask('sharedDesk.join', { offerId, computer: one.name });
    await one.ask('sharedDesk.reconnect', { connection: connectionOf(one), anew: false });
  }
  for (const { ask, name } of operators)
    await until(`${name} is shared`, async () => (await state(ask)).status === 'shared');
};

/** What a computer shows of everything that is shared, with nothing in it that is its own. */
const viewOf = async (ask: Ask) => {
  const page = { offset: 0, limit: 500 } as const;
  const sort = { by: 'createdAt', direction: 'asc' } as const;
  const both = await Promise.all(
    [false, true].map((archived) => ask('clients.list', { filter: { archived }, sort, ...page })),
  );
  const clients = both.flatMap(({ rows }) => rows);
  const keys = new Map(clients.map(({ id, clientKey }) => [id, clientKey]));
  const { rows: purchases } = await ask('purchases.list', { filter: {}, ...page });
  const { rows: proxies } = await ask('dedicated.list', {
    ...{ filter: {}, sort: { by: 'boughtAt', direction: 'asc' }, ...page },
  });
  const { rows: lists } = await ask('lists.list', {
    ...{ filter: {}, sort: { by: 'created', direction: 'asc' }, ...page },
  });
  const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
  return {
    clients: sorted(
      clients.map(({ messengerId, clientKey, name, note, tags, archived, owedKopecks, lastPurchaseAt }) => [
        ...[messengerId, clientKey, name, note, [...tags].sort(), archived, owedKopecks, lastPurchaseAt],
      ]),
    ),
    purchases: sorted(
      purchases.map(({ createdAt, order, clientKey, outcome, basis, chargedKopecks, goodsState, sale }) => [
        ...[createdAt, order.kind, clientKey, outcome, basis, chargedKopecks, goodsState, sale?.priceKopecks],
      ]),
    ),
    proxies: sorted(proxies.map(({ serviceId, note, clientId }) => [serviceId, note, keys.get(clientId ?? 0)])),
    lists: sorted(lists.map(({ createdAt, clientKey, lineCount }) => [createdAt, clientKey, lineCount])),
  };
};
type View = Awaited<ReturnType<typeof viewOf>>;

const hashOf = (view: View): string => createHash('sha256').update(JSON.stringify(view)).digest('hex');

const differenceOf = (names: readonly string[], views: readonly View[]): string => {
  const [first, ...others] = views;
  if (first === undefined || others.every((view) => hashOf(view) === hashOf(first))) return '';
  return others
    .flatMap((view, at) =>
      (Object.keys(view) as (keyof View)[]).flatMap((what) => [
        ...first[what].filter((row) => !view[what].includes(row)).map((row) => `${names[0]} alone: ${what} ${row}`),
        ...view[what]
          .filter((row) => !first[what].includes(row))
          .map((row) => `${names[at + 1]} alone: ${what} ${row}`),
      ]),
    )
    .join('\n');
};

/** What the computers hold, to be looked into. */
const keep = async (operators: readonly Operator[]): Promise<string> => {
  const to = await mkdtemp(join(tmpdir(), 'shop-kept-'));
  for (const { name, folder } of operators)
    for (const what of ['data', 'logs']) await cp(join(folder, what), join(to, name, what), { recursive: true });
  return to;
};

/**
 * Three people work at random for so many seconds, each in a real window, while the way to the database is cut, the database
 * is killed and put back to an older copy, windows are killed, and the service loses answers. Then all is well again, and what
 * the three windows show is compared with each other and with the books of the service. `older`: the folder of another version
 * of the app, built, which one of the three has.
 */
export const playShop = async (seconds: number, seed: number, older?: string): Promise<ShopDay> => {
  const random = createRandom(seed);
  const postgres = await startPostgres();
  const sandbox = await startSandbox({ stateDir: null, control: true, withPast: false, seed: 1 });
  const control = createControlClient(sandbox.controlUrl ?? '');
  await control.setBalance(10_000_000);
  const operators: Operator[] = [];
  const done = new Map<string, number>();
  const note = (what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);
  try {
    for (const [at, name] of NAMES.entries()) {
      const appFolder = at === seed % NAMES.length ? older : undefined;
      operators.push(await openOperator(name, sandbox, { databasePort: postgres.port, appFolder }));
    }
    await share(operators, postgres);
    for (const { ask, name } of operators)
      await ask('clients.add', { messengerId: 7, clientKey: `first of ${name}`, name, note: '', tags: ['shop'] });

    const end = Date.now() + seconds * 1_000;
    const isOver = (): boolean => Date.now() > end;
    const work = async (operator: Operator, at: number): Promise<void> => {
      const day = createDay(operator, createRandom(seed * 10 + at + 1));
      while (!isOver()) {
        note(await day());
        await sleep(50);
      }
    };
    const copy = async (): Promise<void> => {
      const copies = TABLES.map(
        (table) =>
          `DROP TABLE IF EXISTS copy_${table}; CREATE TABLE copy_${table} AS SELECT * FROM reseller_desk.${table}`,
      );
      await postgres.ask(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${copies.join(';')}; COMMIT`);
    };
    const putBack = async (): Promise<void> => {
      await postgres.ask(`BEGIN; DELETE FROM reseller_desk.desks;
        ${TABLES.map((table) => `INSERT INTO reseller_desk.${table} SELECT * FROM copy_${table}`).join(';')}; COMMIT`);
    };
    await copy();
    const one = (): Operator => operators[Math.floor(random() * operators.length)] as Operator;
    const faults: readonly (readonly [string, () => Promise<void>])[] = [
      [
        'way cut',
        async () => {
          const { way } = one();
          way.shut(true);
          await sleep(500 + random() * 6_000);
          way.shut(false);
        },
      ],
      ['answer of the database lost', async () => one().way.loseNextAnswer()],
      [
        'slow way',
        async () => {
          const { way } = one();
          way.delay(150);
          await sleep(3_000);
          way.delay(0);
        },
      ],
      [
        'database killed',
        async () => {
          await postgres.kill();
          await sleep(random() * 3_000);
          await postgres.start();
        },
      ],
      ['database copied', copy],
      ['database put back', putBack],
      [
        'window killed',
        async () => {
          const operator = one();
          await operator.kill();
          await sleep(random() * 3_000);
          await operator.start();
        },
      ],
      ...(['before-commit', 'after-commit'] as const).map(
        (when) =>
          [
            `charge lost ${when}`,
            async () => {
              const path = CHARGES[Math.floor(random() * CHARGES.length)] ?? '';
              await control.addFaults({ match: { method: 'POST', path }, times: 1, fault: { kind: 'drop', when } });
            },
          ] as const,
      ),
    ];
    const disturb = async (): Promise<void> => {
      while (!isOver()) {
        const [name, fault] = faults[Math.floor(random() * faults.length)] as (typeof faults)[number];
        await fault();
        note(name);
        await sleep(500 + random() * 2_000);
      }
    };
    const all = await Promise.allSettled([...operators.map(work), disturb()]);
    for (const one of all) if (one.status === 'rejected') throw one.reason;

    await control.clearFaults();
    for (const { way } of operators) way.delay(0);
    for (const { ask, name } of operators) {
      await until(`${name} bought all`, async () => {
        const { rows } = await ask('runs.list', { offset: 0, limit: 50 });
        return rows.every((run) => run.state !== 'running');
      });
      await ask('sharedDesk.retry', {}).catch(() => {});
    }
    const isTold = async ({ ask }: Operator): Promise<boolean> => {
      const { status, unsent, computers } = await state(ask);
      return status === 'shared' && unsent === 0 && computers.every(({ brokeOff }) => !brokeOff);
    };
    const allTold = () =>
      until('all is told', async () => (await Promise.all(operators.map(isTold))).every((isSo) => isSo));
    await allTold();
    for (const { ask } of operators) await ask('purchases.resolve', {});
    let views: readonly View[] = [];
    await until(
      'all are equal',
      async () => {
        await allTold();
        views = await Promise.all(operators.map(({ ask }) => viewOf(ask)));
        return differenceOf(NAMES, views) === '';
      },
      60_000,
    ).catch(() => {});
    const difference = differenceOf(NAMES, views);
    const kept = difference === '' ? '' : await keep(operators);
    const ledger = await ledgerReport((operators[0] as Operator).ask);
    const counts = await compareWithBooks({ control }, done.get('window killed') ?? 0, ledger);
    return { done, counts, difference: difference === '' ? '' : `${difference}\nTheir data: ${kept}` };
  } catch (error) {
    for (const { name, ask, folder } of operators)
      process.stderr.write(`${name} ${folder} ${JSON.stringify(await ask('sharedDesk.state', {}).catch(String))}\n`);
    throw error;
  } finally {
    for (const operator of operators) await operator.close();
    await sandbox.close();
    await postgres.close();
  }
};
