import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostVariant, Recipe } from '#shared/contract/lists.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';
import { type StrangerService, startStranger } from '../../support/stranger/service.ts';
import type { Dialect } from '../../support/stranger/types.ts';

const FOR_MOBILE: Recipe = {
  ...RECIPE,
  poolType: 'mobile',
  countries: ['DE', 'FR'],
  protocol: 'socks5',
  rotation: { type: 'sticky', ttlMinutes: 120 },
  anonymous: true,
  quantity: 2345,
};

const DIALECTS: readonly Dialect[] = ['verbose', 'terse'];

describe.each(DIALECTS)('the main job against a %s service that is not the sandbox', (dialect) => {
  let desk: TestDesk;
  let service: StrangerService;
  let folder: string;
  let clientId: number;

  beforeEach(async () => {
    service = await startStranger({ dialect, prefix: '/reseller', balanceKopecks: 100_000 });
    desk = await startTestDesk({ signIn: false });
    folder = await mkdtemp(join(tmpdir(), 'stranger-'));
    await desk.call('settings.update', { requestsPerSecond: 20 });
    await desk.call('account.signIn', { baseUrl: `${service.baseUrl}/api/v1/`, token: service.token, label: 'Other' });
    const fields = { messengerId: Number.MAX_SAFE_INTEGER, clientKey: ' ключ & co ', name: '', note: '', tags: [] };
    clientId = (await desk.call('clients.add', fields)).id;
  });
  afterEach(async () => {
    await desk.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const offered = async (gb: number) => {
    const offer = await desk.call('purchases.offer', { order: { kind: 'traffic', clientId, poolType: 'mobile', gb } });
    return { offerId: offer.offerId, priceKopecks: offer.priceKopecks };
  };

  const buy = async (gb: number) => desk.call('purchases.confirm', await offered(gb));

  const generate = async (recipe: Recipe) => {
    const { listId, runId } = await desk.call('lists.generate', { clientId, recipe });
    await desk.waitForEvent(
      'runs.changed',
      (job: { id: number; state: string }) => job.id === runId && job.state !== 'running',
    );
    return desk.call('lists.get', { listId });
  };

  const sentLines = (variant: HostVariant) =>
    service.generated.flatMap((list) => list[variant].split(/\r?\n/).filter((line) => line !== ''));

  it("buys traffic to the kopeck and shows the service's new balance", async () => {
    expect(await buy(1.5)).toMatchObject({ outcome: 'charged', basis: 'answer', priceKopecks: 45_002 });
    expect(service.books.charges).toEqual([
      { path: '/premium/traffic/buy', client: `${Number.MAX_SAFE_INTEGER}  ключ & co `, kopecks: 45_002 },
    ]);
    const state = await desk.call('premium.refreshBalance', { clientId });
    expect(state.balance?.pools.find((pool) => pool.poolType === 'mobile')?.trafficGb).toBe(1.5);
    expect(await desk.call('account.refreshBalance', {})).toMatchObject({
      balanceKopecks: 100_000 - 45_002,
      spentKopecks: 45_002,
    });
  });

  it('stops before it pays when the balance does not cover the price', async () => {
    const tooMuch = await desk.callError('purchases.confirm', await offered(500));
    expect(tooMuch.kind).toBe('insufficient-balance');
    expect(service.books.charges).toEqual([]);
  });

  it.each([1, 2, 3] as const)(
    'saves format %i byte for byte as the service sent it, by name and by address',
    async (formatId) => {
      const list = await generate({ ...FOR_MOBILE, formatId });
      expect(list).toMatchObject({ state: 'complete', lineCount: 2345 });
      for (const variant of ['domain', 'ip'] as const) {
        const path = join(folder, `${variant}.txt`);
        desk.dialogs.saveQueue.push(path);
        expect(await desk.call('lists.save', { listId: list.id, variant, formatId })).toMatchObject({
          lineCount: 2345,
        });
        expect(await readFile(path, 'utf8')).toBe(`${sentLines(variant).join('\n')}\n`);
      }
    },
  );

  it('sends every chosen parameter, and no other', async () => {
    await generate({ ...FOR_MOBILE, quantity: 3 });
    const { body } = service.requests.filter(({ path }) => path === '/premium/proxies/generate').at(-1) ?? {};
    expect(body).toEqual({
      messenger_id: Number.MAX_SAFE_INTEGER,
      client_key: ' ключ & co ',
      pool_type: 'mobile',
      countries: ['de', 'fr'],
      protocol: 'socks5',
      type: 'sticky',
      session_ttl: 120,
      anonymous: true,
      quantity: 3,
      format_id: 1,
    });
  });

  it('reads its whitelist and password, whatever their shape', async () => {
    await desk.call('premium.addWhitelistIp', { clientId, ip: '203.0.113.77' });
    const added = await desk.call('premium.addWhitelistIp', { clientId, ip: '2001:db8::1' });
    expect(added.whitelist).toMatchObject({ ips: ['203.0.113.77', '2001:db8::1'], raw: null });
    const removed = await desk.call('premium.removeWhitelistIp', { clientId, ip: '203.0.113.77' });
    expect(removed.whitelist?.ips).toEqual(['2001:db8::1']);
    await desk.call('premium.refreshPassword', { clientId });
    const before = await desk.call('premium.revealPassword', { clientId });
    await desk.call('premium.resetPassword', { clientId });
    const after = await desk.call('premium.revealPassword', { clientId });
    expect(before.password).toMatch(/^first-/);
    expect(after.password).toMatch(/^next-/);
  });

  it('lists thousands of places under upper-case countries', async () => {
    const places = { poolType: 'mobile' as const, countries: ['DE'], offset: 0, limit: 100 };
    const countries = await desk.call('premium.locations', { ...places, countries: [], kind: 'countries' });
    expect(countries.rows[0]).toMatchObject({ code: 'DE', count: 1000 });
    const zips = await desk.call('premium.locations', { ...places, kind: 'zipcodes', search: '0029' });
    expect(zips.rows.map((row) => row.code)).toContain('00290');
    expect((await desk.call('premium.locations', { ...places, kind: 'zipcodes' })).total).toBe(3000);
  });

  it('keeps everything readable when the service is gone, and says that it is', async () => {
    await buy(1);
    const list = await generate({ ...FOR_MOBILE, quantity: 5 });
    await service.close();
    expect((await desk.callError('premium.refreshBalance', { clientId })).kind).toBe('offline');
    expect((await desk.call('premium.state', { clientId })).balance?.pools).toHaveLength(4);
    const view = { listId: list.id, variant: 'domain', formatId: 1, reveal: true, offset: 0, limit: 10 } as const;
    expect((await desk.call('lists.lines', view)).lines).toEqual(sentLines('domain'));
    expect((await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 })).total).toBe(1);
  });
});
