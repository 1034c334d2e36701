import { join } from 'node:path';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import { createControlService } from './control/control-service.ts';
import { FaultRules } from './control/fault-plan.ts';
import { Holds } from './control/holds.ts';
import { RequestLog } from './control/request-log.ts';
import { playDay } from './day/play-day.ts';
import { startGateway } from './gateway/gateway.ts';
import { listen } from './listen.ts';
import { SEED_CLIENTS } from './seed/seed-clients.ts';
import { type Controls, createService, type LatencyRange } from './server.ts';
import { World } from './state/world.ts';

export { SEED_PROXY_IDS } from './seed/create-seed-state.ts';
export { SEED_CLIENTS } from './seed/seed-clients.ts';

const DEFAULT_SEED = 1;

export interface SandboxOptions {
  /** The folder of the state; `null` keeps it in memory. */
  readonly stateDir: string | null;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Opens the control port, which only tests use. */
  readonly control?: boolean;
  /** The seed of the first start's data. An existing state keeps its own. */
  readonly seed?: number;
  /** Milliseconds since the epoch, UTC. */
  readonly now?: () => number;
  /** Any loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Delays every answer by a time in this range; no delay by default. */
  readonly latency?: LatencyRange;
  /** Starts with months of history instead of a few clients without any. */
  readonly withPast?: boolean;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts the whole service of docs/api.md on loopback. Rejects if the port is taken or the state cannot be written. */
export const startSandbox = async (options: SandboxOptions) => {
  const world = await World.open({
    stateDir: options.stateDir,
    seed: options.seed ?? DEFAULT_SEED,
    now: options.now ?? Date.now,
  });
  const host = options.host ?? '127.0.0.1';
  const controls: Controls | null =
    options.control === true ? { faults: new FaultRules(), holds: new Holds(), log: new RequestLog() } : null;
  const closing = new AbortController();
  const service = createService({ world, latency: options.latency ?? null, controls, closing: closing.signal });
  const listener = await listen(service.listener, host, options.port ?? 0);
  const control = controls === null ? null : await listen(createControlService(world, controls), host, 0);
  const { ca, close: closeGateway, ...gateway } = await startGateway(host);
  return {
    /** The address without `/api/v1` and without a trailing slash. */
    baseUrl: listener.url,
    token: world.state.token,
    controlUrl: control?.url ?? null,
    /** Resets everything except the token. Returns the data with which a new desk starts. */
    begin: (): Promise<PracticeDay> => begin(world, options),
    /** The address of its proxies, and the certificate that signs their targets. */
    proxies: { ca, gateway } satisfies {
      readonly ca: string;
      readonly gateway: { readonly host: string; readonly port: number };
    },
    /** Cuts every connection, abandons requests on hold, and saves the complete state. */
    close: async (): Promise<void> => {
      closing.abort();
      controls?.holds.abandonAll();
      await Promise.all([listener.close(), control?.close(), closeGateway()]);
      // Requests that already run are completed, and their results must be on the disk before the state is opened
      // again.
      await service.settled();
      await world.save();
    },
  };
};

const begin = async (world: World, { stateDir, withPast = false }: SandboxOptions): Promise<PracticeDay> => {
  const { seed, token } = world.state;
  if (!withPast) {
    await world.reset(seed);
    return {
      clients: SEED_CLIENTS.map(unread(world.now())),
      past: [],
      presets: [],
      prices: [],
      standing: [],
      scheduled: [],
      filesFolder: null,
    };
  }
  const { state, day } = await playDay(seed, world.now(), token);
  await world.replace(state);
  const began = new Date(world.now()).toISOString().slice(0, 19).replaceAll(':', '-');
  return { ...day, filesFolder: stateDir === null ? null : join(stateDir, 'files', began) };
};

const unread =
  (addedAt: number) =>
  ({ messengerId, clientKey, displayName: name }: (typeof SEED_CLIENTS)[number]): PracticeDay['clients'][number] => ({
    messengerId,
    clientKey,
    name,
    note: '',
    tags: [],
    addedAt,
    read: null,
  });
