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

/** The pause between checks for a due refresh, and between the heartbeats of a computer. */
const LOOK_MS = 60_000;
const HEARTBEAT_MS = 90_000;

/** The pause after an addition before unread clients are looked for. */
const NEW_AFTER_MS = 10_000;

/** A clock on which the app's pauses of minutes end at once and are counted; the time limits of requests are kept. */
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
    /** Resolves when this many more such pauses have begun. */
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
  // The tests count the messages of computers that have ended their first exchange, which lasts as long as a strong key.
  const desk = await startTestDesk({ sandbox, clock, paths, hasStrongKeys: true });
  const computer = { clock, desk, way: await startFaultyWay(postgres.port) };
  computers.push(computer);
  return computer;
};
const refreshOf = async ({ desk }: Computer) => {
  const state = await desk.call('sharedDesk.state', {});
  if (state.status === 'none') throw new Error('the desk is not shared');
  return state.roles.refresh;
};
/** Two computers, of which the first reads for both. */
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
/** Returns the age of each client's data on the computer. */
const readings = async ({ desk }: Computer) => {
  const { rows } = await desk.call('clients.list', {
    filter: { search: '' },
    sort: { by: 'clientKey', direction: 'asc' },
    offset: 0,
    limit: 100,
  });
  return rows.map(({ vpnAsOf, trafficAsOf }) => (vpnAsOf === null || trafficAsOf === null ? 'never' : 'read'));
};
/** Returns the clients whose data was requested from the service, by any computer. */
const asked = async ({ desk }: Computer) =>
  (await desk.control.requests({ method: 'GET', path: '/vpn/info' })).map(({ query }) => query.client_key).toSorted();
/** Ends the roles, as if their holder had been silent for long enough. */
const endRoles = () => postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');

describe('reading by one computer for all', () => {
  it('costs the service as much as one computer, and reaches the others', async () => {
    const [one, other] = await two();
    await add(other, 'anna', 'boris', 'vera');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read', 'read', 'read']);
    // Both have checked more than once whether a refresh is due.
    await one.clock.pass(LOOK_MS, 8);
    await other.clock.pass(LOOK_MS, 8);
    expect(await asked(one)).toEqual(['anna', 'boris', 'vera']);
  });

  it('moves to another computer when the first is away, and to one of them when it is back', async () => {
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

  it('is handed on by a computer that is paused, or that must not read automatically', async () => {
    const [one, other] = await two();
    await one.desk.call('settings.update', { paused: true });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'this', computer: '' });
    await other.desk.call('settings.update', { refreshEveryHours: 0 });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'nobody', computer: '' });
    // If nobody reads automatically, a new client is still read.
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    await one.desk.call('settings.update', { paused: false });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'other', computer: 'Anna' });
  });

  it('falls to each computer while there is no connection to the database', async () => {
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

  it('does not reach a removed computer, which reads for itself', async () => {
    const [one, other] = await two();
    const state = await one.desk.call('sharedDesk.state', {});
    const gone = state.status === 'none' ? undefined : state.computers.find(({ isThis }) => !isThis);
    await one.desk.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await expect.poll(() => refreshOf(other), CONTEXT).toEqual({ is: 'unguarded', computer: '' });
    await add(other, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
  });

  it('happens where somebody requests it by hand', async () => {
    const [one, other] = await two();
    await add(one, 'anna');
    await expect.poll(() => readings(other), CONTEXT).toEqual(['read']);
    await other.desk.call('runs.start', { kind: 'refresh' });
    await other.desk.waitForEvent('runs.changed', ({ state }: { state: string }) => state === 'done');
    expect(await asked(one)).toEqual(['anna', 'anna']);
    expect(await refreshOf(one)).toEqual({ is: 'this', computer: '' });
  });

  it('is not repeated by a computer that was interrupted in the middle of it', async () => {
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

describe('a computer that sends heartbeats', () => {
  it('sends the database no more messages because of its work for all', async () => {
    const [one, other] = await two();
    await one.clock.pass(HEARTBEAT_MS, 2);
    /** Returns the number of messages in eight heartbeats besides these. Each is one message, and every fourth has one more. */
    const othersInEight = async (): Promise<number> => {
      const before = {
        asked: await postgres.asked(),
        one: one.clock.begun(HEARTBEAT_MS),
        other: other.clock.begun(HEARTBEAT_MS),
      };
      await Promise.all([one.clock.pass(HEARTBEAT_MS, 8), other.clock.pass(HEARTBEAT_MS, 8)]);
      const heartbeats = one.clock.begun(HEARTBEAT_MS) - before.one + other.clock.begun(HEARTBEAT_MS) - before.other;
      return (await postgres.asked()) - before.asked - Math.ceil(heartbeats * 1.25);
    };
    // A few exchanges may end within this time, too, and more of them if the server is slow; then the next eight count. A
    // message for each heartbeat would be far more every time.
    await expect.poll(othersInEight).toBeLessThanOrEqual(4);
    expect(await refreshOf(other)).toEqual({ is: 'other', computer: 'Anna' });
  });
});
