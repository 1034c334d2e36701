import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import type { LookingClock } from '../../support/looking-clock.ts';
import { HOUR, openScheduledChecks, SORT } from './scheduled-checks-desk.ts';
import type { createSwitchedProxies, SwitchedProxy } from './switched-proxies.ts';

const { opened, network, checkRuns, later } = openScheduledChecks();
let desk: TestDesk;
let clock: LookingClock;
let proxies: ReturnType<typeof createSwitchedProxies>;
beforeEach(() => {
  ({ desk, clock, proxies } = opened());
});

const EVERY_6_HOURS = { enabled: true, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;

/** A dedicated proxy of the desk. */
type KnownProxy = SwitchedProxy & { readonly id: number };

const addProxies = async (count: number): Promise<KnownProxy[]> => {
  const added: KnownProxy[] = [];
  for (const proxy of await proxies.start(count)) {
    const { importId, reading } = await desk.call('dedicated.importText', { text: proxy.line });
    const forOthers = { ipv: 4, countryCode: 'DE', endDay: null, clientId: null } as const;
    await desk.call('dedicated.importConfirm', { importId, reading: { ...reading, loginFirst: false }, forOthers });
    const { rows } = await desk.call('dedicated.list', { filter: {}, sort: SORT, offset: 0, limit: 100 });
    added.push(Object.assign(proxy, { id: rows.find(({ port }) => port === proxy.port)?.id ?? 0 }));
  }
  return added;
};

const save = (change: Partial<ProcedureInput<'scheduledChecks.save'>> = {}) =>
  desk.call('scheduledChecks.save', { ...EVERY_6_HOURS, ...change });
const get = () => desk.call('scheduledChecks.get', {});
/** Lets 6 hours pass, and waits for the end of the check that begins then. */
const nextCheck = async (): Promise<void> => {
  const before = (await checkRuns()).length;
  await later(6 * HOUR);
  await expect.poll(async () => (await checkRuns()).length).toBe(before + 1);
  await expect.poll(async () => (await checkRuns()).every(({ state }) => state !== 'running')).toBe(true);
};
const history = (proxyId: number) => desk.call('dedicated.checks', { proxyId });
const statesOf = async (proxyId: number) => (await history(proxyId)).checks.map(({ state }) => state);
const alertOfChecks = async () => {
  const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
  return rows.find(({ kind }) => kind === 'check');
};
const stoppedIds = async () => (await desk.call('dedicated.ids', { filter: { stopped: true }, sort: SORT })).ids;

describe('a check on a schedule', () => {
  it('is off until it is switched on, and then checks all proxies in use every few hours', async () => {
    const [one, two, archived] = (await addProxies(3)) as [KnownProxy, KnownProxy, KnownProxy];
    await desk.call('dedicated.archive', { proxyIds: [archived.id], archived: true });
    expect(await get()).toMatchObject({ enabled: false, nextAt: null, proxies: 2, last: null });
    await later(48 * HOUR);
    expect(await checkRuns()).toEqual([]);

    const saved = await save();
    expect(Math.abs((saved.nextAt ?? 0) - clock.now() - 6 * HOUR * 60_000)).toBeLessThan(5_000);
    await later(5 * HOUR);
    expect(await checkRuns()).toEqual([]);
    await later(HOUR);
    await expect.poll(async () => (await checkRuns())[0]?.state).toBe('done');
    expect((await checkRuns())[0]).toMatchObject({ total: 2 });
    expect(await get()).toMatchObject({ last: { state: 'done', working: 2, failed: 0 } });
    expect([one.asked > 0, two.asked > 0, archived.asked]).toEqual([true, true, 0]);
    await later(5 * HOUR);
    expect(await checkRuns()).toHaveLength(1);

    await save({ enabled: false });
    await later(48 * HOUR);
    expect(await checkRuns()).toHaveLength(1);
  });

  it('makes up for missed ones once, at the next start of the app', async () => {
    await addProxies(1);
    await save();
    clock.skip(5 * 24 * HOUR * 60_000);
    await desk.restart();
    await clock.look(desk);
    await expect.poll(async () => (await checkRuns())[0]?.state).toBe('done');
    await later(1);
    await later(5 * HOUR);
    expect(await checkRuns()).toHaveLength(1);
  });

  it('waits while everything is paused, and while another check of dedicated proxies runs', async () => {
    const [proxy] = (await addProxies(1)) as [KnownProxy];
    await save();
    await desk.call('settings.update', { paused: true });
    await later(7 * HOUR);
    expect(await checkRuns()).toEqual([]);

    proxy.holds = true;
    await desk.call('settings.update', { paused: false });
    await expect.poll(() => proxy.asked).toBe(1);
    await later(7 * HOUR);
    await later(7 * HOUR);
    expect(await checkRuns()).toHaveLength(1);
    proxy.holds = false;
    // The one that fell due meanwhile follows once.
    await expect.poll(async () => (await checkRuns()).map(({ state }) => state)).toEqual(['done', 'done']);
    await later(1);
    expect(await checkRuns()).toHaveLength(2);
  });

  it('waits while the computer is offline', async () => {
    await addProxies(1);
    await save();
    network.isOffline = true;
    await expect.poll(async () => (await desk.call('connection.check', {})).status).toBe('offline');
    await later(13 * HOUR);
    expect(await checkRuns()).toEqual([]);
    network.isOffline = false;
    await expect.poll(async () => (await desk.call('connection.check', {})).status).toBe('online');
    await expect.poll(async () => (await checkRuns()).map(({ state }) => state)).toEqual(['done']);
  });

  it('is continued after the app was closed during it', async () => {
    const [good, held] = (await addProxies(2)) as [KnownProxy, KnownProxy];
    held.holds = true;
    await desk.call('settings.update', { checkTimeoutS: 60 });
    await save();
    await later(6 * HOUR);
    await expect.poll(() => [good.asked, held.asked]).toEqual([1, 1]);
    const [{ id: runId = 0 } = {}] = await checkRuns();
    await expect
      .poll(async () => (await desk.call('runs.get', { runId })).detail)
      .toMatchObject({ counts: { alive: 1 } });
    await desk.restart();
    held.holds = false;
    await clock.look(desk);
    await expect.poll(async () => (await checkRuns()).map(({ state }) => state)).toEqual(['done']);
    expect(good.asked).toBe(1);
    expect(await statesOf(held.id)).toEqual(['alive']);
  });

  it('is refused by field if it cannot be carried out', async () => {
    const hours = await desk.callError('scheduledChecks.save', { ...EVERY_6_HOURS, hours: 0 });
    expect(hours).toMatchObject({ details: { problems: [{ field: 'hours', code: 'not-whole' }] } });
    const day = { ...EVERY_6_HOURS, every: 'day', time: 'noon', zone: 'Mars/Base' } as const;
    const error = await desk.callError('scheduledChecks.save', day);
    expect(error.details?.problems?.map(({ field }) => field)).toEqual(['time', 'zone']);
    expect(await get()).toMatchObject({ enabled: false });
  });
});

describe('the history of a proxy', () => {
  it('has the last results with their reasons, and since when the proxy no longer works', async () => {
    const [proxy] = (await addProxies(1)) as [KnownProxy];
    await save();
    expect(await history(proxy.id)).toEqual({ checks: [], stoppedAt: null });
    await nextCheck();
    proxy.works = false;
    await nextCheck();
    const stoppedAt = (await history(proxy.id)).stoppedAt;
    expect(stoppedAt).not.toBeNull();
    await nextCheck();
    const { checks, stoppedAt: still } = await history(proxy.id);
    expect(still).toBe(stoppedAt);
    expect(checks.map(({ state, reason }) => [state, reason])).toEqual([
      ['dead', 'reset'],
      ['dead', 'reset'],
      ['alive', null],
    ]);
    expect(checks[1]?.at).toBe(stoppedAt);
    expect(checks[2]?.firstByteMs).toBeGreaterThanOrEqual(0);
    proxy.works = true;
    await nextCheck();
    expect(await history(proxy.id)).toMatchObject({ stoppedAt: null });
    expect(await statesOf(proxy.id)).toEqual(['alive', 'dead', 'dead', 'alive']);
  });

  it('is capped, and does not forget since when the proxy no longer works', async () => {
    const [proxy] = (await addProxies(1)) as [KnownProxy];
    await save();
    await nextCheck();
    proxy.works = false;
    await nextCheck();
    const { stoppedAt } = await history(proxy.id);
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    for (let more = 1; more <= 32; more += 1) {
      db.run(
        `UPDATE dedicated_proxies SET last_check_json = json_set(last_check_json, '$.at', ?) WHERE id = ?`,
        (stoppedAt ?? 0) + more,
        proxy.id,
      );
    }
    db.close();
    const { checks, stoppedAt: still } = await history(proxy.id);
    expect(checks).toHaveLength(30);
    expect(checks.every(({ state }) => state === 'dead')).toBe(true);
    expect(still).toBe(stoppedAt);
  });

  it('is there for proxies of this desk only', async () => {
    expect(await desk.callError('dedicated.checks', { proxyId: 999_999 })).toMatchObject({ kind: 'not-found' });
  });
});

describe('the alert about proxies that stopped working', () => {
  it('is one for each check, names them, opens them, and goes when they work again', async () => {
    const all = await addProxies(5);
    type Five = [KnownProxy, KnownProxy, KnownProxy, KnownProxy, KnownProxy];
    const [first, second, third, fourth, never] = all as Five;
    await save();
    // A proxy that never worked has not stopped.
    never.works = false;
    await nextCheck();
    expect(await alertOfChecks()).toBeUndefined();

    for (const proxy of [first, second, third, fourth]) proxy.works = false;
    await nextCheck();
    await expect.poll(alertOfChecks).toMatchObject({ stopped: { count: 4 }, readAt: null });
    const alert = await alertOfChecks();
    expect(alert?.stopped?.names).toHaveLength(3);
    for (const name of alert?.stopped?.names ?? []) expect(all.map(({ address }) => address)).toContain(name);
    const titles = () => desk.desktop.notices.map(({ title }) => title);
    await expect.poll(titles).toEqual(['4 dedicated proxies have stopped working']);
    expect(desk.desktop.notices[0]?.body).toMatch(/^127\.0\.0\.1:\d+, .*, .* and 1 more$/);
    expect(await stoppedIds()).toEqual([first, second, third, fourth].map(({ id }) => id));
    expect((await desk.call('dedicated.summary', {})).stopped).toBe(4);

    // The alert is raised once, and not again while the same proxies do not work.
    await desk.call('alerts.dismiss', {});
    await nextCheck();
    await nextCheck();
    expect(await alertOfChecks()).toBeUndefined();

    first.works = true;
    second.works = true;
    third.works = true;
    await nextCheck();
    expect(await stoppedIds()).toEqual([fourth.id]);
    first.works = false;
    await nextCheck();
    await expect.poll(alertOfChecks).toMatchObject({
      stopped: { count: 2, names: [first.address, fourth.address] },
      readAt: null,
    });

    first.works = true;
    fourth.works = true;
    await nextCheck();
    await expect.poll(alertOfChecks).toBeUndefined();
    expect(await stoppedIds()).toEqual([]);
  });

  it('goes with a proxy that is archived, and is not shown on the desktop if that is off', async () => {
    const [proxy] = (await addProxies(1)) as [KnownProxy];
    await desk.call('settings.update', { desktopAlerts: false });
    await save();
    await nextCheck();
    proxy.works = false;
    await nextCheck();
    await expect.poll(alertOfChecks).toMatchObject({ stopped: { count: 1, names: [proxy.address] } });
    expect(desk.desktop.notices).toEqual([]);
    await desk.call('dedicated.archive', { proxyIds: [proxy.id], archived: true });
    await expect.poll(alertOfChecks).toBeUndefined();
  });

  it('is not raised because the address itself refuses', async () => {
    const [proxy] = (await addProxies(1)) as [KnownProxy];
    await save();
    await nextCheck();
    network.targetRefuses = true;
    await nextCheck();
    const { checks, stoppedAt } = await history(proxy.id);
    expect(checks[0]).toMatchObject({ state: 'refused', reason: 'site' });
    expect(stoppedAt).toBeNull();
    // It is still known that the proxy worked before.
    proxy.works = false;
    await nextCheck();
    expect((await history(proxy.id)).stoppedAt).not.toBeNull();
  });
});
