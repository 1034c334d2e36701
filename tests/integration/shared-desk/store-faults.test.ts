import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDesk } from '#core/sync/store/schema.ts';
import type { Lease, SharedStore } from '#core/sync/store/shared-store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  appendOne,
  chained,
  closeStores,
  EMPTY,
  nextHead,
  type OpenedStore,
  openTestStore,
} from '../../support/shared-desk/desk-store.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

let postgres: Postgres;
let way: FaultyWay;
let deskId: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  way = await startFaultyWay(postgres.port);
  deskId = randomUUID();
  await makeDesk(postgres.connection(), deskId);
});
afterEach(async () => {
  closeStores();
  await way.close();
});

const overTheWay = () => postgres.connection({ port: way.port });
const direct = () => postgres.connection();

describe('a lease that could not be released', () => {
  const LONG = 120_000;
  const leave = async (): Promise<void> => {
    way.shut(true);
    way.cut();
  };
  const here = async () => {
    const opened = openTestStore(overTheWay(), deskId);
    await expect.poll(opened.store.wakes).toBe('notify');
    return opened;
  };
  const comeBack = async ({ store }: OpenedStore): Promise<void> => {
    way.shut(false);
    await store.retry();
    await expect.poll(store.wakes).not.toBe('offline');
  };
  const held = async (answer: ReturnType<SharedStore['lease']>): Promise<Lease> => {
    const lease = await answer;
    if ('renew' in lease) return lease;
    throw new Error(`held by ${lease.heldBy}`);
  };

  it('is available to a colleague at once when the connection is back', async () => {
    const [mine, theirs] = [await here(), openTestStore(direct(), deskId)];
    const lease = await held(mine.store.lease('charge', LONG));
    await leave();
    await lease.release();
    expect(await theirs.store.lease('charge', LONG)).toMatchObject({ heldBy: mine.id });
    await comeBack(mine);
    await mine.store.releaseLeft();
    await held(theirs.store.lease('charge', LONG));
  });

  it.each(['taking', 'renewing'])('is also available when the answer to %s it was lost', async (what) => {
    const [mine, theirs] = [await here(), openTestStore(direct(), deskId)];
    const lease = what === 'taking' ? null : await held(mine.store.lease('charge', LONG));
    way.loseNextAnswer();
    const lost = lease === null ? mine.store.lease('charge', LONG) : lease.renew();
    await expect(lost).rejects.toMatchObject({ kind: 'offline' });
    await comeBack(mine);
    await lease?.release();
    await mine.store.releaseLeft();
    await held(theirs.store.lease('charge', LONG));
  });

  it('stays while this computer has taken it again, and is not taken from a later holder', async () => {
    const [mine, theirs] = [await here(), openTestStore(direct(), deskId)];
    const first = await held(mine.store.lease('charge', LONG));
    await leave();
    await first.release();
    await comeBack(mine);
    const second = await held(mine.store.lease('charge', LONG));
    await mine.store.releaseLeft();
    expect(await theirs.store.lease('charge', LONG)).toMatchObject({ heldBy: mine.id });

    await leave();
    await second.release();
    await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');
    await held(theirs.store.lease('charge', LONG));
    await comeBack(mine);
    await mine.store.releaseLeft();
    expect(await mine.store.lease('charge', LONG)).toMatchObject({ heldBy: theirs.id });
  });
});

describe('a place behind a bad connection', () => {
  it('returns after a cut, and is woken for what it has missed', async () => {
    const here = openTestStore(overTheWay(), deskId);
    await expect.poll(here.store.wakes).toBe('notify');
    const woken = here.woken();
    way.shut(true);
    await expect.poll(here.store.wakes).toBe('offline');
    await expect(here.store.head()).rejects.toMatchObject({ kind: 'offline' });
    const [head] = await appendOne(openTestStore(direct(), deskId).store, EMPTY);
    way.shut(false);
    await expect.poll(here.store.wakes).toBe('notify');
    expect(here.woken()).toBeGreaterThan(woken);
    expect(await here.store.head()).toEqual(head);
  });

  it('returns after the server was killed and started again, with everything that was appended', async () => {
    const here = openTestStore(direct(), deskId);
    const [head] = await appendOne(here.store, EMPTY);
    // On Windows, a server that is killed while it starts a process for a connection leaves that process behind, stopped.
    await expect.poll(here.store.wakes).toBe('notify');
    await postgres.kill();
    await expect.poll(here.store.wakes).toBe('offline');
    // The remains of a killed server may answer for a moment.
    await expect.poll(() => here.store.head().catch(({ kind }) => kind)).toBe('offline');
    await postgres.start();
    await expect.poll(here.store.wakes).toBe('notify');
    expect(await here.store.head()).toEqual(head);
    // The log mentions it once, however often the connection was tried, and never the password.
    expect(here.logged.filter((line) => line.includes('store-refused')).length).toBeLessThanOrEqual(1);
    expect(here.logged.join('\n')).not.toMatch(/pa ss|pa%20ss|Word/);
  });

  it('recognises a change whose answer was lost', async () => {
    const { store } = openTestStore(overTheWay(), deskId);
    await expect.poll(store.wakes).toBe('notify');
    const sealed = randomBytes(500);
    const next = nextHead(EMPTY, sealed);
    way.loseNextAnswer();
    await expect(store.append(EMPTY, sealed, next)).rejects.toMatchObject({ kind: 'offline' });
    await expect.poll(store.wakes).toBe('notify');
    expect(await store.append(EMPTY, sealed, next)).toEqual({ appended: true });
    expect(await store.changesAfter(0, 10_000)).toEqual([{ seq: 1, sealed }]);
  });

  it('keeps one chain while the connections of writers break', { timeout: 240_000 }, async () => {
    const stores = [1, 2, 3].map(() => openTestStore(overTheWay(), deskId).store);
    let isOver = false;
    const breaking = (async () => {
      while (!isOver) {
        const asked = way.asked();
        await expect.poll(() => isOver || way.asked() > asked + 20_000).toBe(true);
        way.cut();
      }
    })();
    const written = await Promise.all(
      stores.map(async (store, computer) => {
        const mine: string[] = [];
        for (let change = 0; change < 30; change += 1) {
          const sealed = Buffer.from(`${computer}:${change}:${randomBytes(600).toString('hex')}`);
          mine.push(sealed.toString());
          // A computer that cannot know whether its change was appended reads on and checks.
          for (;;) {
            try {
              let head = EMPTY;
              const changes = await store.changesAfter(0, 10_000_000);
              head = chained(head, changes);
              if (changes.some((one) => Buffer.compare(one.sealed, sealed) === 0)) break;
              if ((await store.append(head, sealed, nextHead(head, sealed))).appended) break;
            } catch (error) {
              expect(error).toMatchObject({ kind: 'offline' });
              void store.retry();
              await expect.poll(store.wakes).not.toBe('offline');
            }
          }
        }
        return mine;
      }),
    );
    isOver = true;
    await breaking;
    const changes = await openTestStore(direct(), deskId).store.changesAfter(0, 10_000_000);
    expect(chained(EMPTY, changes).seq).toBe(90);
    expect(changes.map(({ sealed }) => Buffer.from(sealed).toString()).toSorted()).toEqual(written.flat().toSorted());
  });

  it('waits longer and longer for a server that is away, and tries at once when told to', async () => {
    const clock = createFakeClock();
    way.shut(true);
    const { store } = openTestStore(overTheWay(), deskId, { clock });
    await expect(store.head()).rejects.toMatchObject({ kind: 'offline' });
    let waited = 0;
    const tries = async (): Promise<number> => {
      if (clock.sleeping() === 1) {
        await clock.advance(250);
        waited += 250;
      }
      return way.made();
    };
    await expect.poll(tries, { interval: 1 }).toBeGreaterThanOrEqual(12);
    // 0.5, 1, 2, 4, 8, 16, and five times 30 s, each of them up to half longer or shorter.
    expect(waited).toBeGreaterThan(80_000);
    expect(waited).toBeLessThan(300_000);
    await expect.poll(clock.sleeping).toBe(1);
    way.shut(false);
    void store.retry();
    await expect.poll(store.wakes).toBe('notify');
  });

  it('answers over a slow connection', async () => {
    way.delay(150);
    const here = openTestStore(overTheWay(), deskId);
    await expect.poll(here.store.wakes).toBe('notify');
    const [head] = await appendOne(here.store, EMPTY, randomBytes(200_000));
    expect(chained(EMPTY, await here.store.changesAfter(0, 1_000_000))).toEqual(head);
  });

  it('abandons a connection on which nothing moves any more', { timeout: 90_000 }, async () => {
    const { store } = openTestStore(overTheWay(), deskId);
    await expect.poll(store.wakes).toBe('notify');
    way.stall(true);
    await expect(store.heartbeat()).rejects.toMatchObject({ kind: 'offline', details: { code: 'store-timeout' } });
    way.stall(false);
    await expect.poll(store.wakes).toBe('notify');
    expect(await store.heartbeat()).toEqual(EMPTY);
  });

  it('leaves nobody waiting when it is closed', async () => {
    const { store } = openTestStore(overTheWay(), deskId);
    await expect.poll(store.wakes).toBe('notify');
    way.stall(true);
    const waiting = store.head();
    store.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(store.heartbeat()).rejects.toMatchObject({ kind: 'cancelled' });
    expect(store.wakes()).toBe('offline');
    await expect.poll(way.open).toBe(0);
  });

  it('does not connect again when it is closed during an attempt', async () => {
    const { store } = openTestStore(overTheWay(), deskId);
    store.close();
    await expect(store.head()).rejects.toMatchObject({ kind: 'cancelled' });
    await expect.poll(way.open).toBe(0);
  });
});
