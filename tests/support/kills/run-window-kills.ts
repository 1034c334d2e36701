import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { Result } from '#shared/result.ts';
import { type ControlClient, createControlClient } from '../control-client.ts';
import { goToWelcome, launchDesk, type RunningDesk } from '../electron-app.ts';
import { compareWithBooks, type KillCounts } from './kill-counts.ts';
import { type Ask, KINDS, ledgerReport, orderOf } from './orders.ts';
import { createRandom } from './random.ts';

const CHARGES = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'];
/**
 * Kinds whose goods the service lists: for these the app can tell a charge that never arrived from one that did, however
 * soon it looks.
 */
const LISTED: readonly Order['kind'][] = ['vpn-buy', 'traffic', 'vpn-renew'];
/** About the duration of a purchase: before the app sends it, it writes it down, reads evidence, and waits for its turn. */
const LONGEST_LIFE_MS = 2_500;

/** The moment at which the app dies: while the service holds the charge, before or after carrying it out, or at any time. */
type Moment =
  | { readonly kind: 'held'; readonly when: 'before-commit' | 'after-commit' }
  | { readonly kind: 'random'; readonly afterMs: number };

/** Sends requests through the bridge of the page, as the page itself does. */
const askOf =
  ({ page }: RunningDesk): Ask =>
  async (name, input) => {
    const result = (await page.evaluate(
      ([asked, given]) => window.desk.invoke(asked as 'system.info', given as Record<string, never>),
      [name, input] as const,
    )) as Result<unknown>;
    if (!result.ok) throw new Error(`${name}: ${result.error.kind} ${result.error.message}`);
    return result.value as never;
  };

/** Kills the app as a power cut or the task manager does: the main process first, without a question. */
const kill = async ({ app }: RunningDesk): Promise<void> => {
  const child = app.process();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
};

/** The test machine may have no keychain; then the token is typed again, as a user would. */
const signIn = async (desk: RunningDesk, { baseUrl, token }: Sandbox): Promise<void> => {
  const ask = askOf(desk);
  await desk.page.waitForURL(/^app:\/\/(welcome|desk)\//);
  const { accounts } = await ask('account.state', {});
  if (accounts[0] === undefined || accounts[0].tokenPlace === 'none') {
    await goToWelcome(desk.page);
    // The window leaves the page before its answer comes, because the desk opens in another page.
    await ask('account.signIn', { baseUrl, token, label: 'Killed' }).catch(() => {});
  }
  await desk.page.waitForURL('app://desk/');
};

const addClient = async (ask: Ask, messengerId: number): Promise<number> =>
  (await ask('clients.add', { messengerId, clientKey: 'killed', name: 'Killed', note: '', tags: [] })).id;

const firstClient = async (ask: Ask): Promise<number> => {
  const { ids } = await ask('clients.ids', { filter: {}, sort: { by: 'createdAt', direction: 'asc' } });
  return ids[0] ?? addClient(ask, 1);
};

const runOnce = async (
  userDataDir: string,
  sandbox: Sandbox,
  control: ControlClient,
  round: number,
  random: () => number,
): Promise<void> => {
  const desk = await launchDesk({ userDataDir });
  await signIn(desk, sandbox);
  const ask = askOf(desk);
  const firstId = await firstClient(ask);
  // The app first resolves the previous purchase, like a user who looks before buying again.
  await ask('purchases.resolve', {});
  const kind = KINDS[round % KINDS.length] ?? 'traffic';
  const isAnyMoment = round % 3 === 2 && LISTED.includes(kind);
  // A purchase that never left stays open for a day; a client of its own keeps it apart from later purchases.
  const order = await orderOf(ask, kind, isAnyMoment ? await addClient(ask, 100 + round) : firstId);
  const moment: Moment = isAnyMoment
    ? { kind: 'random', afterMs: random() * LONGEST_LIFE_MS }
    : { kind: 'held', when: round % 2 === 0 ? 'before-commit' : 'after-commit' };
  const { offerId, priceKopecks, open } = await ask('purchases.offer', { order });
  const despite = open.map(({ purchaseId }) => purchaseId);
  if (moment.kind === 'held') {
    const fault = { kind: 'hold', when: moment.when } as const;
    await control.addFaults(...CHARGES.map((path) => ({ match: { method: 'POST' as const, path }, fault })));
  }
  // This is never answered, because the process is gone by then.
  ask('purchases.confirm', { offerId, priceKopecks, despite }).catch(() => {});
  if (moment.kind === 'held') await control.waitForHeld(1);
  else await sleep(moment.afterMs);
  await kill(desk);
  // The service now carries out the charges that it held, and nobody hears its answers.
  await control.clearFaults();
};

/**
 * Kills the app on the real Electron in the middle of purchases of every kind, `kills` times on one data folder. Then
 * compares its ledger with the service's own books.
 */
export const runWindowKills = async (kills: number, seed: number): Promise<KillCounts> => {
  const sandbox = await startSandbox({ stateDir: null, control: true });
  const control = createControlClient(sandbox.controlUrl ?? '');
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-killed-'));
  const random = createRandom(seed);
  await control.setBalance(1_000_000);
  try {
    for (let round = 0; round < kills; round += 1) await runOnce(userDataDir, sandbox, control, round, random);
    const last = await launchDesk({ userDataDir });
    await signIn(last, sandbox);
    await askOf(last)('purchases.resolve', {});
    const ledger = await ledgerReport(askOf(last));
    await last.close();
    return await compareWithBooks({ control }, kills, ledger);
  } finally {
    await sandbox.close();
    await rm(userDataDir, { recursive: true, force: true });
  }
};
