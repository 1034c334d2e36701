import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseConnection } from '#core/sync/store/connection-string.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { type DatabaseSession, openSession } from '#core/sync/store/session.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { postgresSql } from '#core/sync/store/sql.ts';
import { type HostileProxy, type Play, startHostile } from '../../support/proxies/hostile.ts';
import { closeStores, openTestStore } from '../../support/shared-desk/desk-store.ts';
import { columns, message, plays, READY, row, rows, SET } from '../../support/shared-desk/hostile-postgres.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

const MEGABYTE = 1024 * 1024;
/** A notification on a channel. */
const CALL = message('A', Buffer.from('\0\0\0\x01c\0p\0', 'latin1'));

describe('a hostile server', () => {
  let server: HostileProxy | undefined;
  let session: DatabaseSession | undefined;
  afterEach(async () => {
    session?.end();
    await server?.close();
    session = undefined;
    server = undefined;
  });

  const connected = async (play: Play): Promise<DatabaseSession> => {
    server = await startHostile(play);
    session = await openSession(parseConnection(`postgresql://u:p@127.0.0.1:${server.port}/d`));
    return session;
  };

  function* endless(part: Buffer, ...first: readonly Buffer[]): Generator<Buffer> {
    yield* first;
    for (;;) yield part;
  }

  /** Lengths that refer back to themselves: one row of a few bytes that would be read as gigabytes. */
  const backwards = (): Buffer => {
    const body = Buffer.alloc(MEGABYTE);
    body.writeInt16BE(30_000, 0);
    body.writeInt32BE(MEGABYTE - 10, 2);
    body.writeInt32BE(-(MEGABYTE - 2), MEGABYTE - 4);
    return message('D', body);
  };

  const PLAYS: Readonly<Record<string, readonly [() => Iterable<Buffer>, string]>> = {
    'rows without end': [() => endless(Buffer.concat(Array(500).fill(row('x'))), ...SET, columns(1)), 'store-answer'],
    'bytes without end': [() => endless(row('x'.repeat(10 * MEGABYTE)), ...SET, columns(1)), 'store-answer'],
    'notes without end': [() => endless(message('N', Buffer.from(`M${'x'.repeat(60_000)}\0\0`))), 'store-answer'],
    'calls without end': [() => endless(Buffer.concat(Array(2_000).fill(CALL))), 'store-answer'],
    'calls without end, ready after each': [
      () => endless(Buffer.concat(Array(2_000).fill(Buffer.concat([CALL, READY])))),
      'store-not-postgres',
    ],
    'one row that is too long': [() => [columns(1), message('D', Buffer.alloc(0), 2 ** 31)], 'store-not-postgres'],
    'a message of no length': [() => [message('D', Buffer.alloc(0), 0)], 'store-not-postgres'],
    'a message that nobody knows': [() => [message('?', Buffer.alloc(3))], 'store-not-postgres'],
    'lengths that lead back': [() => [...SET, columns(1), backwards()], 'store-not-postgres'],
    'a length below zero': [() => [...SET, columns(1), row(-2), READY], 'store-not-postgres'],
    'a length beyond its end': [() => [...SET, columns(1), row(70), READY], 'store-not-postgres'],
    'more fields than there are': [
      () => [columns(1), message('D', Buffer.from([127, 255])), READY],
      'store-not-postgres',
    ],
    'fewer than no fields': [() => [columns(1), message('D', Buffer.from([255, 255])), READY], 'store-not-postgres'],
    'an error without an end': [() => [message('E', Buffer.from('Sxx'))], 'store-not-postgres'],
    'an error that ends in the middle': [() => [message('E', Buffer.from('M\0'))], 'store-not-postgres'],
    'a login in between': [() => [message('R', Buffer.from([0, 0, 0, 99]))], 'store-not-postgres'],
    'columns without end': [() => [message('T', Buffer.from([127, 255, 0]))], 'store-not-postgres'],
    'no answer at all': [() => [READY], 'store-answer'],
    'fewer answers than asked for': [() => [...SET, READY], 'store-answer'],
    'more answers than asked for': [() => [...SET, ...rows([['1']]), ...rows([['1']]), READY], 'store-answer'],
    'a row before its columns': [() => [...SET, row('1'), READY], 'store-broken'],
    'an error with words of its own': [
      () => [message('E', Buffer.from('SERROR\0C!!!!!\0Msecret\0\0')), READY],
      'store-broken',
    ],
    'an error of no kind': [() => [message('E', Buffer.from('SERROR\0CXX000\0Msecret\0\0')), READY], 'store-failed'],
  };

  it.each(Object.keys(PLAYS))('answers with %s', async (name) => {
    const [answer, code] = PLAYS[name] as NonNullable<(typeof PLAYS)[string]>;
    const { run } = await connected(plays(answer));
    const before = process.memoryUsage().rss;
    const error = await run(postgresSql`SELECT 1`).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ details: { code } });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
  });
});

describe('a database that somebody has written to', () => {
  let postgres: Postgres;
  let deskId: string;
  let store: SharedStore;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());
  afterEach(closeStores);

  const desk = async (change: string): Promise<SharedStore> => {
    deskId = randomUUID();
    await makeDesk(postgres.connection(), deskId);
    await postgres.ask(change.replaceAll('$DESK', `'${deskId}'`));
    store = openTestStore(postgres.connection(), deskId).store;
    return store;
  };
  const DESK = 'UPDATE reseller_desk.desks SET';
  const odd = { details: { code: 'store-answer' } };

  it.each([
    ['a hash that is too short', `${DESK} head = '\\x00' WHERE id = $DESK`],
    ['a hash that is too long', `${DESK} head = decode(repeat('00', 1000000), 'hex') WHERE id = $DESK`],
    ['a number below zero', `${DESK} seq = -1 WHERE id = $DESK`],
    ['a number that is none to us', `${DESK} seq = 9223372036854775807 WHERE id = $DESK`],
    ['no format', `${DESK} format = 0 WHERE id = $DESK`],
  ])('has a head with %s', async (_, change) => {
    await expect((await desk(change)).head()).rejects.toMatchObject(odd);
    await expect(store.heartbeat()).rejects.toMatchObject(odd);
  });

  it('has a desk of a newer app', async () => {
    const newer = desk(`${DESK} format = 2 WHERE id = $DESK`);
    await expect((await newer).head()).rejects.toMatchObject({ details: { code: 'store-newer' } });
    const sealed = Buffer.from('x');
    const appended = store.append({ seq: 0, hash: Buffer.alloc(32) }, sealed, { seq: 1, hash: Buffer.alloc(32, 1) });
    await expect(appended).rejects.toMatchObject({ details: { code: 'store-newer' } });
    expect(await store.oldestSeq()).toBe(1);
  });

  it('has changes that are far too large', async () => {
    await desk(`INSERT INTO reseller_desk.changes
      SELECT $DESK, seq, decode(repeat('00', 9000000), 'hex') FROM generate_series(1, 3) AS seq`);
    await expect(store.changesAfter(0, 100)).rejects.toMatchObject(odd);
    // The server may not send more changes than were requested either.
    await expect(store.changesAfter(0, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(odd);
  });

  it('has a row in the place of the next change', async () => {
    await desk("INSERT INTO reseller_desk.changes VALUES ($DESK, 1, 'x')");
    const appended = store.append({ seq: 0, hash: Buffer.alloc(32) }, Buffer.from('y'), {
      seq: 1,
      hash: Buffer.alloc(32, 1),
    });
    await expect(appended).rejects.toMatchObject(odd);
    expect(await store.head()).toMatchObject({ seq: 0 });
  });

  it('has an invalid snapshot', async () => {
    await desk(`${DESK} snapshot = id, snapshot_seq = 0, snapshot_head = NULL, snapshot_parts = 1 WHERE id = $DESK`);
    await expect(store.snapshot()).rejects.toMatchObject(odd);
    await postgres.ask(`${DESK} snapshot_head = head, snapshot_parts = 2147483647 WHERE id = '${deskId}'`);
    await expect(store.snapshot()).rejects.toMatchObject(odd);
    await postgres.ask(`${DESK} snapshot_parts = 1 WHERE id = '${deskId}'`);
    const snapshot = await store.snapshot();
    await expect(snapshot?.parts[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      details: { code: 'store-snapshot-gone' },
    });
  });

  it('has other tables of the same names', async () => {
    await postgres.ask('CREATE DATABASE odd');
    const connection = postgres.connection({ database: 'odd' });
    deskId = randomUUID();
    await makeDesk(connection, deskId);
    await postgres.ask(
      `ALTER TABLE reseller_desk.leases ALTER until DROP NOT NULL, ALTER holder TYPE text;
       ALTER TABLE reseller_desk.changes ALTER sealed DROP NOT NULL;
       ALTER TABLE reseller_desk.computers ALTER id TYPE text USING 'nobody';
       INSERT INTO reseller_desk.changes VALUES ('${deskId}', 1, NULL);
       INSERT INTO reseller_desk.computers VALUES ('${deskId}', 'nobody', 'x');
       INSERT INTO reseller_desk.leases VALUES ('${deskId}', 'charge', 'nobody', NULL)`,
      'odd',
    );
    ({ store } = openTestStore(connection, deskId));
    await expect(store.changesAfter(0, 1_000)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(store.computers()).rejects.toMatchObject(odd);
    await expect(store.lease('charge', 1_000)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('notifies without end, and wakes no more often than can be handled', async () => {
    await desk('SELECT 1');
    const here = openTestStore(postgres.connection(), deskId);
    await expect.poll(here.store.wakes).toBe('notify');
    const channel = `reseller_desk_${deskId.replaceAll('-', '')}`;
    const woken = here.woken();
    await postgres.ask(`SELECT pg_notify('${channel}', 'call ' || n) FROM generate_series(1, 20000) AS n`);
    await expect.poll(here.woken).toBeGreaterThan(woken);
    await here.store.head();
    expect(here.woken() - woken).toBeLessThan(2_000);
  });
});
