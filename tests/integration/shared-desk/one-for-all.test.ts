import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { realClock } from '../../support/real-clock.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const CONTEXT = { timeout: 20_000 };

/** How often it is looked whether a refresh is due, and how often a computer shows that it is there. */
const LOOK_MS = 60_000;
const HEARTBEAT_MS = 90_000;

/** After clients were added: so long until those that were never read are looked for. */
const NEW_AFTER_MS = 10_000;

/** What the app waits for by minutes is over in a moment, and counted; the time limits of requests are not. */
const createHurriedClock = () => {
  const skipping = createSkippingClock();
  const waits = new Map<number, number>();
  return {
    ...skipping,
    sleep: (ms: number, signal?: AbortSignal) => {
      waits.set(ms, (waits.get(ms) ?? 0) + 1);
      return realClock.sleep(ms >= LOOK_MS || ms === NEW_AFTER_MS ? ms / 300 : ms, signal);
    },
    begun: (ms: number) => waits.get(ms) ?? 0,
    /** Resolves when so many more have begun. */
    pass: async (ms: number, times: number) => {
      const before = waits.get(ms) ?? 0;
      await expect.poll(() => (waits.get(ms) ?? 0) - before, CONTEXT).toBeGreaterThanOrEqual(times);
    },
  };
};

interface Computer {
  readonly desk: TestDesk;
  readonly clock: ReturnType<typeof createHurriedClock>;
  readonly way: FaultyWay;
}

let postgres: Postgres;
let sandbox: Sandbox;
let computers: Computer[];
let folder: string;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  computers = [];
  folder = await mkdtemp(join(tmpdir(), 'one-for-all-'));
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
});
afterEach(async () => {
  for (const { desk, way } of computers) {
    await desk.close();
    await way.close();
  }
  await sandbox.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const open = async (): Promise<Computer> => {
  const clock = createHurriedClock();
  const own = join(folder, `${computers.length}`);
  const paths = { data: join(own, 'data'), backups: join(own, 'backups') };
  const desk = await startTestDesk({ sandbox, clock, paths });
  const computer = { clock, desk, way: await startFaultyWay(postgres.port) };
  computers.push(computer);
  return computer;
};
const refreshOf = async ({ desk }: Computer) => {
  const state = await desk.call('sharedDesk.state', {});
  if (state.status === 'none') throw new Error('it is not shared');
  return state.roles.refresh;
};
/** Two computers, the first of which reads for both. */
const two = async (): Promise<readonly [Computer, Computer]> => {
  const [one, other] = [await open(), await open()];
  const connection = postgres.connection({ port: one.way.port });
  await one.desk.call('sharedDesk.make', { connection, name: 'The shop', computer: 'Anna' });
  await expect.poll(() => refreshOf(one), CONTEXT).toEqual({ is: 'this', computer: '' });
  await one.desk.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = one.desk.desktop.copied.at(-1) ?? {};
  const { offerId } = await other.desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await other.desk.call('sharedDesk.join', { offerId, computer: 'Laptop' });
  await other.desk.call('sharedDesk.reconnect', {
    connection: postgres.connection({ port: other.way.port }),
    anew: false,
  });
  await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'other', computer: 'Anna' });
  return [one, other];
};
const add = async ({ desk }: Computer, ...clientKeys: readonly string[]) => {
  for (const clientKey of clientKeys)
    await desk.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [] });
};
/** How old what is known of each client is there. */
const readings = async ({ desk }: Computer) => {
  const { rows } = await desk.call('clients.list', {
    filter: { search: '' },
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 100,
  });
  return rows.map(({ vpnAsOf, trafficAsOf }) => (vpnAsOf === null || trafficAsOf === null ? 'never' : 'read'));
};
/** The clients that the service was asked about, whoever asked. */
const asked = async ({ desk }: Computer) =>
  (await desk.control.requests({ method: 'GET', path: '/vpn/info' })).map(({ query }) => query.client_key).toSorted();
/** As if the computer that has it had been silent for so long. */
const endRoles = () => postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');

describe('what one computer reads for all', () => {
  it('costs the service what one computer does, and comes to the others', async () => {
    const [one, other] = await two();
    await add(other, 'anna', 'boris', 'vera');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read', 'read', 'read']);
    // Both have looked more than once whether there is something to be read.
    await one.clock.pass(LOOK_MS, 8);
    await other.clock.pass(LOOK_MS, 8);
    expect(await asked(one)).toEqual(['anna', 'boris', 'vera']);
  });

  it('is read by another computer when that one is away, and by one of them when it is back', async () => {
    const [one, other] = await two();
    await one.desk.close();
    await endRoles();
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'this', computer: '' });
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    await one.desk.restart();
    await expect.poll(() => refreshOf(one), CONTEXT).toEqual({ is: 'other', computer: 'Laptop' });
    await expect.poll(() => readings(one), CONTEXT).toEqual(['read']);
    await one.clock.pass(LOOK_MS, 8);
    expect(await asked(one)).toEqual(['anna']);
  });

  it('is handed on by a computer that is paused, or is not to read by itself', async () => {
    const [one, other] = await two();
    await one.desk.call('settings.update', { paused: true });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'this', computer: '' });
    await other.desk.call('settings.update', { refreshEveryHours: 0 });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'nobody', computer: '' });
    // Where nobody reads by itself, a new client is read all the same.
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    await one.desk.call('settings.update', { paused: false });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'other', computer: 'Anna' });
  });

  it('is read by each for itself while there is no way to the database', async () => {
    const [, other] = await two();
    other.way.shut(true);
    await expect.poll(async () => (await refreshOf(other)).is, CONTEXT).toBe('other');
    other.clock.skip(300_000);
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'unguarded', computer: '' });
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    other.way.shut(false);
    await other.desk.call('sharedDesk.retry', {});
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'other', computer: 'Anna' });
  });

  it('is read for itself by a computer that was removed, because it hears nothing of the others', async () => {
    const [one, other] = await two();
    const state = await one.desk.call('sharedDesk.state', {});
    const gone = state.status === 'none' ? undefined : state.computers.find(({ isThis }) => !isThis);
    await one.desk.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'unguarded', computer: '' });
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
  });

  it('is read where somebody asks for it by hand', async () => {
    const [one, other] = await two();
    await add(one, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    await other.desk.call('runs.start', { kind: 'refresh' });
    await other.desk.waitForEvent('runs.changed', ({ state }: { state: string }) => state === 'done');
    expect(await asked(one)).toEqual(['anna', 'anna']);
    expect(await refreshOf(one)).toEqual({ is: 'this', computer: '' });
  });

  it('is not read once more by a computer that left off in the middle of it', async () => {
    const [one, other] = await two();
    await one.desk.control.addFaults({
      match: { path: '/vpn/info' },
      times: 3,
      fault: { kind: 'hold', when: 'before-commit' },
    });
    await add(one, 'anna', 'boris', 'vera', 'gleb');
    await expect.poll(() => asked(one), CONTEXT).toHaveLength(3);
    await one.desk.close();
    await endRoles();
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read', 'read', 'read', 'read']);
    const askedBy = await asked(one);
    await one.desk.restart();
    await expect.poll(() => refreshOf(one), CONTEXT).toEqual({ is: 'other', computer: 'Laptop' });
    await one.clock.pass(LOOK_MS, 8);
    expect(await asked(one)).toEqual(askedBy);
    const { rows } = await one.desk.call('runs.list', { show: 'open', offset: 0, limit: 10 });
    expect(rows).toEqual([]);
  });
});

describe('a computer that shows it is there', () => {
  it('asks the database for nothing more because of what it does for all', async () => {
    const [one, other] = await two();
    await one.clock.pass(HEARTBEAT_MS, 2);
    const before = {
      asked: await postgres.asked(),
      one: one.clock.begun(HEARTBEAT_MS),
      other: other.clock.begun(HEARTBEAT_MS),
    };
    await Promise.all([one.clock.pass(HEARTBEAT_MS, 8), other.clock.pass(HEARTBEAT_MS, 8)]);
    const heartbeats = one.clock.begun(HEARTBEAT_MS) - before.one + other.clock.begun(HEARTBEAT_MS) - before.other;
    // One message with each heartbeat, and one more with every fourth.
    expect((await postgres.asked()) - before.asked).toBeLessThanOrEqual(Math.ceil(heartbeats * 1.25) + 2);
    expect(await refreshOf(other)).toEqual({ is: 'other', computer: 'Anna' });
  });
});
