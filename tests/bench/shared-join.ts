import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertClient } from '#core/catalogue/clients/client-repository.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../support/desk-core.ts';
import { startPostgres } from '../support/shared-desk/postgres.ts';
import { type Bench, timed } from './measure.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const MANY = 100_000;
const BYTES_PER_MB = 1024 * 1024;

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(100);
};

const openDesk = async (
  sandbox: Sandbox,
  clients: number,
): Promise<{ desk: TestDesk; remove: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-shared-'));
  const paths = { data: join(folder, 'data'), backups: join(folder, 'backups') };
  const desk = await startTestDesk({ sandbox, paths });
  await desk.call('settings.update', { refreshEveryHours: 0 });
  const db = openDatabase(join(paths.data, 'desk.db'));
  const account = db.get<{ id: string }>('SELECT id FROM accounts')?.id ?? '';
  for (let from = 0; from < clients; from += 500)
    db.transaction(() => {
      for (let at = from; at < from + 500; at += 1) {
        const texts = { name: `Иван Петров ${at}`, note: at % 3 === 0 ? 'paid by card' : '' };
        insertClient(
          db,
          account,
          {
            messengerId: 1e8 + at,
            clientKey: `key-${at}`,
            ...texts,
            plan: '',
            paidUntil: null,
            tags: at % 5 === 0 ? ['vip'] : [],
          },
          Date.now(),
        );
      }
    });
  db.close();
  const remove = async (): Promise<void> => {
    await desk.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { desk, remove };
};

const isWhole = (desk: TestDesk) => async (): Promise<boolean> => {
  const state = await desk.call('sharedDesk.state', {});
  return state.status === 'shared' && state.unpublished === 0 && state.progress === null;
};
/** Measures the growth of the process's memory at its peak during this work, in bytes. */
const growthOf = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  await work().finally(() => clearInterval(timer));
  return most - before;
};
interface Joined {
  readonly looked: number;
  readonly joined: number;
  readonly grown: number;
}
const joinDesk = async (from: TestDesk, desk: TestDesk): Promise<Joined> => {
  await from.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = from.desktop.copied.at(-1) ?? {};
  let offerId = 0;
  const looked = await timed(async () => {
    ({ offerId } = await desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE }));
  });
  let joined = 0;
  const grown = await growthOf(async () => {
    joined = await timed(async () => {
      await desk.call('sharedDesk.join', { offerId, computer: 'new' });
      await until(isWhole(desk));
    });
  });
  return { looked, joined, grown: grown / BYTES_PER_MB };
};

/** Lets one core after the other join a desk with many clients, while the first core has nothing else to do. */
export const measureJoin: Bench = async () => {
  const postgres = await startPostgres({ settings: ['log_statement=none'] });
  const sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  const opened: Awaited<ReturnType<typeof openDesk>>[] = [];
  const open = async (clients: number): Promise<TestDesk> => {
    const one = await openDesk(sandbox, clients);
    opened.push(one);
    return one.desk;
  };
  try {
    const first = await open(MANY);
    const made = await timed(async () => {
      await first.call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'first' });
      await until(isWhole(first));
    });
    const second = await open(0);
    const byChanges = await joinDesk(first, second);
    const state = await first.call('sharedDesk.state', {});
    const computerId = state.status === 'none' ? '' : (state.computers.find(({ isThis }) => !isThis)?.id ?? '');
    const snapshots = async () =>
      (await postgres.ask('SELECT snapshot_seq FROM reseller_desk.desks WHERE snapshot IS NOT NULL')).length > 0;
    const written = await timed(async () => {
      await first.call('sharedDesk.removeComputer', { computerId });
      await until(snapshots);
    });
    const third = await open(0);
    const bySnapshot = await joinDesk(first, third);
    const what = `${MANY.toLocaleString('en')} clients`;
    return [
      { what: `${what}: shared for the first time`, unit: 'ms', values: [made] },
      { what: `${what}: looked at before joining`, unit: 'ms', values: [bySnapshot.looked] },
      { what: `${what}: joined, from the changes`, unit: 'ms', values: [byChanges.joined] },
      { what: `${what}: snapshot written, read back and named`, unit: 'ms', values: [written] },
      { what: `${what}: joined, from the snapshot`, unit: 'ms', values: [bySnapshot.joined], target: 60_000 },
      { what: `${what}: most memory that took, from the changes`, unit: 'MB', values: [byChanges.grown] },
      { what: `${what}: most memory that took, from the snapshot`, unit: 'MB', values: [bySnapshot.grown] },
    ];
  } finally {
    for (const one of opened) await one.remove();
    await sandbox.close();
    await postgres.close();
  }
};
