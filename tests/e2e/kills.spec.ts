import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createControlClient, type Fault } from '#sandbox/control-client.ts';
import { startSandbox } from '#sandbox/index.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { Result } from '#shared/result.ts';
import { launchDesk, type RunningDesk } from '../support/electron-app.ts';

/** Through the bridge of the page, as the page itself asks. */
const ask = async <N extends ProcedureName>(
  page: Page,
  name: N,
  input: ProcedureInput<N>,
): Promise<ProcedureOutput<N>> => {
  const result = (await page.evaluate(
    ([asked, given]) => window.desk.invoke(asked as 'system.info', given as Record<string, never>),
    [name, input] as const,
  )) as Result<unknown>;
  if (!result.ok) throw new Error(`${name}: ${result.error.kind} ${result.error.message}`);
  return result.value as ProcedureOutput<N>;
};

/** As a power cut or the task manager does it: the main process first, and nothing is asked. */
const kill = async ({ app }: RunningDesk): Promise<void> => {
  const child = app.process();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
};

const MOMENTS: readonly (readonly [order: Order['kind'], fault: Fault])[] = [
  ['vpn-buy', { kind: 'hold', when: 'before-commit' }],
  ['vpn-buy', { kind: 'hold', when: 'after-commit' }],
  ['traffic', { kind: 'hold', when: 'before-commit' }],
  ['traffic', { kind: 'hold', when: 'after-commit' }],
  ['dedicated', { kind: 'hold', when: 'after-commit' }],
];

const orderOf = (kind: Order['kind'], clientId: number): Order => {
  if (kind === 'traffic') return { kind, clientId, poolType: 'mobile', gb: 1 };
  if (kind === 'dedicated') return { kind, clientId, ipv: 4, countryCode: 'de', period: 7, count: 1 };
  return { kind: 'vpn-buy', clientId, periodMonths: 1 };
};

test('the app that is killed in the middle of purchases finds out what it was charged for, and sends nothing again', async () => {
  test.setTimeout(120_000);
  const sandbox = await startSandbox({ stateDir: null, control: true });
  const control = createControlClient(sandbox.controlUrl ?? '');
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-killed-'));
  const page = { offset: 0, limit: 100 };
  /** The keychain of a test machine may not be there; then the token is typed again, as a user would. */
  const signIn = async (desk: RunningDesk): Promise<void> => {
    await desk.page.waitForURL(/^app:\/\/(welcome|desk)\//);
    const { accounts } = await ask(desk.page, 'account.state', {});
    if (accounts[0] === undefined || accounts[0].tokenPlace === 'none') {
      const { baseUrl, token } = sandbox;
      // The page that asked is left before its answer comes: the desk is opened in another.
      await ask(desk.page, 'account.signIn', { baseUrl, token, label: 'Killed' }).catch(() => {});
    }
    await desk.page.waitForURL('app://desk/');
  };

  await control.setBalance(100_000);
  let clientId = 0;
  for (const [kind, fault] of MOMENTS) {
    const desk = await launchDesk({ userDataDir });
    await signIn(desk);
    if (clientId === 0) {
      const client = { messengerId: 1, clientKey: 'killed', name: 'Killed', note: '', tags: [] };
      clientId = (await ask(desk.page, 'clients.add', client)).id;
    }
    const { offerId, priceKopecks } = await ask(desk.page, 'purchases.offer', { order: orderOf(kind, clientId) });
    const path = { vpn: '/vpn/buy', tra: '/premium/traffic/buy', ded: '/dedicated/buy' }[kind.slice(0, 3)] ?? '';
    await control.addFaults({ match: { method: 'POST', path }, fault });
    // Never answered: the process is gone by then.
    ask(desk.page, 'purchases.confirm', { offerId, priceKopecks }).catch(() => {});
    await control.waitForHeld(1);
    await kill(desk);
    await control.clearFaults();
  }

  const last = await launchDesk({ userDataDir });
  await signIn(last);
  await ask(last.page, 'purchases.resolve', {});
  const ledger = await ask(last.page, 'purchases.list', { filter: {}, ...page });
  const { entries } = await control.books();
  expect(ledger.rows.map((row) => row.state).sort()).toEqual([
    'charged-goods-missing',
    ...Array.from({ length: 4 }, () => 'confirmed-charged'),
  ]);
  expect(entries).toHaveLength(MOMENTS.length);
  expect(ledger.totalSpentKopecks).toBe(entries.reduce((sum, entry) => sum + entry.kopecks, 0));
  const { sum } = await ask(last.page, 'purchases.reconciliation', page);
  expect(sum?.differenceKopecks).toBe(0);
  await last.close();
  await sandbox.close();
  await rm(userDataDir, { recursive: true, force: true });
});
