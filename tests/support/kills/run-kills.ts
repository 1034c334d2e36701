import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ControlClient, createControlClient } from '#sandbox/control-client.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { type ChildReport, type ChildTask, KILL_STEPS, type KillStep, type ToldPurchase } from './protocol.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
/** The Node that the project brings: it runs TypeScript as it is. */
const NODE = join(root, 'node_modules', '.bin', 'node');
const CHILD = join(import.meta.dirname, 'child.ts');

const KINDS: readonly Order['kind'][] = ['vpn-buy', 'dedicated', 'traffic', 'vpn-renew', 'dedicated-prolong'];
const ENDPOINTS: Readonly<Record<string, readonly Order['kind'][]>> = {
  'POST /premium/traffic/buy': ['traffic'],
  'POST /dedicated/buy': ['dedicated'],
  'POST /dedicated/prolong': ['dedicated-prolong'],
  'POST /vpn/buy': ['vpn-buy'],
  'POST /vpn/renew': ['vpn-renew'],
};
const CHARGED = ['succeeded', 'confirmed-charged', 'charged-goods-missing'];

/** How one run ends: at a step of the journal, while the service works on the charge, or at any moment. */
type Ending =
  | { readonly kind: 'step'; readonly step: KillStep }
  | { readonly kind: 'held'; readonly when: 'before-commit' | 'after-commit' }
  | { readonly kind: 'random'; readonly afterMs: number };

export interface KillCounts {
  readonly kills: number;
  /** Purchases that the ledger has at the end. */
  readonly purchases: number;
  readonly charges: number;
  /** Charges of the service beyond one for each purchase that was sent. */
  readonly doubleCharges: number;
  /** Charges in the service's books that the ledger does not have, or the other way round. */
  readonly lostPurchases: number;
  /** Proxies the service sold whose credentials the app has not, though no purchase says that they are missing. */
  readonly lostCredentials: number;
  /** What the app could not find out. */
  readonly stillUnknown: number;
  readonly differenceKopecks: number;
}

type Ledger = Extract<ChildReport, { kind: 'ledger' }>;

/** A random number that a seed repeats. */
const createDice = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
};

interface Lane {
  readonly sandbox: Sandbox;
  readonly control: ControlClient;
  readonly folder: string;
}

const startChild = (lane: Lane, task: Omit<ChildTask, 'folder' | 'baseUrl' | 'token'>): ChildProcess => {
  const { baseUrl, token } = lane.sandbox;
  return spawn(NODE, ['--disable-warning=ExperimentalWarning', CHILD], {
    cwd: root,
    env: {
      ...process.env,
      // What was compiled once is not compiled two hundred times.
      NODE_COMPILE_CACHE: join(tmpdir(), 'desk-kills-compiled'),
      KILL_TASK: JSON.stringify({ ...task, folder: lane.folder, baseUrl, token }),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
};

/** Resolves when the process is gone, with the signal that ended it and what it complained of. */
const gone = (child: ChildProcess): Promise<{ readonly signal: string | null; readonly complaint: string }> =>
  new Promise((resolveGone) => {
    const words: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => words.push(chunk));
    child.once('close', (_, signal) => resolveGone({ signal, complaint: Buffer.concat(words).toString('utf8') }));
  });

const reportOf = <K extends ChildReport['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<ChildReport, { kind: K }>> =>
  new Promise((resolveReport) => {
    child.on('message', (message) => {
      const report = message as ChildReport;
      if (report.kind === kind) resolveReport(report as Extract<ChildReport, { kind: K }>);
    });
  });

/** One run: settles, buys, dies. */
const runOnce = async (lane: Lane, round: number, ending: Ending, orders: readonly Order['kind'][]): Promise<void> => {
  const child = startChild(lane, { round, orders, step: ending.kind === 'step' ? ending.step : null });
  const end = gone(child);
  const buying = Promise.race([
    reportOf(child, 'buying'),
    end.then(({ complaint }) => {
      throw new Error(`the process ended before it bought anything: ${complaint}`);
    }),
  ]);
  // It may die of its own accord as soon as it buys; then the race above has been won already.
  buying.catch(() => {});
  await buying;
  if (ending.kind === 'held') {
    await lane.control.waitForHeld(1);
    child.kill('SIGKILL');
  } else if (ending.kind === 'random') {
    setTimeout(() => child.kill('SIGKILL'), ending.afterMs);
  }
  const { signal, complaint } = await end;
  // What the service was still holding is carried out now, with nobody left to hear the answer.
  await lane.control.clearFaults();
  if (signal !== 'SIGKILL') throw new Error(`the process was to be killed, and ended by itself: ${complaint}`);
};

const endingOf = (round: number, dice: () => number): Ending => {
  const turn = round % (KILL_STEPS.length + 3);
  const step = KILL_STEPS[turn];
  if (step !== undefined) return { kind: 'step', step };
  if (turn === KILL_STEPS.length) return { kind: 'held', when: 'before-commit' };
  if (turn === KILL_STEPS.length + 1) return { kind: 'held', when: 'after-commit' };
  return { kind: 'random', afterMs: dice() * 120 };
};

/** What the app says at the end of it all, in a run that only looks. */
const lookOnce = async (lane: Lane, round: number): Promise<Ledger> => {
  const child = startChild(lane, { round, orders: null, step: null });
  const end = gone(child);
  const ledger = await Promise.race([
    reportOf(child, 'ledger'),
    end.then(({ complaint }) => {
      throw new Error(`the app does not start any more: ${complaint}`);
    }),
  ]);
  await end;
  return ledger;
};

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

/** How many of either side the other does not have. */
const difference = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number =>
  [...new Set([...a.keys(), ...b.keys()])].reduce(
    (sum, key) => sum + Math.abs((a.get(key) ?? 0) - (b.get(key) ?? 0)),
    0,
  );

const judge = async (lane: Lane, kills: number, ledger: Ledger): Promise<KillCounts> => {
  const { entries } = await lane.control.books();
  const proxies = await lane.control.proxies();
  const isOurs = new Set(
    entries.filter((entry) => entry.endpoint === 'POST /dedicated/buy').flatMap((entry) => entry.ids),
  );
  const charged = ledger.purchases.filter((one) => CHARGED.includes(one.state));
  const missing = ledger.purchases.filter((one) => one.state === 'charged-goods-missing').length;
  const held = new Set(ledger.heldServiceIds);
  const notHeld = proxies.filter((proxy) => isOurs.has(String(proxy.ids)) && !held.has(proxy.ids)).length;
  const sent = ledger.purchases.filter((one: ToldPurchase) => one.sentAt !== null).length;
  return {
    kills,
    purchases: ledger.purchases.length,
    charges: entries.length,
    doubleCharges: Math.max(0, entries.length - sent),
    lostPurchases: difference(
      countBy(charged, (one) => `${one.kind} ${one.chargedKopecks}`),
      countBy(entries, (entry) => `${ENDPOINTS[entry.endpoint]?.[0]} ${entry.kopecks}`),
    ),
    lostCredentials: Math.abs(notHeld - missing),
    stillUnknown: ledger.purchases.filter((one) => one.state === 'unknown').length,
    differenceKopecks: ledger.differenceKopecks,
  };
};

/**
 * Kills a process that buys, `kills` times, on one data folder: at every step of the journal in turn, while the service
 * works on the charge, and at random moments. Then compares what the app says with the service's own books.
 */
export const runKills = async (kills: number, seed: number): Promise<KillCounts> => {
  const sandbox = await startSandbox({ stateDir: null, control: true });
  const lane: Lane = {
    sandbox,
    control: createControlClient(sandbox.controlUrl ?? ''),
    folder: await mkdtemp(join(tmpdir(), 'desk-kills-')),
  };
  const dice = createDice(seed);
  try {
    await lane.control.setBalance(10_000_000);
    for (let round = 0; round < kills; round += 1) {
      const ending = endingOf(round, dice);
      const first = Math.floor(dice() * KINDS.length);
      const orders = [...KINDS.slice(first), ...KINDS.slice(0, first)];
      if (ending.kind === 'held') {
        const fault = { kind: 'hold', when: ending.when } as const;
        const paths = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'];
        await lane.control.addFaults(...paths.map((path) => ({ match: { method: 'POST' as const, path }, fault })));
      }
      await runOnce(lane, round, ending, orders);
    }
    // Some time after a start nothing proves yet that the last request was never carried out; at the next start it does.
    await lookOnce(lane, kills);
    return await judge(lane, kills, await lookOnce(lane, kills + 1));
  } finally {
    await sandbox.close();
    await rm(lane.folder, { recursive: true, force: true });
  }
};

/** Several of them at the same time, added up. */
export const runKillLanes = async (kills: number, lanes: number, seed: number): Promise<KillCounts> => {
  const each = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  const counts = await Promise.all(each.map((share, lane) => runKills(share, seed + lane * 7_919)));
  const sum = (of: keyof KillCounts): number => counts.reduce((total, count) => total + count[of], 0);
  return {
    kills: sum('kills'),
    purchases: sum('purchases'),
    charges: sum('charges'),
    doubleCharges: sum('doubleCharges'),
    lostPurchases: sum('lostPurchases'),
    lostCredentials: sum('lostCredentials'),
    stillUnknown: sum('stillUnknown'),
    differenceKopecks: counts.reduce((total, count) => total + Math.abs(count.differenceKopecks), 0),
  };
};
