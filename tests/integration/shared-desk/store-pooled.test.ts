import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkConnection } from '#core/sync/store/check-connection.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { appendOne, chained, closeStores, EMPTY, openTestStore } from '../../support/shared-desk/desk-store.ts';
import { startPgBouncer } from '../../support/shared-desk/pgbouncer.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';

const isThere = process.platform === 'linux';

describe.skipIf(!isThere)('a place behind PgBouncer', () => {
  let postgres: Postgres;
  let deskId: string;
  const pooler: { transaction?: Awaited<ReturnType<typeof startPgBouncer>>; session?: typeof pooler.transaction } = {};
  beforeAll(async () => {
    postgres = await startPostgres();
    pooler.transaction = await startPgBouncer(postgres, 'transaction');
    pooler.session = await startPgBouncer(postgres, 'session');
  });
  afterAll(async () => {
    await pooler.transaction?.close();
    await pooler.session?.close();
    await postgres.close();
  });
  afterEach(closeStores);

  const behind = (mode: 'transaction' | 'session', rest: { password?: string; database?: string } = {}) =>
    postgres.connection({ port: pooler[mode]?.port ?? 0, ...rest });
  const newDesk = async (connection: string): Promise<string> => {
    deskId = randomUUID();
    await makeDesk(connection, deskId);
    return deskId;
  };

  it('is checked, and reported as pooled if no session lasts', async () => {
    const clock = createFakeClock();
    const checked = checkConnection(behind('transaction'), clock);
    let isOver = false;
    checked.finally(() => {
      isOver = true;
    });
    await expect.poll(() => clock.advance(1_000).then(() => isOver)).toBe(true);
    expect(await checked).toMatchObject({ isPooled: true, serverVersion: expect.stringMatching(/^18\./) });
    expect(await checkConnection(behind('session'), createFakeClock())).toMatchObject({ isPooled: false });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 'store-password'],
    ['no such database', { database: 'nothing' }, 'store-no-database'],
  ])('has %s', async (_, options, code) => {
    const checked = checkConnection(behind('transaction', options), createFakeClock());
    await expect(checked).rejects.toMatchObject({ details: { code } });
  });

  it('does everything in transaction mode as elsewhere, and polls for news', async () => {
    await newDesk(behind('transaction'));
    const clock = createFakeClock();
    const [one, two] = [1, 2].map(() => openTestStore(behind('transaction'), deskId, { clock })) as [
      ReturnType<typeof openTestStore>,
      ReturnType<typeof openTestStore>,
    ];
    const direct = openTestStore(postgres.connection(), deskId);
    const passing = async <T>(value: () => T): Promise<T> => clock.advance(1_000).then(value);
    await expect.poll(() => passing(() => [one.store.wakes(), two.store.wakes()])).toEqual(['poll', 'poll']);
    await expect.poll(direct.store.wakes).toBe('notify');

    const woken = [two.woken(), direct.woken()] as const;
    let [head] = await appendOne(one.store, EMPTY, randomBytes(70_000));
    await expect.poll(() => passing(two.woken)).toBeGreaterThan(woken[0]);
    // A computer that listens also hears the ones that cannot.
    await expect.poll(direct.woken).toBeGreaterThan(woken[1]);

    const lease = await one.store.lease('charge', 60_000);
    expect(await two.store.lease('charge', 60_000)).toMatchObject({ heldBy: one.id });
    if ('renew' in lease) expect(await lease.renew()).toBe(true);
    await two.store.putComputer(Buffer.from('two'));
    expect(await two.store.heartbeat()).toEqual(head);

    const stores = [one, two, direct];
    await Promise.all(
      stores.map(async ({ store }) => {
        let at = head;
        for (let change = 0; change < 20; change += 1) [at] = await appendOne(store, at);
      }),
    );
    const changes = await two.store.changesAfter(0, 1_000_000);
    head = chained(EMPTY, changes);
    expect(head.seq).toBe(61);
    expect(await direct.store.head()).toEqual(head);
    // The limits apply to one message, and the pooler's next customer has its own.
    const limits = "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock";
    expect(await postgres.ask(limits)).toEqual([{ statement: '0', lock: '0' }]);
  });

  it('is notified of news in session mode', async () => {
    await newDesk(behind('session'));
    const here = openTestStore(behind('session'), deskId);
    await expect.poll(here.store.wakes).toBe('notify');
    const woken = here.woken();
    await appendOne(openTestStore(postgres.connection(), deskId).store, EMPTY);
    await expect.poll(here.woken).toBeGreaterThan(woken);
  });
});
