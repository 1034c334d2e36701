import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { Offer, Order } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { createBulkActions, TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';

const CONTEXT = { timeout: 30_000 };
const PASSPHRASE = 'seven wet lamps under a bridge';
/** The last read before a top-up leaves, and the charge itself. */
const LAST_READ = '/premium/traffic/balance';
const CHARGE = '/premium/traffic/buy';

/** A computer with its own connection to the database, and hooks around its requests to the service. */
interface Computer {
  readonly desk: TestDesk;
  readonly way: FaultyWay;
  readonly service: LateService;
}

let postgres: Postgres;
let sandbox: Sandbox;
let computers: Computer[];
let till: Computer;
let office: Computer;

const open = async (): Promise<Computer> => {
  const service = createLateService();
  const desk = await startTestDesk({ sandbox, fetch: service.fetch });
  const computer = { desk, service, way: await startFaultyWay(postgres.port) };
  computers.push(computer);
  return computer;
};
const state = async ({ desk }: Computer) => {
  const found = await desk.call('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('the desk is not shared');
  return found;
};
const comesTo = (computer: Computer, status: string) =>
  expect.poll(async () => (await state(computer)).status, CONTEXT).toBe(status);
const allTold = () =>
  expect
    .poll(async () => (await Promise.all(computers.map(state))).map(({ unpublished }) => unpublished), CONTEXT)
    .toEqual([0, 0]);
/** The computers that hold the lease for paying. Desks of earlier tests may have leases that nobody releases any more. */
const chargeLeases = () =>
  postgres.ask(`SELECT holder FROM reseller_desk.leases WHERE name = 'charge' AND until > clock_timestamp()
    AND desk = (SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1)`);
/** Cuts the computer off and ends its lease for paying by the server's clock. */
const vanish = async ({ way }: Computer): Promise<void> => {
  way.shut(true);
  await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');
};
const comeBack = async (computer: Computer): Promise<void> => {
  computer.way.shut(false);
  await computer.desk.call('sharedDesk.retry', {});
  await comesTo(computer, 'shared');
};

const clientOf = async ({ desk }: Computer): Promise<number> => {
  const sort = { by: 'clientKey', direction: 'asc' } as const;
  return (await desk.call('clients.ids', { filter: { search: '' }, sort })).ids[0] ?? 0;
};
const topUp = async (computer: Computer, poolType: 'residential' | 'mobile' = 'residential'): Promise<Order> => ({
  kind: 'traffic',
  clientId: await clientOf(computer),
  poolType,
  gb: 1,
});
const offer = ({ desk }: Computer, order: Order) => desk.call('purchases.offer', { order });
const agreedTo = ({ offerId, priceKopecks }: Offer, despite: number[] = []) => ({ offerId, priceKopecks, despite });
const buy = (computer: Computer, offered: Offer) => computer.desk.call('purchases.confirm', agreedTo(offered));
const refusal = (computer: Computer, offered: Offer) => computer.desk.callError('purchases.confirm', agreedTo(offered));
const ledger = async ({ desk }: Computer) =>
  (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 50 })).rows.toReversed();
const standings = async (computer: Computer) =>
  (await ledger(computer)).map(({ outcome, basis, reason }) => `${outcome} ${basis} ${reason}`);
const charges = async () => (await till.desk.control.requests(TRAFFIC_BUY)).length;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  computers = [];
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  [till, office] = [await open(), await open()];
  const [connection, other] = [till, office].map(({ way }) => postgres.connection({ port: way.port }));
  await till.desk.call('clients.add', { messengerId: 1, clientKey: 'anna', name: '', note: '', tags: [] });
  await till.desk.call('sharedDesk.make', { connection: connection ?? '', name: 'Shop', computer: 'Till' });
  await till.desk.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = till.desk.desktop.copied.at(-1) ?? {};
  const { offerId } = await office.desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await office.desk.call('sharedDesk.join', { offerId, computer: 'Office' });
  await office.desk.call('sharedDesk.reconnect', { connection: other ?? '', anew: false });
  for (const one of computers) await comesTo(one, 'shared');
  await expect.poll(() => clientOf(office), CONTEXT).toBeGreaterThan(0);
  await allTold();
});
afterEach(async () => {
  for (const { desk, way } of computers) {
    await desk.close();
    await way.close();
  }
  await sandbox.close();
});

describe('a purchase that a computer is about to pay', () => {
  it("stops a colleague's purchase of the same when that computer vanished while it paid", async () => {
    const before = await offer(office, await topUp(office));
    // From the moment the request leaves, nothing is heard of it.
    till.service.around(CHARGE, { before: () => vanish(till) });
    expect(await buy(till, await offer(till, await topUp(till)))).toMatchObject({ outcome: 'charged' });

    const stopped = await refusal(office, before);
    expect(stopped.kind).toBe('target-open');
    expect(await ledger(office)).toMatchObject([{ outcome: 'pending', computerName: 'Till' }]);
    expect(await charges()).toBe(1);
    // Other goods are not delayed, and nobody is asked twice about them.
    const other = await offer(office, await topUp(office, 'mobile'));
    expect(other).toMatchObject({ isUnguarded: false, open: [] });
    expect(await buy(office, other)).toMatchObject({ outcome: 'charged', isUnguarded: false });

    await comeBack(till);
    await expect.poll(() => standings(office), CONTEXT).toEqual(['charged answer null', 'charged answer null']);
    await expect.poll(() => standings(till), CONTEXT).toEqual(['charged answer null', 'charged answer null']);
    // The earlier offer comes from a time when that was not known.
    expect((await till.desk.control.books()).entries).toHaveLength(2);
  });

  it('may be repeated by a colleague who was shown it and wants it anyway', async () => {
    till.service.around(CHARGE, { before: () => vanish(till) });
    await buy(till, await offer(till, await topUp(till)));
    // The computer that takes the lease reads what was published; before that it may not have arrived.
    expect((await refusal(office, await offer(office, await topUp(office)))).kind).toMatch(/^target-/);
    const again = await offer(office, await topUp(office));
    expect(again.open).toHaveLength(1);
    const despite = again.open.map(({ purchaseId }) => purchaseId);
    expect(await office.desk.call('purchases.confirm', agreedTo(again, despite))).toMatchObject({ outcome: 'charged' });
    expect(await charges()).toBe(2);
  });

  it('stops the prolongation of the same proxies, whose end no service reports', async () => {
    const proxies = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 2 } as const;
    await buy(till, await offer(till, proxies));
    const ids = async ({ desk }: Computer): Promise<number[]> => {
      const sort = { by: 'boughtAt', direction: 'asc' } as const;
      const { rows } = await desk.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 9 });
      return rows.flatMap(({ serviceId }) => serviceId ?? []).sort();
    };
    await expect.poll(async () => (await ids(office)).length, CONTEXT).toBe(2);
    await allTold();
    const prolong = async (computer: Computer, serviceIds: readonly number[]) =>
      offer(computer, { kind: 'dedicated-prolong', clientId: null, serviceIds: [...serviceIds], period: 30 });
    const [one = 0, two = 0] = await ids(till);
    const before = await prolong(office, [one]);
    till.service.around('/dedicated/prolong', { before: () => vanish(till) });
    await buy(till, await prolong(till, [one, two]));
    expect((await refusal(office, before)).kind).toBe('target-open');
    const asked = await till.desk.control.requests({ method: 'POST', path: '/dedicated/prolong' });
    expect(asked).toHaveLength(1);
  });

  it('does not leave if it cannot be published, unless that was agreed to', async () => {
    const guarded = await offer(till, await topUp(till));
    till.service.around(LAST_READ, { after: async () => till.way.shut(true) });
    expect(await refusal(till, guarded)).toMatchObject({ kind: 'conflict', details: { code: 'unguarded' } });
    expect(await charges()).toBe(0);
    expect(await standings(till)).toEqual(['not-charged answer not-sent']);

    await comesTo(till, 'offline');
    const unguarded = await offer(till, await topUp(till));
    expect(unguarded).toMatchObject({ isUnguarded: true, open: [] });
    await comeBack(till);
    till.service.around(LAST_READ, { after: async () => till.way.shut(true) });
    expect(await buy(till, unguarded)).toMatchObject({ outcome: 'charged' });
    await comeBack(till);
    await expect.poll(() => standings(office), CONTEXT).toEqual(await standings(till));
    expect(await charges()).toBe(1);
  });

  it('was not sent if nobody can say whether it was published, and the others learn so', async () => {
    const before = await offer(office, await topUp(office));
    till.service.around(LAST_READ, { after: async () => till.way.loseNextAnswer() });
    expect(await refusal(till, await offer(till, await topUp(till)))).toMatchObject({
      details: { code: 'unguarded' },
    });
    expect(await charges()).toBe(0);
    await expect.poll(() => standings(office), CONTEXT).toEqual(['not-charged answer not-sent']);
    // The lease that could not be released without a connection is released as soon as there is one again.
    expect(await buy(office, before)).toMatchObject({ outcome: 'charged' });
    await comesTo(till, 'shared');
    await expect.poll(() => standings(till), CONTEXT).toEqual(['not-charged answer not-sent', 'charged answer null']);
  });

  it('keeps its lease across a cut until it has ended, and no longer', async () => {
    const before = await offer(office, await topUp(office, 'mobile'));
    till.service.around(CHARGE, {
      before: async () => {
        till.way.shut(true);
        till.way.cut();
        await comesTo(till, 'offline');
        await comeBack(till);
        expect(await chargeLeases()).toHaveLength(1);
        till.way.shut(true);
        till.way.cut();
      },
    });
    expect(await buy(till, await offer(till, await topUp(till)))).toMatchObject({ outcome: 'charged' });
    expect(await chargeLeases()).toHaveLength(1);
    await comeBack(till);
    expect(await buy(office, before)).toMatchObject({ outcome: 'charged' });
  });

  it('is refused if a colleague was faster, even if the database has given both the lease', async () => {
    const [first, second] = [await offer(till, await topUp(till)), await offer(office, await topUp(office))];
    const buyBetween = async (): Promise<void> => {
      // The app also reads the pools on its own.
      if ((await chargeLeases()).length === 0) {
        till.service.around(LAST_READ, { after: buyBetween });
        return;
      }
      // The database looks as if it had been restored to an older state that knows no lease.
      await postgres.ask("DELETE FROM reseller_desk.leases WHERE name = 'charge'");
      expect(await buy(office, second)).toMatchObject({ outcome: 'charged' });
    };
    till.service.around(LAST_READ, { after: buyBetween });
    const { kind } = await refusal(till, first);
    // Whether its outcome has arrived as well depends on the timing.
    expect(['target-open', 'target-changed']).toContain(kind);
    expect(await charges()).toBe(1);
    // If it was published but not sent, the refused one appears there as not sent.
    const charged = async (one: Computer) => (await standings(one)).filter((told) => !told.endsWith('not-sent'));
    for (const one of computers) await expect.poll(() => charged(one), CONTEXT).toEqual(['charged answer null']);
  });

  it('does not leave when everything is paused while it is published, and is bought once when that ends', async () => {
    const bulk = createBulkActions(till.desk);
    const clientIds = [await clientOf(till)];
    const plan = await bulk.plan({ kind: 'traffic', clientIds, poolType: 'residential', gb: 1 });
    till.service.around(LAST_READ, { after: async () => till.way.stall(true) });
    await bulk.start(plan);
    await expect.poll(() => standings(till), CONTEXT).toEqual(['pending null null']);
    expect(await bulk.pause(plan.id)).toMatchObject({ state: 'paused' });
    expect(await charges()).toBe(0);
    expect(await standings(till)).toEqual(['not-charged answer not-sent']);

    till.way.stall(false);
    till.way.cut();
    await comeBack(till);
    await bulk.start(await bulk.get(plan.id));
    expect(await bulk.ended(plan.id)).toMatchObject({ state: 'done' });
    expect(await charges()).toBe(1);
    const both = ['not-charged answer not-sent', 'charged answer null'];
    for (const one of computers) await expect.poll(() => standings(one), CONTEXT).toEqual(both);
  });
});

it('a subscription that a colleague has just bought is there for all, though the service does not list it', async () => {
  const clientId = await clientOf(office);
  const read = async () => {
    const { subscriptions, gone } = await office.desk.call('vpn.refresh', { clientId });
    return [subscriptions.map(({ uuid, link }) => ({ uuid, link })), gone];
  };
  expect(await read()).toEqual([[], []]);
  office.service.freeze('/vpn/info');
  const order = { kind: 'vpn-buy', clientId: await clientOf(till), periodMonths: 1 } as const;
  const { goods } = await buy(till, await offer(till, order));
  const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
  await expect.poll(() => standings(office), CONTEXT).toEqual(['charged answer null']);
  // The goods are published a moment after the charge.
  const known = async () => (await office.desk.call('vpn.state', { clientId })).subscriptions.map(({ link }) => link);
  await expect.poll(known, CONTEXT).toEqual(['https']);
  await expect.poll(read, CONTEXT).toEqual([[{ uuid, link: 'https' }], []]);
});

describe('a late list that a colleague reads', () => {
  const vpnOf = async (computer: Computer) => {
    const clientId = await clientOf(computer);
    const { subscriptions, gone } = await computer.desk.call('vpn.state', { clientId });
    const shown = subscriptions.map(({ uuid, expiresAt, link, boughtHere }) => ({ uuid, expiresAt, link, boughtHere }));
    return { subscriptions: shown, gone };
  };
  const readList = async (computer: Computer) =>
    computer.desk.call('vpn.refresh', { clientId: await clientOf(computer) });

  const freeze = async () => {
    for (const one of [till, office]) {
      one.service.thaw();
      await readList(one);
      one.service.freeze('/vpn/info');
    }
    await allTold();
    office.way.shut(true);
  };

  /** Events there are older than what is about to happen elsewhere. */
  const isDated = async ({ desk }: Computer) => {
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    await expect
      .poll(() => db.has('SELECT 1 FROM shared_changed_fields UNION ALL SELECT 1 FROM shared_changed_records'), CONTEXT)
      .toBe(false);
    db.close();
  };

  it('takes away nothing that was bought in the meantime', async () => {
    await freeze();
    const order = { kind: 'vpn-buy', clientId: await clientOf(till), periodMonths: 1 } as const;
    const { goods } = await buy(till, await offer(till, order));
    const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
    const bought = { subscriptions: [{ uuid, link: 'https', boughtHere: true }], gone: [] };
    await isDated(till);
    await readList(office);
    await comeBack(office);
    await expect.poll(() => vpnOf(office), CONTEXT).toMatchObject(bought);
    await readList(office);
    await allTold();
    for (const one of [till, office]) expect(await vpnOf(one)).toMatchObject(bought);
    expect(await vpnOf(till)).toEqual(await vpnOf(office));

    // The same for the end of a renewal.
    const [before] = (await vpnOf(till)).subscriptions;
    await freeze();
    const renewal = { kind: 'vpn-renew', clientId: order.clientId, uuid, periodMonths: 1 } as const;
    await buy(till, await offer(till, renewal));
    const after = await vpnOf(till);
    expect(after.subscriptions[0]?.expiresAt).toBeGreaterThan(before?.expiresAt ?? 0);
    await isDated(till);
    await readList(office);
    await comeBack(office);
    await allTold();
    await expect.poll(() => vpnOf(office), CONTEXT).toEqual(after);
    expect(await vpnOf(till)).toEqual(after);
  });
});
