import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Alert } from '#shared/contract/alerts.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let desk: TestDesk;
let clock: SkippingClock;
afterEach(() => desk.close());

const start = async (): Promise<void> => {
  clock = createSkippingClock();
  desk = await startTestDesk({ clock, systemLocale: 'en-US' });
};

/** Returns the list once every change has been checked. */
const alertsAfter = async (fits: (rows: readonly Alert[]) => boolean): Promise<readonly Alert[]> => {
  for (;;) {
    const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
    if (fits(rows)) return rows;
    desk.clearEvents();
    await desk.waitForEvent('alerts.changed');
  }
};
/** Triggers another check, as the passing of time does. */
const lookAgain = (): Promise<unknown> => desk.call('settings.update', { lowTrafficGb: 1 });
const notices = () => desk.desktop.notices.map(({ title, body }) => `${title}: ${body}`);
const until = async (fits: () => boolean): Promise<void> => {
  while (!fits()) await new Promise((resolve) => setTimeout(resolve, 20));
};

const addClient = async (messengerId: number, name: string): Promise<number> =>
  (await desk.call('clients.add', { messengerId, clientKey: `k-${messengerId}`, name, note: '', tags: [] })).id;

/** Writes readings into the database: a subscription that ends in this many days, and the traffic left. */
const know = (rows: readonly { clientId: number; uuid?: string; inDays?: number; gb?: number }[]): void => {
  const db = openDatabase(`${desk.paths.data}/desk.db`);
  db.transaction(() => {
    for (const { clientId, uuid = `uuid-${clientId}`, inDays, gb } of rows) {
      if (inDays !== undefined) {
        db.run(
          `INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, ?, 'ACTIVE', ?, 0)
           ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
          clientId,
          uuid,
          Math.round(clock.now() + inDays * DAY),
        );
      }
      if (gb !== undefined) {
        db.run(
          `INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of) VALUES (?, 'mobile', ?, ?)
           ON CONFLICT DO UPDATE SET traffic_gb = excluded.traffic_gb`,
          clientId,
          gb,
          clock.now(),
        );
      }
    }
  });
  db.close();
};

describe('alerts', () => {
  it('are listed by day, the newest first, and within a day by kind', async () => {
    await start();
    const [anna, boris] = [await addClient(1, 'Anna'), await addClient(2, 'Boris')];
    know([
      { clientId: anna, inDays: 2, gb: 0.5 },
      { clientId: boris, inDays: 2 },
    ]);
    await lookAgain();
    await alertsAfter((rows) => rows.length === 3);
    clock.skip(26 * HOUR);
    know([{ clientId: boris, gb: 0.5 }]);
    await lookAgain();
    const rows = await alertsAfter((found) => found.filter(({ kind }) => kind === 'traffic').length === 2);
    const groups = rows.map(({ kind, raisedAt }) => `${localDate(raisedAt)} ${kind}`);
    expect(groups).toEqual(
      groups.toSorted((a, b) => {
        const byDay = b.slice(0, 10).localeCompare(a.slice(0, 10));
        return byDay === 0 ? a.localeCompare(b) : byDay;
      }),
    );
    expect(new Set(groups.map((group) => group.slice(0, 10))).size).toBe(2);
    expect(new Set(groups).size).toBeGreaterThan(2);
  });

  it('report goods that end soon or run low, in the app and on the desktop, each once', async () => {
    await start();
    const anna = await addClient(1, 'Anna');
    const boris = await addClient(2, 'Boris');
    const vera = await addClient(3, 'Vera');
    know([
      { clientId: anna, inDays: 2.5 },
      { clientId: boris, inDays: 20, gb: 0.4 },
      { clientId: vera, inDays: 30, gb: 50 },
    ]);
    await lookAgain();
    const rows = await alertsAfter((found) => found.length === 2);
    expect(rows.map(({ kind, clientName, stage }) => [kind, clientName, stage])).toEqual(
      expect.arrayContaining([
        ['vpn', 'Anna', 3],
        ['traffic', 'Boris', 1],
      ]),
    );
    await until(() => desk.desktop.notices.length === 2);
    expect(notices()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Anna · k-1: VPN subscription ends in [23] days/),
        'Boris · k-2: 0.4 GB mobile left',
      ]),
    );
    await lookAgain();
    await desk.restart();
    await lookAgain();
    await alertsAfter((found) => found.length === 2);
    clock.skip(2 * HOUR);
    await lookAgain();
    expect(desk.desktop.notices).toHaveLength(2);
  });

  it('come again at the next stage, and disappear after a renewal', async () => {
    await start();
    const anna = await addClient(1, 'Anna');
    know([{ clientId: anna, inDays: 5 }]);
    await lookAgain();
    const [first] = await alertsAfter((found) => found[0]?.stage === 7);
    await desk.call('alerts.dismiss', { alertIds: [first?.id ?? 0] });
    clock.skip(2.5 * DAY);
    await lookAgain();
    const [second] = await alertsAfter((found) => found[0]?.stage === 3);
    expect(second).toMatchObject({ clientId: anna, readAt: null });
    await until(() => desk.desktop.notices.length === 2);
    know([{ clientId: anna, inDays: 33 }]);
    await lookAgain();
    expect(await alertsAfter((found) => found.length === 0)).toEqual([]);
  });

  it('are checked as soon as a client is read, and go with the client', async () => {
    await start();
    const fields = { messengerId: 100_200_301, clientKey: 'anna-shop', name: 'Anna', note: '', tags: [] };
    const { id } = await desk.call('clients.add', fields);
    await desk.call('vpn.refresh', { clientId: id });
    expect(await alertsAfter((found) => found.length > 0)).toMatchObject([{ kind: 'vpn', clientId: id }]);
    await desk.call('clients.archive', { clientIds: [id] });
    await alertsAfter((found) => found.length === 0);
  });

  it('are a single notification when there are many', async () => {
    await start();
    const ids: number[] = [];
    for (let index = 1; index <= 40; index += 1) ids.push(await addClient(index, `Client ${index}`));
    know(ids.map((clientId) => ({ clientId, inDays: 0.5 })));
    await lookAgain();
    await alertsAfter((found) => found.length === 40);
    await until(() => desk.desktop.notices.length > 0);
    expect(notices()).toEqual(['40 new alerts: 40 VPN subscriptions end soon']);
  });

  it('wait for the end of the quiet hours, even across a restart, and are not lost', async () => {
    await start();
    const two = (value: number) => String(value).padStart(2, '0');
    const hour = new Date(clock.now()).getHours();
    const quietFrom = `${two((hour + 23) % 24)}:00`;
    const quietTo = `${two((hour + 2) % 24)}:00`;
    await desk.call('settings.update', { quietHours: true, quietFrom, quietTo });
    const anna = await addClient(1, 'Anna');
    know([{ clientId: anna, inDays: 0.9 }]);
    await lookAgain();
    await alertsAfter((found) => found.length === 1);
    await desk.restart();
    await lookAgain();
    expect(desk.desktop.notices).toEqual([]);
    clock.skip(4 * HOUR);
    await lookAgain();
    await until(() => desk.desktop.notices.length === 1);
    expect(notices()[0]).toMatch(/^Anna · k-1: VPN subscription ends/);
  });

  it('read the end of a proxy in the assumed time zone', async () => {
    await start();
    const db = openDatabase(`${desk.paths.data}/desk.db`);
    const account = (await desk.call('account.state', {})).activeId ?? '';
    db.run(
      `INSERT INTO dedicated_proxies (account_id, service_id, ip, port, date_source, wall_end, ipv, country_code, complete,
         bought_at)
       VALUES (?, 7, '192.0.2.7', '8000', 'service', ?, 4, 'de', 1, 0)`,
      account,
      // Two hours from now on a clock in Moscow.
      clock.now() + 3 * HOUR + 2 * HOUR,
    );
    db.close();
    await lookAgain();
    const [row] = await alertsAfter((found) => found.length === 1);
    expect(row).toMatchObject({ kind: 'proxy', stage: 1, target: '192.0.2.7:8000' });
    expect(Math.abs((row?.endsAt ?? 0) - (clock.now() + 2 * HOUR))).toBeLessThan(60_000);
    await desk.call('settings.update', { assumedZone: 'Asia/Vladivostok' });
    await alertsAfter((found) => found[0]?.stage === 0);
  });

  it('can be read, dismissed all at once and restored, and lead to their subjects', async () => {
    await start();
    const ids = [await addClient(1, 'Anna'), await addClient(2, 'Boris')];
    know(ids.map((clientId) => ({ clientId, inDays: 2 })));
    await lookAgain();
    const [first] = await alertsAfter((found) => found.length === 2);
    await desk.call('alerts.open', { alertId: first?.id ?? 0 });
    expect(await desk.waitForEvent('alerts.opened')).toMatchObject({
      alert: { id: first?.id, clientId: first?.clientId },
    });
    expect(await desk.call('alerts.counts', {})).toEqual({ total: 2, unread: 1 });
    expect(await desk.call('alerts.markRead', {})).toEqual({ total: 2, unread: 0 });
    const { undoId } = await desk.call('alerts.dismiss', {});
    expect(await desk.call('alerts.counts', {})).toEqual({ total: 0, unread: 0 });
    await lookAgain();
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 2, left: 0 });
    expect(await desk.call('alerts.counts', {})).toEqual({ total: 2, unread: 0 });
  });

  it('say once a day that the balance does not pay for the next purchases, however it goes up and down', async () => {
    await start();
    const ids = [await addClient(1, 'Anna'), await addClient(2, 'Boris')];
    know(ids.map((clientId) => ({ clientId, inDays: 6 })));
    const balance = async (roubles: number): Promise<void> => {
      await desk.control.setBalance(roubles);
      await desk.call('account.refreshBalance', {});
    };
    const isLow = (rows: readonly Alert[]): boolean => rows.some(({ kind }) => kind === 'balance');
    await balance(250);
    await lookAgain();
    const unpriced = await alertsAfter((rows) => rows.length === 2);
    expect(isLow(unpriced)).toBe(false);
    await desk.call('overview.quoteRenewals', {});
    await lookAgain();
    const rows = await alertsAfter(isLow);
    expect(rows.find(({ kind }) => kind === 'balance')?.cover).toEqual({
      due: 2,
      covered: 1,
      unpriced: 0,
      neededKopecks: 39_800,
      balanceKopecks: 25_000,
    });
    await balance(5_000);
    await alertsAfter((found) => !isLow(found));
    clock.skip(HOUR);
    await balance(10);
    await alertsAfter(isLow);
    const told = notices().filter((text) => text.startsWith('The balance'));
    expect(told.length).toBeLessThanOrEqual(1);
  });

  it('disappear when they are switched off', async () => {
    await start();
    const anna = await addClient(1, 'Anna');
    know([{ clientId: anna, inDays: 5, gb: 0.3 }]);
    await lookAgain();
    await alertsAfter((found) => found.length === 2);
    await desk.call('settings.update', { alertSevenDays: false, alertLowTraffic: false });
    await alertsAfter((found) => found.length === 0);
  });
});
