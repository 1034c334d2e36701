import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ControlClient } from '../support/control-client.ts';
import { launchDesk, type RunningDesk, sandboxControl } from '../support/electron-app.ts';
import { killThread, runInThread } from '../support/threads.ts';
import { callFrom } from './pages/open-desk.ts';

let desk: RunningDesk;
let control: ControlClient;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  desk = await launchDesk({ args: ['--try-sandbox'], sandboxControl: true });
  await desk.page.waitForURL('app://desk/');
  control = await sandboxControl(desk.app);
  await desk.app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string };
      const told = (Reflect.get(globalThis, 'told') as string[] | undefined) ?? [];
      Reflect.set(globalThis, 'told', [...told, message]);
      return { response: 0, checkboxChecked: false };
    };
  });
});
test.afterEach(() => desk.close());

const told = () => desk.app.evaluate(() => (Reflect.get(globalThis, 'told') as string[] | undefined) ?? []);
const CRASHED = 'Part of the app stopped working and was restarted.';
const KEEPS_CRASHING = 'Part of the app keeps stopping.';

/** Kills the core once it answers, and not during its start. */
const killCore = async (): Promise<void> => {
  await call('account.state', {});
  await killThread(desk.app, 'core');
};

/** Kills the core and waits until the window has been notified and has reloaded its page. */
const killOnce = async (): Promise<void> => {
  const loaded = desk.page.waitForEvent('load');
  await killCore();
  await expect.poll(told).toEqual([CRASHED]);
  await loaded;
};

const page = { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 1 } as const;
const purchases = async () => (await call('purchases.list', { filter: {}, offset: 0, limit: 10 })).rows;

test('a dead core is reported, and another one continues with the same desk', async () => {
  const { total } = await call('clients.list', page);
  await killOnce();
  expect((await call('clients.list', page)).total).toBe(total);
  await expect(desk.page.getByText('Online')).toBeVisible();
  const log = await readFile(join(desk.userDataDir, 'logs', 'desk.log'), 'utf8');
  expect(log).toContain('the core is gone');
  // The message of an error may quote anything.
  expect(log).not.toContain('killed by the test');
});

test('a core that runs out of memory is reported like one that fails, and the app continues', async () => {
  const { total } = await call('clients.list', page);
  // A busy computer needs long to fill the memory.
  const inTime = { timeout: 120_000 };
  const loaded = desk.page.waitForEvent('load', inTime);
  // It never answers, because the thread ends in the middle.
  void runInThread(
    desk.app,
    'core',
    'setImmediate(() => { for (const held = []; ; ) held.push(new Array(1_000_000).fill(held.length + 0.5)); })',
  );
  await expect.poll(told, inTime).toEqual([CRASHED]);
  await loaded;
  expect((await call('clients.list', page)).total).toBe(total);
});

test('a core that dies again at once is not restarted forever, and requests are answered', async () => {
  await killOnce();
  await killCore();
  await expect.poll(told).toEqual([CRASHED, KEEPS_CRASHING]);
  const answer = await desk.page.evaluate(() => window.desk.invoke('account.state', {}));
  expect(answer).toMatchObject({ ok: false, error: { details: { code: 'core-stopped' } } });
});

test('a core that dies in the middle of a purchase: the next one resolves it, and sends nothing again', async () => {
  await control.addFaults({ match: { path: '/premium/traffic/buy' }, fault: { kind: 'hold', when: 'after-commit' } });
  const clientId = (await call('clients.list', page)).rows[0]?.id ?? 0;
  const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await desk.page.evaluate((confirmed) => void window.desk.invoke('purchases.confirm', confirmed as never), {
    offerId,
    priceKopecks,
  });
  await control.waitForHeld(1);
  await killOnce();
  // No answer came, but the money has gone and the traffic is there as evidence.
  await expect
    .poll(async () => (await purchases())[0], { timeout: 30_000 })
    .toMatchObject({ outcome: 'charged', basis: 'evidence' });
  expect(await purchases()).toHaveLength(1);
  expect(await control.requests({ path: '/premium/traffic/buy' })).toHaveLength(1);
  expect((await control.books()).entries).toHaveLength(1);
  await control.release();
});

test('a sandbox that dies comes back at its address with everything it sold', async () => {
  const log = () => readFile(join(desk.userDataDir, 'logs', 'desk.log'), 'utf8');
  const clientId = (await call('clients.list', page)).rows[0]?.id ?? 0;
  const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks });
  const { balanceKopecks } = await call('account.refreshBalance', {});
  await killThread(desk.app, 'sandbox');
  await expect.poll(log).toContain('the sandbox is gone');
  await expect(async () => {
    const books = await (await sandboxControl(desk.app)).books();
    expect(books).toMatchObject({ balanceKopecks });
  }).toPass();
  expect(await call('account.refreshBalance', {})).toMatchObject({ balanceKopecks });
  expect(await told()).toEqual([]);
});
