import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore } from '#core/desk/create-core.ts';
import type { CoreEvent } from '#core/desk/emitter.ts';
import type { Clock, Fetch, Paths, Ports, Power, PracticeProxies, SecretStore } from '#core/ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { EventName, ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { type AppError, DeskError, type Result } from '#shared/result.ts';
import { type ControlClient, createControlClient } from './control-client.ts';
import { layEmptyDesk } from './empty-desk.ts';
import { createFakeSecrets, type FakeSecrets } from './fake-secrets.ts';
import {
  createFakeDialogs,
  createRecordedDesktop,
  createRecordedLogger,
  type FakeDialogs,
  type LogLine,
  type RecordedDesktop,
} from './fake-shell.ts';
import { noUpdates } from './no-updates.ts';
import { realClock } from './real-clock.ts';

/** The least that the app accepts in a file. */
const FEW_ROUNDS = 2 ** 10;

export interface TestDeskOptions {
  /** Signs in to the sandbox and lifts the pace to 20 requests a second. Default true. */
  readonly signIn?: boolean;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** Default: a computer that never sleeps. */
  readonly power?: Power;
  readonly secrets?: FakeSecrets;
  /** A real keychain instead of `secrets`. */
  readonly keychain?: SecretStore;
  /** An existing data folder, which `close` leaves alone. */
  readonly paths?: Paths;
  /** Seed of the sandbox's data. */
  readonly seed?: number;
  readonly systemLocale?: string;
  /** The address of a bot API of the tests. */
  readonly botApi?: string;
  /** A sandbox that runs already and that its owner closes: several computers of one account share it. */
  readonly sandbox?: Sandbox;
  /** Gives the sandbox months of past work; its files go into this folder. */
  readonly sandboxPast?: string;
  /** Derives keys from passphrases as the app does, which takes half a second for each. Default false. */
  readonly hasStrongKeys?: boolean;
  /** How proxies of the sandbox's account are checked; default: at the sandbox's own gateway. */
  readonly proxies?: PracticeProxies;
}

/**
 * A real core on a real database file that talks over HTTP to a real sandbox. Only the operating system around it is
 * simulated.
 */
export interface TestDesk {
  readonly core: Core;
  /** Returns the value, or throws a DeskError with the kind and details of the answer. */
  call<N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>>;
  /** Returns the error of a call that must fail. */
  callError<N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<AppError>;
  callRaw(name: string, input: unknown): Promise<Result<unknown>>;
  readonly events: readonly CoreEvent[];
  /** Resolves with the first event of this name, past or future, that matches. */
  waitForEvent(name: EventName, fits?: (payload: never) => boolean): Promise<unknown>;
  /** Forgets all events received so far. */
  clearEvents(): void;
  readonly sandbox: Sandbox;
  readonly control: ControlClient;
  readonly secrets: FakeSecrets;
  readonly dialogs: FakeDialogs;
  readonly desktop: RecordedDesktop;
  readonly log: readonly LogLine[];
  readonly paths: Paths;
  /** Closes the core and opens another on the same folder. */
  restart(): Promise<void>;
  /** Closes the core, and fails if a listener of an event threw meanwhile. */
  close(): Promise<void>;
}

export const startTestDesk = async (options: TestDeskOptions = {}): Promise<TestDesk> => {
  const sandbox =
    options.sandbox ??
    (await startSandbox({
      stateDir: options.sandboxPast ?? null,
      withPast: options.sandboxPast !== undefined,
      control: true,
      seed: options.seed ?? 1,
      ...(options.clock === undefined ? {} : { now: options.clock.now }),
    }));
  if (sandbox.controlUrl === null) throw new Error('the sandbox has no control port');
  const ownFolder = options.paths === undefined ? await mkdtemp(join(tmpdir(), 'desk-')) : null;
  const paths = options.paths ?? { data: join(ownFolder ?? '', 'data'), backups: join(ownFolder ?? '', 'backups') };
  if (ownFolder !== null) await layEmptyDesk(paths.data);
  const secrets = options.secrets ?? createFakeSecrets();
  const dialogs = createFakeDialogs();
  const desktop = createRecordedDesktop();
  const logger = createRecordedLogger();
  const ports: Ports = {
    secrets: options.keychain ?? secrets,
    dialogs,
    desktop,
    logger,
    paths,
    clock: options.clock ?? realClock,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    sandbox: {
      start: async () => ({ ...sandbox, proxies: options.proxies ?? sandbox.proxies }),
      begin: sandbox.begin,
    },
    ...(options.power === undefined ? {} : { power: options.power }),
    updates: noUpdates,
    appVersion: '0.0.0-test',
    isStrict: true,
    ...(options.hasStrongKeys === true ? {} : { scryptRounds: FEW_ROUNDS }),
    ...(options.botApi === undefined ? {} : { botApi: options.botApi }),
    systemLocale: options.systemLocale ?? 'ru-RU',
  };

  const events: CoreEvent[] = [];
  const waiting = new Set<(event: CoreEvent) => void>();
  const open = async (): Promise<Core> => {
    const core = await createCore(ports);
    core.on((event) => {
      events.push(event);
      for (const notice of [...waiting]) notice(event);
    });
    return core;
  };

  let core = await open().catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });

  const callRaw = (name: string, input: unknown): Promise<Result<unknown>> => core.handle({ name, input });
  const call = async <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>> => {
    const result = await callRaw(name, input);
    if (result.ok) return result.value as ProcedureOutput<N>;
    throw new DeskError(result.error.kind, `${name}: ${result.error.message}`, result.error.details);
  };

  const desk: TestDesk = {
    get core() {
      return core;
    },
    call,
    callError: async (name, input) => {
      const result = await callRaw(name, input);
      if (result.ok) throw new Error(`${name} was expected to fail`);
      return result.error;
    },
    callRaw,
    events,
    waitForEvent: (name, fits = () => true) => {
      const isIt = (event: CoreEvent): boolean => event.name === name && fits(event.payload as never);
      const past = events.find(isIt);
      if (past !== undefined) return Promise.resolve(past.payload);
      return new Promise((resolve) => {
        const notice = (event: CoreEvent): void => {
          if (!isIt(event)) return;
          waiting.delete(notice);
          resolve(event.payload);
        };
        waiting.add(notice);
      });
    },
    clearEvents: () => {
      events.length = 0;
    },
    sandbox,
    control: createControlClient(sandbox.controlUrl),
    secrets,
    dialogs,
    desktop,
    log: logger.lines,
    paths,
    restart: async () => {
      await core.close();
      core = await open();
    },
    close: async () => {
      await core.close();
      if (options.sandbox === undefined) await sandbox.close();
      // A thread whose check was abandoned ends on its own time, and may still write a file beside its database.
      if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true, maxRetries: 10 });
      const failed = logger.lines.find(({ message }) => message === 'a listener failed');
      if (failed !== undefined) throw new Error(`A listener failed: ${JSON.stringify(failed)}`);
    },
  };

  if (options.signIn !== false) {
    await call('settings.update', { requestsPerSecond: 20 });
    await call('account.signIn', { baseUrl: sandbox.baseUrl, token: sandbox.token, label: 'Test' });
  }
  return desk;
};
