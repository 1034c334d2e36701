import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settleRestored } from '#core/desk/settle-restored.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Fetch, Paths } from '#core/ports.ts';
import { noteRestored } from '#core/service/account/restored-desk.ts';
import type { Sandbox } from '#sandbox/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { startTestDesk, type TestDesk } from '../desk-core.ts';
import { layEmptyDesk } from '../empty-desk.ts';
import { createFakeSecrets } from '../fake-secrets.ts';
import { createLateService, type LateService } from '../late-service.ts';
import { createFastClock, type SkippingClock } from '../skipping-clock.ts';
import { type FaultyWay, startFaultyWay } from './faulty-way.ts';

/** The reads that the service can answer minutes late. */
const LATE = ['/balance', '/premium/traffic/balance', '/vpn/info'];

/** The moment: just before a charge reaches the service, or just after its answer. */
export type ChargeStep = 'before' | 'after';

/** A whole core with its own disk, keychain and clock, and its own connections to the database and the service. */
export interface MoneyComputer {
  readonly name: string;
  readonly desk: () => TestDesk;
  readonly way: FaultyWay;
  readonly clock: SkippingClock;
  /** Freezes the service's answers in their present state until they are thawed. */
  readonly freeze: () => void;
  readonly thaw: LateService['thaw'];
  /** Does this work at the next charge that leaves. */
  readonly atNextCharge: (step: ChargeStep, work: () => Promise<unknown>) => void;
  /** Ends the app now and starts it again on the contents of its disk. */
  readonly die: () => Promise<void>;
  /** Whether the app has ended and is not started again yet. */
  readonly isDying: () => boolean;
  /** Copies its disk. */
  readonly copy: () => void;
  /** Loses its disk and continues with the last copy, as an app does that restores one. */
  readonly loseDisk: () => Promise<void>;
  readonly ledger: () => Promise<readonly Purchase[]>;
  readonly close: () => Promise<void>;
}

interface MoneyComputerDeps {
  readonly sandbox: Sandbox;
  readonly databasePort: number;
  /** Called for each charge that leaves, with its purchase; it may still be refused or lost. */
  readonly onCharge: (purchase: Purchase, computer: MoneyComputer) => void;
}

const reset = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }) });

const isCharge = (path: string): boolean => /\/(buy|renew|prolong)$/.test(path);

export const openMoneyComputer = async (
  name: string,
  { sandbox, databasePort, onCharge }: MoneyComputerDeps,
): Promise<MoneyComputer> => {
  const root = await mkdtemp(join(tmpdir(), 'money-'));
  const [clock, secrets, service] = [createFastClock(), createFakeSecrets(), createLateService()];
  const way = await startFaultyWay(databasePort);
  const steps = new Map<ChargeStep, () => Promise<unknown>>();
  let disks = 0;
  let life = new AbortController();
  let isDying = false;
  let copied: Paths | null = null;
  let desk: TestDesk;

  const step = async (at: ChargeStep): Promise<void> => {
    const work = steps.get(at);
    steps.delete(at);
    await work?.();
  };
  /** A request of an app that has ended is never answered. */
  const fetchOf =
    (alive: AbortSignal): Fetch =>
    async (url, init) => {
      const isPaid = isCharge(new URL(url).pathname);
      if (isPaid && !alive.aborted) {
        const mine = (await computer.ledger()).find((one) => one.outcome === 'pending' && one.computer === null);
        if (mine !== undefined) onCharge(mine, computer);
        await step('before');
      }
      if (alive.aborted) throw reset();
      const answer = await service.fetch(url, init);
      if (isPaid) await step('after');
      if (alive.aborted) throw reset();
      return answer;
    };
  const newDisk = (): Paths => {
    disks += 1;
    return { data: join(root, `${disks}`, 'data'), backups: join(root, `${disks}`, 'backups') };
  };
  let paths = newDisk();
  const start = (isFirst: boolean): Promise<TestDesk> =>
    startTestDesk({ sandbox, clock, secrets, paths, fetch: fetchOf(life.signal), signIn: isFirst });
  /** Nothing that the old app still does gets out, and it writes to a disk that nobody reads. */
  const startAnew = async (from: Paths, isCopy: boolean): Promise<void> => {
    const old = desk;
    isDying = true;
    life.abort();
    way.shut(true);
    const next = newDisk();
    cpSync(from.data, next.data, { recursive: true });
    await old.core.close();
    steps.clear();
    way.shut(false);
    life = new AbortController();
    paths = next;
    if (isCopy) bringBack(next);
    desk = await start(false);
    isDying = false;
    // Background work begins with the first answer.
    await desk.call('settings.get', {});
  };
  const bringBack = ({ data }: Paths): void => {
    const db = openDatabase(join(data, 'desk.db'));
    noteRestored(db);
    settleRestored(db, clock);
    db.close();
  };

  const computer: MoneyComputer = {
    name,
    way,
    clock,
    thaw: service.thaw,
    desk: () => desk,
    freeze: () => service.freeze(...LATE),
    atNextCharge: (at, work) => void steps.set(at, work),
    die: () => startAnew(paths, false),
    isDying: () => isDying,
    copy: () => {
      copied = newDisk();
      cpSync(paths.data, copied.data, { recursive: true });
    },
    loseDisk: async () => {
      if (copied !== null) await startAnew(copied, true);
    },
    ledger: async () => (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 500 })).rows,
    close: async () => {
      await desk.core.close();
      await way.close();
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await layEmptyDesk(paths.data);
  desk = await start(true);
  return computer;
};
