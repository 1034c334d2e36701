import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import type { Bench, Measurement } from './measure.ts';
import type { Asked, Look } from './shared-desk-child.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const COMPUTERS = [2, 5, 20] as const;
const MINUTE = 60_000;
/** A full cycle of the idle traffic: every fourth heartbeat of 90 s asks which computers are there. */
const IDLE_MS = 6 * MINUTE;
/** The pace of a person who does nothing else, and a pace far beyond. */
const CALM = { times: 15, everyMs: 2_000 };
const BUSY = { times: 100, everyMs: 100 };

const startComputer = () => {
  const child = fork(join(import.meta.dirname, 'shared-desk-child.ts'));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(value);
    else one?.reject(new Error(error));
  });
  const ask = async <T = unknown>(what: Asked): Promise<T> => {
    asked += 1;
    const id = asked;
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
    child.send({ id, asked: what });
    return (await answer) as T;
  };
  return { ask, end: () => ask({ do: 'end' }).finally(() => child.kill()) };
};
type Computer = ReturnType<typeof startComputer>;

const until = async (holds: () => Promise<boolean>, everyMs = 50): Promise<void> => {
  while (!(await holds())) await sleep(everyMs);
};

const areEqual = async (computers: readonly Computer[]): Promise<boolean> => {
  const looks = await Promise.all(computers.map((one) => one.ask<Look>({ do: 'look' })));
  const [first] = looks;
  return looks.every(({ clients, unpublished }) => unpublished === 0 && clients === first?.clients);
};

const seqOf = async (postgres: Postgres): Promise<number> =>
  Number((await postgres.ask('SELECT seq FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1'))[0]?.seq);

/** Starts computers that all share one PostgreSQL, each with a whole core in a process of its own. */
const withComputers = async <T>(
  count: number,
  postgres: Postgres,
  sandbox: Sandbox,
  work: (computers: readonly Computer[]) => Promise<T>,
): Promise<T> => {
  const computers = Array.from({ length: count }, startComputer);
  try {
    const { baseUrl, token, controlUrl, proxies } = sandbox;
    await Promise.all(
      computers.map((one) => one.ask({ do: 'start', sandbox: { baseUrl, token, controlUrl, proxies } })),
    );
    const [first, ...others] = computers;
    if (first === undefined) throw new Error('there is no computer');
    await first.ask({ do: 'make', connection: postgres.connection(), name: 'computer 0' });
    const text = await first.ask<string>({ do: 'invite', passphrase: PASSPHRASE });
    for (const [at, one] of others.entries())
      await one.ask({ do: 'join', text, passphrase: PASSPHRASE, name: `computer ${at + 1}` });
    for (const [at, one] of computers.entries()) await one.ask({ do: 'add', clientKey: `key-${at}` });
    await until(() => areEqual(computers));
    return await work(computers);
  } finally {
    await Promise.allSettled(computers.map((one) => one.end()));
  }
};

const lagsOf = async (computers: readonly Computer[]): Promise<readonly number[]> =>
  (await Promise.all(computers.map((one) => one.ask<number[]>({ do: 'lags' })))).flat();

const measureLoad = async (
  name: string,
  computers: readonly Computer[],
  postgres: Postgres,
  { times, everyMs }: typeof CALM,
): Promise<readonly Measurement[]> => {
  await lagsOf(computers);
  const before = await seqOf(postgres);
  const begun = performance.now();
  await Promise.all(computers.map((one, at) => one.ask({ do: 'write', clientKey: `key-${at}`, times, everyMs })));
  const wrote = performance.now();
  await until(() => areEqual(computers));
  const seconds = (performance.now() - begun) / 1_000;
  const edits = (computers.length * times) / seconds;
  const what = `${computers.length} computers, ${name}`;
  return [
    { what: `${what}: edits a second, all of them everywhere`, unit: '', values: [edits] },
    { what: `${what}: changes a second`, unit: '', values: [((await seqOf(postgres)) - before) / seconds] },
    { what: `${what}: until all are equal, after the last edit`, unit: 'ms', values: [performance.now() - wrote] },
    {
      what: `${what}: from an edit until another window has it, p95`,
      unit: 'ms',
      by: 'p95',
      values: await lagsOf(computers),
    },
  ];
};

const measureIdle = async (computers: readonly Computer[], postgres: Postgres): Promise<Measurement> => {
  // The load is followed by a check for snapshots, with its pause.
  await sleep(MINUTE + 10_000);
  const before = await postgres.asked();
  await sleep(IDLE_MS);
  const perMinute = (((await postgres.asked()) - before) * MINUTE) / IDLE_MS / computers.length;
  return {
    what: `${computers.length} computers, idle: messages a minute and computer`,
    unit: '',
    values: [perMinute],
    target: 1,
  };
};

/**
 * Measures one desk on several computers: how long a change takes to arrive, and how many messages an idle computer sends.
 */
export const measureComputers: Bench = async () => {
  const postgres = await startPostgres();
  const sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  try {
    const measured: Measurement[] = [];
    for (const count of COMPUTERS) {
      await withComputers(count, postgres, sandbox, async (computers) => {
        measured.push(...(await measureLoad('an edit every two seconds each', computers, postgres, CALM)));
        measured.push(...(await measureLoad('ten edits a second each', computers, postgres, BUSY)));
        if (count === COMPUTERS.at(-1)) measured.push(await measureIdle(computers, postgres));
      });
    }
    return measured;
  } finally {
    await sandbox.close();
    await postgres.close();
  }
};
