import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { CONTEXT, openShop, type Shop, type ShopComputer } from './orders-shop.ts';

/** Computers with other tokens at one address, some of the same reseller and some of another. */
let postgres: Postgres;
let shop: Shop;
let other: Sandbox;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  shop = await openShop(postgres);
  other = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 9 });
});
afterEach(async () => {
  await shop.close();
  await other.close();
});

/** The service takes any token for a token of this sandbox. */
const routeTo =
  ({ baseUrl, token }: Sandbox): Fetch =>
  (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(url.replace(shop.sandbox.baseUrl, baseUrl), { ...init, headers });
  };
const openWith = async (sandbox: Sandbox): Promise<ShopComputer> => {
  const computer = await shop.open({ fetch: routeTo(sandbox), signIn: false });
  const { baseUrl } = shop.sandbox;
  await computer.desk.call('account.signIn', { baseUrl, token: 'tok_another_one_of_somebody', label: 'Office' });
  return computer;
};
const sellVpn = async ({ desk }: ShopComputer): Promise<void> => {
  const { id } = await desk.call('clients.add', { messengerId: 1, clientKey: 'anna', name: '', note: '', tags: [] });
  const order = { kind: 'vpn-buy', clientId: id, periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  await desk.call('vpn.refresh', { clientId: id });
};
const clientsOf = async ({ desk }: ShopComputer) => {
  const sort = { by: 'clientKey', direction: 'asc' } as const;
  return (await desk.call('clients.list', { filter: {}, sort, offset: 0, limit: 50 })).rows;
};
const namesOf = async (computer: ShopComputer): Promise<readonly string[]> =>
  (await clientsOf(computer)).map(({ clientKey }) => clientKey);
const statusOf = async ({ desk }: ShopComputer) => (await desk.call('sharedDesk.state', {})).status;

describe('a computer that joins a shared desk', () => {
  it('is recognised by its token', async () => {
    const [till, office] = [await shop.open(), await shop.open()];
    await shop.make(till, 'Till');
    expect((await shop.join(till, office, 'Office')).whose.verdict).toBe('same');
  });

  it('is recognised by its token, although the connection of the computer that invites it is slow', async () => {
    const till = await shop.open();
    till.way.delay(60);
    const connection = postgres.connection({ port: till.way.port });
    await till.desk.call('sharedDesk.make', { connection, name: 'The shop', computer: 'Till' });
    await till.desk.call('sharedDesk.copyInvitation', { passphrase: 'seven wet lamps', repeated: 'seven wet lamps' });
    // The token is recognised by the entry of the computer that invites.
    const entries = await postgres.ask(`SELECT id FROM reseller_desk.computers
      WHERE desk = (SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1)`);
    expect(entries).toHaveLength(1);
  });

  it('gets an invitation while the database cannot be reached', async () => {
    const till = await shop.open();
    await shop.make(till, 'Till');
    till.way.shut(true);
    till.way.cut();
    await till.desk.call('sharedDesk.copyInvitation', { passphrase: 'seven wet lamps', repeated: 'seven wet lamps' });
    expect(till.desk.desktop.copied.at(-1)?.text).toMatch(/\S/);
  });

  it("is recognised by the service's lists for the clients there, and later by the token of a colleague", async () => {
    const [till, van] = [await shop.open(), await openWith(shop.sandbox)];
    await sellVpn(till);
    await shop.make(till, 'Till');
    expect((await shop.join(till, van, 'Van')).whose.verdict).toBe('same');
    await expect.poll(() => namesOf(van), CONTEXT).toEqual(['anna']);
    await van.desk.call('clients.remove', { clientIds: (await clientsOf(van)).map(({ id }) => id) });

    // Only the colleague can vouch for it now, and it is asked nothing.
    const { activeId } = await van.desk.call('account.state', {});
    const { baseUrl, token } = shop.sandbox;
    await van.desk.call('account.signIn', { baseUrl, token, label: '', accountId: activeId ?? '' });
  });

  it('is not let in if it belongs to another reseller, and neither gets data of the other', async () => {
    const [till, stranger] = [await shop.open(), await openWith(other)];
    await sellVpn(till);
    await shop.make(till, 'Till');
    await stranger.desk.call('clients.add', { messengerId: 2, clientKey: 'zoe', name: '', note: '', tags: [] });
    const { offerId, whose } = await shop.invite(till, stranger);
    expect(whose.verdict).toBe('other');
    const refused = await stranger.desk.callError('sharedDesk.join', { offerId, computer: 'Theirs' });
    expect(refused).toMatchObject({ kind: 'conflict', details: { code: 'desk-of-other-books' } });
    expect([await statusOf(stranger), await namesOf(stranger), await namesOf(till)]).toEqual([
      'none',
      ['zoe'],
      ['anna'],
    ]);
  });

  it('is let in only by the user if nothing proves whose it is', async () => {
    const [till, office] = [await shop.open(), await openWith(shop.sandbox)];
    await till.desk.call('clients.add', { messengerId: 1, clientKey: 'anna', name: '', note: '', tags: [] });
    await shop.make(till, 'Till');
    const { offerId, whose } = await shop.invite(till, office);
    expect(whose.verdict).toBe('unproven');
    const refused = await office.desk.callError('sharedDesk.join', { offerId, computer: 'Office' });
    expect(refused).toMatchObject({ kind: 'conflict', details: { code: 'desk-of-unproven-books' } });
    expect(await statusOf(office)).toBe('none');
    await shop.join(till, office, 'Office', true);
    await expect.poll(() => namesOf(office), CONTEXT).toEqual(['anna']);
  });

  it('is checked again when it was signed in with another token in the meantime', async () => {
    const [till, office] = [await shop.open(), await shop.open()];
    await shop.make(till, 'Till');
    const { offerId, whose } = await shop.invite(till, office);
    expect(whose.verdict).toBe('same');
    const { activeId } = await office.desk.call('account.state', {});
    await office.desk.call('account.signOut', { accountId: activeId ?? '' });
    expect(await office.desk.callError('sharedDesk.join', { offerId, computer: 'Office' })).toMatchObject({
      details: { code: 'invitation-offer-gone' },
    });
  });
});
