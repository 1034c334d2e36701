import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import type { Fetch } from '#core/ports.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { startScripts } from '../scripts/script-desk.ts';
import { CONTEXT, openShop, type ShopComputer } from './orders-shop.ts';

let postgres: Postgres;
let shop: Awaited<ReturnType<typeof openShop>>;
let owner: ShopComputer;
let staff: ShopComputer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  shop = await openShop(postgres);
  [owner, staff] = [await shop.open(), await shop.open()];
  await shop.make(owner, 'Owner');
  await shop.join(owner, staff, 'Staff');
});
afterEach(() => shop.close());

/** A service that reports its time, as services do and the sandbox does not. */
const dated: Fetch = async (url, init) => {
  const { status, body, headers } = await fetch(url, init);
  return new Response(body, { status, headers: [...headers, ['date', new Date().toUTCString()]] });
};

type Rights = {
  readonly buys: 'free' | 'capped' | 'none';
  readonly dayCapKopecks: number;
  readonly hidesSales: boolean;
};
const computersOf = async ({ desk }: ShopComputer) => {
  const state = await desk.call('sharedDesk.state', {});
  return state.status === 'none' ? [] : state.computers;
};
const idOf = async (name: string): Promise<string> => {
  await expect.poll(async () => (await computersOf(owner)).map((one) => one.name), CONTEXT).toContain(name);
  return (await computersOf(owner)).find((one) => one.name === name)?.id ?? '';
};
const limit = async (rights: Rights, name = 'Staff'): Promise<void> => {
  await owner.desk.call('sharedDesk.setRights', { computerId: await idOf(name), ...rights });
  const own = async () => (await computersOf(staff)).find(({ isThis }) => isThis)?.rights ?? null;
  const isFree = rights.buys === 'free' && !rights.hidesSales;
  const wanted = isFree ? null : expect.objectContaining({ ...rights, setBy: 'Owner' });
  await expect.poll(own, CONTEXT).toEqual(wanted);
};
/** Writes a report into a new folder, and returns its text. */
const reportOf = async ({ desk }: ShopComputer): Promise<string> => {
  const folder = await mkdtemp(join(desk.paths.data, 'reports-'));
  desk.dialogs.folderQueue.push(folder);
  const folderId = (await desk.call('scheduledReport.chooseFolder', {}))?.folderId ?? 0;
  await desk.call('settings.update', { language: 'en' });
  const terms = { enabled: false, every: 'day', format: 'csv', time: '08:00' } as const;
  await desk.call('scheduledReport.save', { ...terms, folderId });
  const { fileName } = await desk.call('scheduledReport.writeNow', {});
  return readFile(join(folder, fileName), 'utf8');
};
const clientOf = async ({ desk }: ShopComputer): Promise<number> => {
  const { ids } = await desk.call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  return ids[0] ?? 0;
};
const orderOf = async (computer: ShopComputer) =>
  ({ kind: 'traffic', clientId: await clientOf(computer), poolType: 'mobile', gb: 1 }) as const;
const offer = async (computer: ShopComputer) =>
  computer.desk.call('purchases.offer', { order: await orderOf(computer) });
/** Buys one GB. If a reading of the client arrives between offer and click, nothing is sent, and a new offer is made. */
const buy = async (computer: ShopComputer, priceKopecks: number): Promise<unknown> => {
  for (;;) {
    const { offerId } = await offer(computer);
    const result = await computer.desk.callRaw('purchases.confirm', { offerId, priceKopecks, despite: [] });
    if (result.ok) return result.value;
    expect(result.error.kind).toBe('target-changed');
  }
};
const backUp = async ({ desk: { paths } }: ShopComputer): Promise<string> =>
  (await makeBackup(join(paths.data, 'desk.db'), paths.backups, Date.now())).name;
const restore = async ({ desk }: ShopComputer, name: string): Promise<void> => {
  const { offerId } = await desk.call('backup.openCopy', { name });
  await desk.call('backup.restore', { offerId });
};
const charges = async (): Promise<number> =>
  (await owner.desk.control.requests({ method: 'POST', path: '/premium/traffic/buy' })).length;

describe('a computer of a shop', () => {
  beforeEach(async () => {
    await owner.desk.call('clients.add', { messengerId: 1, clientKey: 'k', name: 'Anna', note: '', tags: [] });
    await shop.settled();
    await expect.poll(() => clientOf(staff), CONTEXT).toBeGreaterThan(0);
  });

  it('that may buy nothing is told so with the offer, and an offer from before is not paid', async () => {
    const { offerId, priceKopecks } = await offer(staff);
    await limit({ buys: 'none', dayCapKopecks: 0, hidesSales: false });
    const forbidden = { kind: 'conflict', details: { code: 'rights-no-buying', params: { by: 'Owner' } } };
    const before = await charges();
    expect(await staff.desk.callError('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject(
      forbidden,
    );
    expect(await staff.desk.callError('purchases.offer', { order: await orderOf(staff) })).toMatchObject(forbidden);
    expect(await charges()).toBe(before);

    const again = await offer(owner);
    await owner.desk.call('purchases.confirm', {
      offerId: again.offerId,
      priceKopecks: again.priceKopecks,
      despite: [],
    });
    expect(await charges()).toBe(before + 1);
    await limit({ buys: 'free', dayCapKopecks: 0, hidesSales: false });
    await offer(staff);
  });

  it('buys up to its sum of a day, which counts its own purchases alone and begins anew the next day', async () => {
    const { priceKopecks } = await offer(staff);
    await limit({ buys: 'capped', dayCapKopecks: priceKopecks * 2 - 1, hidesSales: false });
    for (const computer of [owner, staff]) {
      await buy(computer, priceKopecks);
      await shop.settled();
    }
    const second = await offer(staff);
    expect(
      await staff.desk.callError('purchases.confirm', { offerId: second.offerId, priceKopecks, despite: [] }),
    ).toMatchObject({
      kind: 'conflict',
      details: {
        code: 'rights-cap',
        params: { by: 'Owner', cap: (priceKopecks * 2 - 1) / 100, spent: priceKopecks / 100 },
      },
    });
    staff.clock.skip(86_400_000);
    expect(await buy(staff, priceKopecks)).toMatchObject({ outcome: 'charged' });
  });

  it('gets no new sum of a day by setting its clock ahead, for an offer, a click or a run', async () => {
    staff = await shop.open({ fetch: dated });
    await shop.join(owner, staff, 'Till');
    await expect.poll(() => clientOf(staff), CONTEXT).toBeGreaterThan(0);
    const { priceKopecks } = await offer(staff);
    await limit({ buys: 'capped', dayCapKopecks: priceKopecks, hidesSales: false }, 'Till');
    await buy(staff, priceKopecks);
    const before = await charges();
    const { offerId } = await offer(staff);
    const plan = { kind: 'traffic' as const, poolType: 'mobile' as const, gb: 1, clientIds: [await clientOf(staff)] };
    const { id: runId } = await staff.desk.call('runs.plan', plan);
    staff.clock.skip(3 * 86_400_000);
    const clock = { kind: 'conflict', details: { code: 'rights-clock', params: { by: 'Owner' } } };
    expect(await staff.desk.callError('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject(
      clock,
    );
    expect(await staff.desk.callError('purchases.offer', { order: await orderOf(staff) })).toMatchObject(clock);
    const agreed = { remainingKopecks: priceKopecks, capKopecks: priceKopecks, isUnguarded: false };
    expect(await staff.desk.callError('runs.resume', { runId, retry: false, agreed })).toMatchObject(clock);
    expect(await charges()).toBe(before);
  });

  it('shows nothing about selling while that is hidden, and all of it afterwards', async () => {
    await owner.desk.call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: 30_000 });
    const isShown = async () => (await staff.desk.call('sales.state', {})).inUse;
    await expect.poll(isShown, CONTEXT).toBe(true);
    await limit({ buys: 'free', dayCapKopecks: 0, hidesSales: true });
    await expect.poll(isShown, CONTEXT).toBe(false);
    expect((await owner.desk.call('sales.state', {})).inUse).toBe(true);
    for (const refused of [
      await staff.desk.callError('sales.prices', { clientId: null }),
      await staff.desk.callError('sales.client', { clientId: await clientOf(staff), offset: 0, limit: 1 }),
      await staff.desk.callError('documents.saveInvoice', { clientId: await clientOf(staff), language: 'en' }),
      await staff.desk.callError('purchases.exportCsv', { filter: {}, table: 'debts', language: 'en' }),
      await staff.desk.callError('purchases.exportCsv', { filter: {}, table: 'payments', language: 'en' }),
    ]) {
      expect(refused).toMatchObject({ details: { code: 'rights-sales-hidden', params: { by: 'Owner' } } });
    }
    // Reports that are written into a folder name purchases only, on this computer alone.
    const report = await reportOf(staff);
    expect(report).toMatch(/Purchases;/);
    expect(report).not.toMatch(/Received|Profit|Sold/);
    expect(await reportOf(owner)).toMatch(/Received, RUB;/);
    await limit({ buys: 'free', dayCapKopecks: 0, hidesSales: false });
    await expect.poll(isShown, CONTEXT).toBe(true);
  });

  it('shows no debt and no price in its list, its messages to clients and its answers to scripts', async () => {
    const ownerClient = await clientOf(owner);
    await owner.desk.call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: 77_700 });
    const order = { kind: 'vpn-buy', clientId: ownerClient, periodMonths: 1 } as const;
    const { offerId, priceKopecks } = await owner.desk.call('purchases.offer', { order });
    await owner.desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    const byDebt = { filter: { owes: true }, sort: { by: 'owedKopecks', direction: 'desc' } } as const;
    const owing = async () => (await staff.desk.call('clients.list', { ...byDebt, offset: 0, limit: 9 })).rows;
    await expect.poll(async () => (await owing()).map((row) => row.owedKopecks), CONTEXT).toEqual([77_700]);
    const clientId = await clientOf(staff);
    const offered = async () => (await staff.desk.call('handover.options', { clientId })).subscriptions;
    await expect.poll(async () => (await offered()).length, CONTEXT).toBe(1);
    const uuids = (await offered()).map(({ uuid }) => uuid);
    const template = 'debt {debt} price {price} paid until {paid_until}.';
    const goods = { clientId, uuids, listIds: [], dedicated: false, language: 'en' as const };
    const message = async () =>
      (await staff.desk.call('handover.preview', { ...goods, template, message: 'debt', reveal: true })).text;
    const suggested = async () => (await staff.desk.call('handover.options', { clientId })).message;
    expect(await message()).toMatch(/debt.*777.*price.*777/s);
    const scripts = await startScripts(staff.desk, { scriptAccess: 'read' });
    expect(await scripts.ask('client', { client: '1:k' })).toMatchObject({ owedKopecks: 77_700 });

    await limit({ buys: 'free', dayCapKopecks: 0, hidesSales: true });
    expect(await message()).not.toContain('777');
    expect(await suggested()).not.toBe('debt');
    expect(await owing()).toEqual([]);
    expect((await staff.desk.call('clients.ids', byDebt)).ids).toEqual([]);
    expect(await staff.desk.call('clients.get', { clientId })).toMatchObject({ owedKopecks: null, dueDay: null });
    const { rows } = await staff.desk.call('clients.list', { ...byDebt, filter: {}, offset: 0, limit: 9 });
    expect(rows).toMatchObject([{ clientKey: 'k', owedKopecks: null }]);
    expect(await scripts.ask('client', { client: '1:k' })).toMatchObject({ owedKopecks: null });
    const hidden = { details: { code: 'rights-sales-hidden' } };
    expect(await scripts.refusal('clients', { owes: true })).toMatchObject(hidden);
    expect(await scripts.refusal('debts')).toMatchObject(hidden);
    scripts.client.close();
  });

  it('cannot set its own rights, nor those of others while it is limited', async () => {
    await limit({ buys: 'none', dayCapKopecks: 0, hidesSales: false });
    const free = { buys: 'free', dayCapKopecks: 0, hidesSales: false } as const;
    const notYours = { kind: 'conflict', details: { code: 'rights-not-yours' } };
    for (const { id } of await computersOf(staff)) {
      expect(await staff.desk.callError('sharedDesk.setRights', { computerId: id, ...free })).toMatchObject(notYours);
    }
    const own = (await computersOf(owner)).find(({ isThis }) => isThis)?.id ?? '';
    expect(await owner.desk.callError('sharedDesk.setRights', { computerId: own, ...free })).toMatchObject(notYours);
    const gone = { computerId: 'nobody', ...free };
    expect(await owner.desk.callError('sharedDesk.setRights', gone)).toMatchObject({ kind: 'not-found' });
    const noSum = { computerId: await idOf('Staff'), buys: 'capped', dayCapKopecks: 0, hidesSales: false } as const;
    expect(await owner.desk.callError('sharedDesk.setRights', noSum)).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'dayCapKopecks', code: 'day-cap' }] },
    });
  });

  it('that leaves just after a purchase keeps nobody from paying', async () => {
    const { priceKopecks } = await offer(staff);
    const left = (await computersOf(staff)).find(({ isThis }) => isThis)?.id;
    await buy(staff, priceKopecks);
    await staff.desk.call('sharedDesk.leave', {});
    expect(await postgres.ask(`SELECT name FROM reseller_desk.leases WHERE holder = '${left}'`)).toEqual([]);
    expect(await buy(owner, priceKopecks)).toMatchObject({ outcome: 'charged' });
  });

  it.each(['leaves', 'is removed'])('keeps its limits if it %s and joins again', async (how) => {
    const rights = { buys: 'none', dayCapKopecks: 0, hidesSales: true } as const;
    await limit(rights);
    if (how === 'is removed') {
      await owner.desk.call('sharedDesk.removeComputer', { computerId: await idOf('Staff') });
      const status = async () => (await staff.desk.call('sharedDesk.state', {})).status;
      await expect.poll(status, CONTEXT).toBe('stopped');
    }
    await staff.desk.call('sharedDesk.leave', {});
    await shop.join(owner, staff, 'Staff again');
    const { id, rights: own } = (await computersOf(staff)).find(({ isThis }) => isThis) ?? { id: '', rights: null };
    expect(own).toMatchObject({ ...rights, setBy: 'Owner' });
    expect(await staff.desk.callError('purchases.offer', { order: await orderOf(staff) })).toMatchObject({
      details: { code: 'rights-no-buying', params: { by: 'Owner' } },
    });
    await expect
      .poll(async () => (await computersOf(owner)).find((one) => one.id === id)?.rights, CONTEXT)
      .toMatchObject(rights);
    await limit({ buys: 'free', dayCapKopecks: 0, hidesSales: false }, 'Staff again');
    await offer(staff);
  });

  it('gets no new sum of a day by joining again', async () => {
    const { priceKopecks } = await offer(staff);
    await limit({ buys: 'capped', dayCapKopecks: priceKopecks, hidesSales: false });
    await buy(staff, priceKopecks);
    await shop.settled();
    await staff.desk.call('sharedDesk.leave', {});
    await shop.join(owner, staff, 'Staff again');
    await shop.settled();
    const { offerId } = await offer(staff);
    expect(await staff.desk.callError('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      details: { code: 'rights-cap', params: { spent: priceKopecks / 100 } },
    });
  });

  it('gets no new sum of a day by restoring a backup', async () => {
    const { priceKopecks } = await offer(staff);
    await limit({ buys: 'capped', dayCapKopecks: priceKopecks, hidesSales: false });
    const name = await backUp(staff);
    await buy(staff, priceKopecks);
    await shop.settled();
    await restore(staff, name);
    const known = async () => (await staff.desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).total;
    await expect.poll(known, CONTEXT).toBe(1);
    const { offerId } = await offer(staff);
    const confirmed = { offerId, priceKopecks, despite: [] };
    expect(await staff.desk.callError('purchases.confirm', confirmed)).toMatchObject({
      details: { code: 'rights-cap', params: { spent: priceKopecks / 100 } },
    });
  });

  it('keeps its limits if it restores a backup from before it joined, leaves and joins again', async () => {
    const till = await shop.open();
    const name = await backUp(till);
    await shop.join(owner, till, 'Till');
    staff = till;
    await limit({ buys: 'none', dayCapKopecks: 0, hidesSales: false }, 'Till');
    await restore(till, name);
    const found = async () => (await till.desk.call('sharedDesk.state', {})).status;
    await expect.poll(found, CONTEXT).toBe('stopped');
    await till.desk.call('sharedDesk.leave', {});
    await shop.join(owner, till, 'Till again');
    const own = async () => (await computersOf(till)).find(({ isThis }) => isThis)?.rights;
    await expect.poll(own, CONTEXT).toMatchObject({ buys: 'none', setBy: 'Owner' });
    await expect
      .poll(async () => (await computersOf(owner)).find((one) => one.name === 'Till again')?.rights, CONTEXT)
      .toMatchObject({ buys: 'none' });
  });

  it.each(['none', 'capped'] as const)('makes no other computer buy by a standing order: %s', async (buys) => {
    const terms = { ceilingKopecks: 100_00, monthCapKopecks: 1_000_00 };
    const { id } = await staff.save(staff.toppingUp([await clientOf(staff)], terms));
    await staff.desk.call('standing.setOn', { orderId: id, isOn: false });
    await limit({ buys, dayCapKopecks: buys === 'none' ? 0 : 100, hidesSales: false });
    const refused = { kind: 'conflict', details: { code: 'rights-no-orders', params: { by: 'Owner' } } };
    const paying = staff.toppingUp([await clientOf(staff)], terms);
    expect(await staff.desk.callError('standing.save', paying)).toMatchObject(refused);
    expect(await staff.desk.callError('standing.save', { ...paying, orderId: id })).toMatchObject(refused);
    expect(await staff.desk.callError('standing.setOn', { orderId: id, isOn: true })).toMatchObject(refused);
    // It may let an order ask, and stop any.
    await staff.save({ ...paying, name: 'Asks', mode: 'ask' });
    await staff.desk.call('standing.setOn', { orderId: id, isOn: false });
    await staff.desk.call('standing.remove', { orderId: id });
    expect(await charges()).toBe(0);
  });

  it.each(['none', 'capped'] as const)('leaves the standing orders to the others: %s', async (buys) => {
    await limit({ buys, dayCapKopecks: buys === 'none' ? 0 : 100, hidesSales: false });
    await shop.takeOver(staff);
    // Heartbeats ask for whatever the computer wants.
    staff.clock.skip(5 * 60_000);
    await staff.look();
    expect((await shop.carrier(staff)).is).not.toBe('this');
    await shop.takeOver(owner);
    await expect.poll(async () => (await shop.carrier(owner)).is, CONTEXT).toBe('this');
  });
});
