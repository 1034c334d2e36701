import { join } from 'node:path';
import { type Core, createCore } from '#core/desk/create-core.ts';
import type { Clock, Fetch, Logger } from '#core/ports.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { createRecordedDesktop, noSandbox } from '../fake-shell.ts';
import { noUpdates } from '../no-updates.ts';
import { realClock } from '../real-clock.ts';
import { createFileSecrets } from './file-secrets.ts';
import type { KillPlace } from './protocol.ts';

/** Steps of the core at which the process may kill itself. */
interface KillHooks {
  /** The core asks for the uptime. */
  readonly onUptime?: () => void;
  readonly fetch?: Fetch;
  readonly logger?: Logger;
  /** The answer of the folder dialog; without it the dialog is closed. */
  readonly chosenFolder?: string;
  /** The answer of the dialog for opening a file. */
  readonly openedFile?: string;
}

interface QuietCore {
  readonly core: Core;
  /** Behaves as if the machine had been on for another day. */
  passDay(): void;
  /** Returns the value, and throws any other answer of the core. */
  call<N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>>;
  /** Signs in, unless an earlier process on the folder has. */
  signIn(): Promise<void>;
  /** Returns the ids of this many clients, the oldest first, and adds missing clients. */
  clientIds(count: number): Promise<number[]>;
}

/** The clock of the process runs fast, so that nobody waits for the pacer. */
const FAST = 6;
/** Time limits keep their length, because a busy machine may well take seconds for an answer. */
const LIMIT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** More than a day: readings that agree for that long show that a purchase was not charged. */
const DAY_MS = 25 * HOUR_MS;
/** Every process begins long after the previous one, even after the day that may pass in it. */
const UPTIME_A_ROUND_MS = DAY_MS + 5 * HOUR_MS;

/** Opens a real core on a real folder, with an OS around it that never asks the user anything. */
export const openQuietCore = async (place: KillPlace, hooks: KillHooks = {}): Promise<QuietCore> => {
  const started = Date.now();
  let passed = 0;
  const clock: Clock = {
    now: () => started + Math.round((Date.now() - started) * FAST),
    sleep: (ms, signal) => realClock.sleep(ms < LIMIT_MS ? ms / FAST : ms, signal),
    uptime: () => {
      hooks.onUptime?.();
      return performance.now() + place.round * UPTIME_A_ROUND_MS + passed;
    },
  };
  const nothing = async () => null;
  const core = await createCore({
    secrets: createFileSecrets(join(place.folder, 'keychain')),
    clock,
    logger: hooks.logger ?? { info: () => {}, warn: () => {}, error: () => {} },
    fetch: hooks.fetch ?? ((url, init) => fetch(url, init)),
    dialogs: {
      saveFile: nothing,
      openFile: async () => hooks.openedFile ?? null,
      chooseFolder: async () => hooks.chosenFolder ?? null,
    },
    desktop: createRecordedDesktop(),
    paths: { data: join(place.folder, 'data'), backups: join(place.folder, 'backups') },
    sandbox: { start: noSandbox, begin: noSandbox },
    updates: noUpdates,
    appVersion: '0.0.0-test',
    isStrict: true,
    systemLocale: 'en-US',
  });

  const call = async <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>> => {
    const result = await core.handle({ name, input });
    if (result.ok) return result.value as ProcedureOutput<N>;
    throw new Error(`${name}: ${result.error.kind} ${result.error.message}`);
  };

  return {
    core,
    passDay: () => {
      passed += DAY_MS;
    },
    call,
    signIn: async () => {
      if ((await call('account.state', {})).activeId !== null) return;
      await call('settings.update', { requestsPerSecond: 20 });
      await call('account.signIn', { baseUrl: place.baseUrl, token: place.token, label: 'Kills' });
    },
    clientIds: async (count) => {
      const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'createdAt', direction: 'asc' } });
      while (ids.length < count) {
        const client = { messengerId: ids.length + 1, clientKey: 'killed', name: '', note: '', tags: [] };
        ids.push((await call('clients.add', client)).id);
      }
      return ids;
    },
  };
};
