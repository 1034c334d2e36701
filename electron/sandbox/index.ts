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
  /** Where the state lives; `null` keeps it in memory. */
  readonly stateDir: string | null;
  /** 0, the default, is any free port. */
  readonly port?: number;
  /** Opens the control port, for tests only. */
  readonly control?: boolean;
  /** What the first start's data follow from. A state that exists already keeps its own. */
  readonly seed?: number;
  /** Milliseconds since the epoch, UTC. */
  readonly now?: () => number;
  /** Any loopback address; 127.0.0.1 unless told. */
  readonly host?: string;
  /** Slows every answer down by a time in this range; none unless told. */
  readonly latency?: LatencyRange;
  /** Begins with months of work behind it, instead of a few clients that nothing was ever done for. */
  readonly withPast?: boolean;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts the whole service of docs/api.md on loopback. Rejects when the port is taken or the state cannot be written. */
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
    /** Without `/api/v1` and without a slash at the end. */
    baseUrl: listener.url,
    token: world.state.token,
    controlUrl: control?.url ?? null,
    /** Forgets all but the token, and begins anew. Returns what a desk that begins with it is to know. */
    begin: (): Promise<PracticeDay> => begin(world, options),
    /** Where all its proxies are found, and by which certificate. */
    proxies: { ca, gateway } satisfies {
      readonly ca: string;
      readonly gateway: { readonly host: string; readonly port: number };
    },
    /** Cuts every connection, abandons what is held, and leaves the state whole on the disk. */
    close: async (): Promise<void> => {
      closing.abort();
      controls?.holds.abandonAll();
      await Promise.all([listener.close(), control?.close(), closeGateway()]);
      // What was being carried out is carried out: its result must be on the disk before somebody opens it again.
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
