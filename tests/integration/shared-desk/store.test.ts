import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeDesk } from '#core/sync/store/schema.ts';
import type { Head, Lease, SharedStore } from '#core/sync/store/shared-store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  appendOne,
  chained,
  closeStores,
  EMPTY,
  nextHead,
  openTestStore,
} from '../../support/shared-desk/desk-store.ts';
import { DEBIAN_15, type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

const isLease = (answer: Awaited<ReturnType<SharedStore['lease']>>): answer is Lease => 'renew' in answer;
const leaseOf = async (answer: ReturnType<SharedStore['lease']>): Promise<Lease> => {
  const lease = await answer;
  if (!isLease(lease)) throw new Error(`held by ${lease.heldBy}`);
  return lease;
};

const allOf = async (parts: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> => {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return all;
};

async function* of(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

const SERVERS = [
  { name: 'PostgreSQL 18', programs: undefined, isHere: true, writes: 200 },
  { name: "Debian's PostgreSQL 15", programs: DEBIAN_15 ?? undefined, isHere: DEBIAN_15 !== null, writes: 20 },
];

describe.each(SERVERS)('a shared desk in $name', ({ programs, isHere, writes }) => {
  if (!isHere) {
    it.skip('is not installed here');
    return;
  }

  let postgres: Postgres;
  let deskId: string;
  beforeAll(async () => {
    postgres = await startPostgres(programs === undefined ? {} : { programs });
  });
  afterAll(() => postgres.close());
  afterEach(closeStores);

  const newDesk = async (): Promise<string> => {
    deskId = randomUUID();
    await makeDesk(postgres.connection(), deskId);
    return deskId;
  };
  const open = (options?: { id: string }) => openTestStore(postgres.connection(), deskId, options);

  it('does not exist before it is created, is empty then, and stays when it is created again', async () => {
    deskId = randomUUID();
    const { store } = open();
    expect(await store.head()).toBeNull();
    await makeDesk(postgres.connection(), deskId);
    expect(await store.head()).toEqual({ seq: 0, hash: Buffer.alloc(32) });
    expect(await store.oldestSeq()).toBe(1);
    expect(await store.changesAfter(0, 1_000)).toEqual([]);
    const [head] = await appendOne(store, EMPTY);
    await makeDesk(postgres.connection(), deskId);
    expect(await store.head()).toEqual(head);
  });

  it('is created by two computers at the same moment', async () => {
    deskId = randomUUID();
    await Promise.all([1, 2, 3, 4].map(() => makeDesk(postgres.connection(), deskId)));
    expect(await open().store.head()).toEqual(EMPTY);
  });

  it('accepts changes only after the newest one', async () => {
    await newDesk();
    const { store } = open();
    const sealed = randomBytes(100);
    const first = nextHead(EMPTY, sealed);
    expect(await store.append(EMPTY, sealed, first)).toEqual({ appended: true });
    const late = randomBytes(100);
    expect(await store.append(EMPTY, late, nextHead(EMPTY, late))).toEqual({ appended: false, head: first });
    const wrong: Head = { seq: 1, hash: Buffer.alloc(32, 7) };
    expect(await store.append(wrong, late, nextHead(wrong, late))).toEqual({ appended: false, head: first });
    // The change is appended again, because its answer may have been lost.
    expect(await store.append(EMPTY, sealed, first)).toEqual({ appended: true });
    expect(await store.changesAfter(0, 1_000)).toEqual([{ seq: 1, sealed }]);
  });

  it('returns changes in order and in portions, and at least one', async () => {
    await newDesk();
    const { store } = open();
    let head = EMPTY;
    for (const size of [100, 200, 5_000, 50, 60]) [head] = await appendOne(store, head, randomBytes(size));
    const seqs = async (after: number, bytes: number) =>
      (await store.changesAfter(after, bytes)).map(({ seq, sealed }) => [seq, sealed.length]);
    expect(await seqs(0, 299)).toEqual([[1, 100]]);
    expect(await seqs(0, 300)).toEqual([
      [1, 100],
      [2, 200],
    ]);
    expect(await seqs(2, 1)).toEqual([[3, 5_000]]);
    expect(await seqs(3, 1_000_000)).toEqual([
      [4, 50],
      [5, 60],
    ]);
    expect(await seqs(5, 1_000)).toEqual([]);
    expect(chained(EMPTY, await store.changesAfter(0, 1_000_000))).toEqual(head);
  });

  it('has all changes of five computers that write at the same time, in one chain', { timeout: 240_000 }, async () => {
    await newDesk();
    const stores = [1, 2, 3, 4, 5].map(() => open());
    const written = await Promise.all(
      stores.map(async ({ store }, computer) => {
        let head = EMPTY;
        const mine: string[] = [];
        for (let change = 0; change < writes; change += 1) {
          const sealed = Buffer.from(`${computer}:${change}:${randomUUID()}`);
          mine.push(sealed.toString());
          [head] = await appendOne(store, head, sealed);
        }
        return mine;
      }),
    );
    const { store } = open();
    let head = EMPTY;
    const read: string[] = [];
    while (head.seq < 5 * writes) {
      const changes = await store.changesAfter(head.seq, 20_000);
      head = chained(head, changes);
      read.push(...changes.map(({ sealed }) => Buffer.from(sealed).toString()));
    }
    expect(await store.head()).toEqual(head);
    expect(read.toSorted()).toEqual(written.flat().toSorted());
  });

  it('wakes the other computers, not the one that wrote', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    await expect.poll(() => [one.store.wakes(), two.store.wakes()]).toEqual(['notify', 'notify']);
    await expect.poll(() => [one.woken(), two.woken()]).toEqual([1, 1]);
    const [head] = await appendOne(one.store, EMPTY);
    await expect.poll(two.woken).toBe(2);
    expect(await two.store.head()).toEqual(head);
    await appendOne(two.store, head);
    await expect.poll(one.woken).toBe(2);
    expect(two.woken()).toBe(2);
  });

  it('sends no message while nothing happens', async () => {
    await newDesk();
    const clock = createFakeClock();
    const { store } = openTestStore(postgres.connection(), deskId, { clock });
    await expect.poll(store.wakes).toBe('notify');
    await expect.poll(clock.sleeping).toBe(0);
    const connections = () => postgres.ask("SELECT 1 FROM pg_stat_activity WHERE application_name = 'reseller-desk'");
    await expect.poll(connections).toHaveLength(1);
    const asked = await postgres.asked();
    await clock.advance(3_600_000);
    await store.heartbeat();
    expect(await postgres.asked()).toBe(asked + 1);
  });

  it('gives a lease to one of two, until it is released', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    const answers = await Promise.all([one.store.lease('charge', 60_000), two.store.lease('charge', 60_000)]);
    const lease = answers.find(isLease);
    const other = answers.find((answer) => !isLease(answer));
    const [winner, loser] = answers[0] === lease ? [one, two] : [two, one];
    expect(other).toEqual({ heldBy: winner.id, until: lease?.until });
    expect(lease?.msLeft()).toBeGreaterThan(0);
    // The same computer gets it once, and other leases under other names.
    expect(await winner.store.lease('charge', 60_000)).toEqual(other);
    expect(isLease(await loser.store.lease('standing', 60_000))).toBe(true);
    expect(await lease?.renew()).toBe(true);
    await lease?.release();
    expect(lease?.msLeft()).toBe(0);
    expect(await lease?.renew()).toBe(false);
    const next = await leaseOf(loser.store.lease('charge', 60_000));
    // An earlier release does not end a later lease.
    await lease?.release();
    expect(await next.renew()).toBe(true);
  });

  it('knows of a computer that died before it published a payment, until that is published or the computer is gone', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    for (const { store } of [one, two]) await store.putComputer(Buffer.from('one'));
    const lease = await leaseOf(one.store.lease('charge', 60_000));
    expect(await one.store.beginPaying(true)).toEqual([]);
    const brokenOff = async () =>
      (await two.store.computers()).filter(({ diedWhilePaying }) => diedWhilePaying).map(({ id }) => id);
    // It is still paying.
    expect(await brokenOff()).toEqual([]);
    await lease.release();
    expect(await brokenOff()).toEqual([one.id]);
    expect(await two.store.beginPaying(true)).toEqual([one.id]);
    expect(await two.store.endPaying()).toBe(true);
    expect(await two.store.endPaying()).toBe(false);
    expect(await one.store.endPaying()).toBe(true);
    expect(await brokenOff()).toEqual([]);
    // A purchase that is published before it is paid needs no mark.
    await one.store.beginPaying(false);
    expect(await brokenOff()).toEqual([]);
    await one.store.beginPaying(true);
    expect(await two.store.beginPaying(false)).toEqual([one.id]);
    await two.store.removeComputer(one.id);
    expect(await two.store.beginPaying(false)).toEqual([]);
    expect(await two.store.endPaying()).toBe(false);
    expect(two.store.roleHolder('refresh')).toBeNull();
  });

  it('ends a lease by the clock of the server, and not by that of any computer', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    const lease = await leaseOf(one.store.lease('refresh', 1_000));
    const [now] = await postgres.ask('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
    expect(lease.until - Number(now?.ms)).toBeLessThanOrEqual(1_000);
    await expect.poll(async () => isLease(await two.store.lease('refresh', 60_000))).toBe(true);
    expect(lease.msLeft()).toBe(0);
    expect(await lease.renew()).toBe(false);
  });

  it('leaves no lease and no role to a computer that is gone when the clock of the server was set back', async () => {
    await newDesk();
    const [gone, here] = [open(), open()];
    for (const { store } of [gone, here]) await store.putComputer(Buffer.from('x'));
    await leaseOf(gone.store.lease('charge', 120_000));
    await gone.store.heartbeat(['standing']);
    await postgres.ask("UPDATE reseller_desk.leases SET until = until + interval '1 day'");
    await here.store.heartbeat(['standing']);
    expect(here.store.roleHolder('standing')?.holder).toBe(here.id);
    expect(isLease(await here.store.lease('charge', 120_000))).toBe(true);
  });

  it('names a computer that died while paying, although its lease is from before the clock of the server was set back', async () => {
    await newDesk();
    const [gone, here] = [open(), open()];
    for (const { store } of [gone, here]) await store.putComputer(Buffer.from('x'));
    await leaseOf(gone.store.lease('charge', 120_000));
    await gone.store.beginPaying(true);
    expect(await here.store.beginPaying(false)).toEqual([]);
    await postgres.ask("UPDATE reseller_desk.leases SET until = until + interval '1 day' WHERE name = 'charge'");
    expect(await here.store.beginPaying(false)).toEqual([gone.id]);
  });

  it('takes no session from before the clock of the server was set back for a clone, then or later', async () => {
    await newDesk();
    const gone = open();
    await gone.store.putComputer(Buffer.from('x'));
    await gone.store.heartbeat();
    await postgres.ask("UPDATE reseller_desk.leases SET until = until + interval '1 day'");
    const here = open({ id: gone.id });
    await here.store.heartbeat();
    expect(here.store.cloneState()).toBe('none');
    // The clock has nearly caught up with what the former session left behind.
    await postgres.ask(
      "UPDATE reseller_desk.leases SET until = least(until, clock_timestamp() + interval '3 minutes')",
    );
    await here.store.heartbeat();
    expect(here.store.cloneState()).toBe('none');
  });

  it('returns to a computer at once what it held before a crash', async () => {
    await newDesk();
    const before = open();
    const left = await leaseOf(before.store.lease('charge', 600_000));
    const lease = await leaseOf(open({ id: before.id }).store.lease('charge', 600_000));
    // A message from the earlier holder comes too late.
    await left.release();
    expect(await open().store.lease('charge', 600_000)).toEqual({ heldBy: before.id, until: lease.until });
  });

  it('gives a role to one of the present computers that want it, with the message that says so', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    for (const { store } of [one, two]) await store.putComputer(Buffer.from('one'));
    expect([one.store.roleHolder('refresh'), one.store.knowsRoles()]).toEqual([null, false]);
    // On a new connection the server first has to prove that it notifies.
    await expect.poll(() => [one, two].map(({ store }) => store.wakes())).toEqual(['notify', 'notify']);
    const asked = await postgres.asked();
    await one.store.heartbeat(['refresh']);
    await two.store.heartbeat(['refresh']);
    await one.store.heartbeat(['refresh']);
    expect(await postgres.asked()).toBe(asked + 3);
    const holders = () => [one, two].map(({ store }) => store.roleHolder('refresh')?.holder);
    expect(holders()).toEqual([one.id, one.id]);
    expect(two.store.roleHolder('refresh')?.msLeft).toBeGreaterThan(200_000);
    // The computer was silent for too long by the server's clock, and learns it with its next message.
    await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');
    await two.store.heartbeat(['refresh']);
    await one.store.heartbeat(['refresh']);
    expect(holders()).toEqual([two.id, two.id]);
    await two.store.heartbeat([]);
    expect([two.store.roleHolder('refresh'), two.store.knowsRoles()]).toEqual([null, true]);
    // A removed computer does nothing for the desk any more.
    await two.store.removeComputer(one.id);
    await one.store.heartbeat(['refresh']);
    expect(one.store.roleHolder('refresh')).toBeNull();
  });

  it('no longer knows the holder of a role when it has not heard from the server for as long as a role lasts', async () => {
    await newDesk();
    const clock = createFakeClock();
    const { store } = openTestStore(postgres.connection(), deskId, { clock });
    await store.putComputer(Buffer.from('one'));
    await store.heartbeat(['refresh']);
    expect(store.roleHolder('refresh')?.msLeft).toBeGreaterThan(0);
    await clock.advance(300_000);
    expect([store.roleHolder('refresh'), store.knowsRoles()]).toEqual([null, false]);
  });

  it('knows its computers', async () => {
    await newDesk();
    const [one, two] = [open(), open()];
    await one.store.putComputer(Buffer.from('one'));
    await two.store.putComputer(Buffer.from('two'));
    await leaseOf(two.store.lease('standing', 600_000));
    const before = await one.store.computers();
    expect(before.map(({ id, sealed }) => [id, Buffer.from(sealed).toString()])).toEqual(
      [
        [one.id, 'one'],
        [two.id, 'two'],
      ].toSorted(),
    );
    expect(await two.store.heartbeat()).toEqual(EMPTY);
    const seenAt = (all: typeof before) => all.find(({ id }) => id === two.id)?.seenAt ?? 0;
    expect(seenAt(await one.store.computers())).toBeGreaterThan(seenAt(before));
    await one.store.removeComputer(two.id);
    expect((await one.store.computers()).map(({ id }) => id)).toEqual([one.id]);
    expect(isLease(await one.store.lease('standing', 60_000))).toBe(true);
  });

  it('has a snapshot once it is whole, instead of the changes before it', async () => {
    await newDesk();
    const [{ store }, other] = [open(), open()];
    expect(await store.snapshot()).toBeNull();
    let head = EMPTY;
    const heads: Head[] = [];
    for (let change = 0; change < 6; change += 1) {
      [head] = await appendOne(store, head);
      heads.push(head);
    }
    const [second, third, fifth] = [heads[1] as Head, heads[2] as Head, heads[4] as Head];
    const parts = [randomBytes(1_000_000), randomBytes(300), randomBytes(70_000)];

    let seenHalf: unknown = 'not asked';
    async function* slowly() {
      yield* parts.slice(0, 2);
      seenHalf = await other.store.snapshot();
      yield* parts.slice(2);
    }
    const uploaded = await store.putSnapshot(third, slowly());
    expect(seenHalf).toBeNull();
    expect(await allOf(uploaded.parts)).toEqual(parts);
    expect(await other.store.snapshot()).toBeNull();
    // The snapshot comes from a computer that does not know the later changes.
    expect(await uploaded.publish(fifth)).toBe(false);
    expect(await uploaded.publish(head)).toBe(true);
    const snapshot = await other.store.snapshot();
    expect(snapshot).toMatchObject({ at: third, count: 3 });
    expect(await store.oldestSeq()).toBe(1);
    expect(await store.snapshotDebt()).toEqual({ changes: 3, bytes: 900, snapshotBytes: 1_070_300 });
    await store.dropChanges(3);
    expect(await store.oldestSeq()).toBe(4);

    // An interrupted upload changes nothing, and neither does an older one.
    async function* broken() {
      yield randomBytes(10);
      throw new Error('the power is gone');
    }
    await expect(store.putSnapshot(fifth, broken())).rejects.toThrow('the power is gone');
    expect(await (await store.putSnapshot(second, of(randomBytes(5)))).publish(head)).toBe(false);
    expect(await allOf(snapshot?.parts ?? of())).toEqual(parts);

    const old = await other.store.snapshot();
    const next = await store.putSnapshot(fifth, of(randomBytes(20)));
    // A snapshot that another computer has begun is nothing without its parts.
    await store.putSnapshot(fifth, of(randomBytes(30)));
    expect(await next.publish(head)).toBe(false);
    expect(await (await store.putSnapshot(fifth, of(randomBytes(20)))).publish(head)).toBe(true);
    await expect(allOf(old?.parts ?? of())).rejects.toMatchObject({ details: { code: 'store-snapshot-gone' } });
    expect(await postgres.ask(`SELECT count(*) FROM reseller_desk.snapshots WHERE desk = '${deskId}'`)).toEqual([
      { count: '1' },
    ]);
    expect(chained(fifth, await other.store.changesAfter(5, 10_000))).toEqual(head);
  });

  it('deletes very many changes in pieces', async () => {
    await newDesk();
    await postgres.ask(`
      INSERT INTO reseller_desk.changes SELECT '${deskId}', seq, '\\x00' FROM generate_series(1, 12001) AS seq;
      UPDATE reseller_desk.desks SET seq = 12001 WHERE id = '${deskId}'`);
    const { store } = open();
    await store.dropChanges(11_000);
    expect(await store.oldestSeq()).toBe(11_001);
  });

  it('is gone for everybody when it is dropped, and other desks stay', async () => {
    const other = await newDesk();
    await newDesk();
    const { store } = open();
    const [head] = await appendOne(store, EMPTY);
    await store.putComputer(Buffer.from('one'));
    await leaseOf(store.lease('charge', 60_000));
    await postgres.ask(`DELETE FROM reseller_desk.desks WHERE id = '${deskId}'`);
    expect(await store.head()).toBeNull();
    expect(await store.heartbeat()).toBeNull();
    const sealed = randomBytes(10);
    expect(await store.append(head, sealed, nextHead(head, sealed))).toEqual({ appended: false, head: null });
    await expect(store.putComputer(sealed)).rejects.toMatchObject({
      kind: 'not-found',
      details: { code: 'store-gone' },
    });
    deskId = other;
    expect(await open().store.head()).toEqual(EMPTY);
  });

  it('has no desk if there are no tables', async () => {
    await postgres.ask('CREATE DATABASE bare');
    const connection = postgres.connection({ database: 'bare' });
    deskId = randomUUID();
    const { store } = openTestStore(connection, deskId);
    expect(await store.head()).toBeNull();
    await expect(store.computers()).rejects.toMatchObject({ details: { code: 'store-gone' } });
    await makeDesk(connection, deskId);
    expect(await store.head()).toEqual(EMPTY);
  });

  it('makes nobody wait long for a lock', async () => {
    await newDesk();
    const { store } = open();
    expect(await store.head()).toEqual(EMPTY);
    const release = await postgres.hold(`SELECT 1 FROM reseller_desk.desks WHERE id = '${deskId}' FOR UPDATE`);
    await expect(appendOne(store, EMPTY)).rejects.toMatchObject({ kind: 'offline', details: { code: 'store-busy' } });
    await release();
    await appendOne(store, EMPTY);
  });
});
