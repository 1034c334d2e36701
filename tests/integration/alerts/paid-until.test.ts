import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Alert } from '#shared/contract/alerts.ts';
import { localDate, shiftDay } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';

const DAY = 86_400_000;

let desk: TestDesk;
let clock: SkippingClock;
beforeEach(async () => {
  clock = createSkippingClock();
  desk = await startTestDesk({ clock, systemLocale: 'en-US' });
});
afterEach(() => desk.close());

const paidAlert = async (): Promise<Alert | undefined> =>
  (await desk.call('alerts.list', { offset: 0, limit: 100 })).rows.find(({ kind }) => kind === 'paid-until');
/** Returns the alert once every change has been checked. */
const alertAfter = async (fits: (alert: Alert | undefined) => boolean): Promise<Alert | undefined> => {
  for (;;) {
    const alert = await paidAlert();
    if (fits(alert)) return alert;
    desk.clearEvents();
    await desk.waitForEvent('alerts.changed');
  }
};
const sums = (ended: number, soon: number) => (alert: Alert | undefined) =>
  alert?.paid?.ended === ended && alert.paid.soon === soon;
/** Triggers another check, as the passing of time does. */
const lookAgain = (): Promise<unknown> => desk.call('settings.update', { lowTrafficGb: 1 });

let added = 0;
const paid = async (inDays: number | null): Promise<number> => {
  added += 1;
  const paidUntil = inDays === null ? null : shiftDay(localDate(clock.now()), inDays);
  const pair = { messengerId: added, clientKey: `k-${added}`, name: `Client ${added}` };
  return (await desk.call('clients.add', { ...pair, tags: [], paidUntil })).id;
};
const dueIds = async (): Promise<number[]> => {
  const sort = { by: 'paidUntil', direction: 'asc' } as const;
  return (await desk.call('clients.ids', { filter: { paidUntil: 'due' }, sort })).ids;
};

it('is announced once for all clients, and the list shows exactly those whom the alert counts', async () => {
  const [ended, today, soon] = [await paid(-2), await paid(0), await paid(7)];
  for (const days of [-8, 8, 400, null]) await paid(days);
  const alert = await alertAfter(sums(1, 2));
  expect(alert).toMatchObject({ clientId: null, stage: 0, paid: { ended: 1, soon: 2, days: 7 }, readAt: null });
  expect(await dueIds()).toEqual([ended, today, soon]);
  expect((await desk.call('overview.summary', {})).needs.dueClients).toBe(3);
  await desk.call('alerts.open', { alertId: alert?.id ?? 0 });
  expect((await paidAlert())?.readAt).not.toBeNull();
});

it('stays read while a client pays, and is raised again for the next one', async () => {
  const first = await paid(1);
  await paid(7);
  const alert = await alertAfter(sums(0, 2));
  await desk.call('alerts.markRead', { alertIds: [alert?.id ?? 0] });
  const client = await desk.call('clients.get', { clientId: first });
  const { messengerId, clientKey, name, note, tags } = client;
  const renewed = { paidUntil: shiftDay(localDate(clock.now()), 31) };
  await desk.call('clients.update', { clientId: first, messengerId, clientKey, name, note, tags, ...renewed });
  expect((await alertAfter(sums(0, 1)))?.readAt).not.toBeNull();
  await paid(5);
  expect((await alertAfter(sums(0, 2)))?.readAt).toBeNull();
});

it('is raised again on the day on which a client reaches the next stage', async () => {
  await paid(4);
  const alert = await alertAfter(sums(0, 1));
  await desk.call('alerts.dismiss', { alertIds: [alert?.id ?? 0] });
  expect(await paidAlert()).toBeUndefined();
  clock.skip(DAY);
  await lookAgain();
  expect((await alertAfter(sums(0, 1)))?.readAt).toBeNull();
  clock.skip(4 * DAY);
  await lookAgain();
  expect(await alertAfter(sums(1, 0))).toMatchObject({ stage: 0, readAt: null });
  clock.skip(7 * DAY);
  await lookAgain();
  expect(await alertAfter((found) => found === undefined)).toBeUndefined();
});

it('is raised again at the next stage although the clock once ran a year ahead', async () => {
  await paid(4);
  await paid(365 + 4);
  await alertAfter(sums(0, 1));
  const read = async (): Promise<unknown> => desk.call('alerts.markRead', { alertIds: [(await paidAlert())?.id ?? 0] });
  await read();
  clock.setBack(-365 * DAY);
  await lookAgain();
  await alertAfter((alert) => alert?.readAt === null);
  clock.setBack(365 * DAY);
  await lookAgain();
  await alertAfter((alert) => (alert?.raisedAt ?? Number.POSITIVE_INFINITY) <= clock.now());
  await read();
  clock.skip(DAY);
  await lookAgain();
  expect((await alertAfter((alert) => alert?.readAt === null))?.paid).toMatchObject({ ended: 0, soon: 1 });
});

it('leaves clients to the alert about their VPN if that is known here', async () => {
  const client = await paid(3);
  await paid(3);
  await alertAfter(sums(0, 2));
  const db = openDatabase(`${desk.paths.data}/desk.db`);
  const end = Math.round(clock.now() + 2 * DAY);
  db.run(
    "INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, 'u-1', 'ACTIVE', ?, 0)",
    client,
    end,
  );
  db.run('UPDATE clients SET next_expiry = ?, vpn_active = 1, vpn_total = 1 WHERE id = ?', end, client);
  db.close();
  await lookAgain();
  await alertAfter(sums(0, 1));
  const { rows } = await desk.call('alerts.list', { offset: 0, limit: 100 });
  expect(rows.filter(({ clientId }) => clientId === client).map(({ kind }) => kind)).toEqual(['vpn']);
  expect(await dueIds()).not.toContain(client);
});

it('follows the settings of the alerts about ends, and forgets archived and removed clients', async () => {
  const [ended, soon, later] = [await paid(-1), await paid(2), await paid(6)];
  await alertAfter(sums(1, 2));
  await desk.call('settings.update', { alertSevenDays: false });
  expect(await alertAfter(sums(1, 1))).toMatchObject({ paid: { days: 3 } });
  expect(await dueIds()).toEqual([ended, soon]);
  await desk.call('settings.update', { alertExpired: false, alertSevenDays: true });
  await alertAfter(sums(0, 2));
  await desk.call('clients.archive', { clientIds: [later] });
  await alertAfter(sums(0, 1));
  await desk.call('clients.remove', { clientIds: [soon] });
  await alertAfter((alert) => alert === undefined);
  await desk.call('settings.update', { alertExpired: true });
  await alertAfter(sums(1, 0));
  const off = { alertSevenDays: false, alertThreeDays: false, alertOneDay: false, alertExpired: false };
  await desk.call('settings.update', off);
  expect(await alertAfter((alert) => alert === undefined)).toBeUndefined();
});
