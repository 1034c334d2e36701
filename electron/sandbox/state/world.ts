import { randomBytes } from 'node:crypto';
import { createRandom, randomText } from '../random.ts';
import { createSeedState } from '../seed/create-seed-state.ts';
import { type ClientState, pairKey, type SandboxState, type ServiceClientPair } from './model.ts';
import { StateFile } from './state-file.ts';

interface WorldOptions {
  /** `null` keeps the state in memory. */
  readonly stateDir: string | null;
  readonly seed: number;
  readonly now: () => number;
}

/** The service's state and clock, and the way to make a change durable. */
export class World {
  readonly #file: StateFile | null;
  readonly #wallClock: () => number;
  #state: SandboxState;

  private constructor(file: StateFile | null, wallClock: () => number, state: SandboxState) {
    this.#file = file;
    this.#wallClock = wallClock;
    this.#state = state;
  }

  static async open(options: WorldOptions): Promise<World> {
    const file = options.stateDir === null ? null : new StateFile(options.stateDir);
    const saved = (await file?.load(options.now())) ?? null;
    const token = `sbx_${randomBytes(24).toString('base64url')}`;
    const world = new World(file, options.now, saved ?? createSeedState(options.seed, options.now(), token));
    if (saved === null) await world.save();
    return world;
  }

  /** Creates a world in memory around a state that is being built. */
  static around(state: SandboxState, now: () => number): World {
    return new World(null, now, state);
  }

  get state(): SandboxState {
    return this.#state;
  }

  /** The time on the service's own clock, in milliseconds since the epoch, UTC. */
  now(): number {
    return this.#wallClock() + this.#state.clockShiftMs;
  }

  /** Resolves when every change made so far is on the disk. */
  save(): Promise<void> {
    return this.#file === null ? Promise.resolve() : this.#file.save(() => this.#state);
  }

  /** Restores fresh seed data. The token stays, so that signed-in accounts stay signed in. */
  reset(seed: number): Promise<void> {
    return this.replace(createSeedState(seed, this.#wallClock(), this.#state.token));
  }

  async replace(state: SandboxState): Promise<void> {
    this.#state = state;
    await this.save();
  }

  /** Returns the client, or `null` if nothing was ever done for this pair. */
  findClient(pair: ServiceClientPair): ClientState | null {
    return this.#state.clients[pairKey(pair)] ?? null;
  }

  /**
   * Returns the client and creates it if necessary: clients are not registered, they exist from the first action for
   * them.
   */
  clientFor(pair: ServiceClientPair): ClientState {
    const found = this.findClient(pair);
    if (found !== null) return found;
    const created: ClientState = { ...pair, subscriptions: [], trafficMilliGb: {}, whitelist: [], password: null };
    this.#state.clients[pairKey(pair)] = created;
    return created;
  }

  /** Returns the sub-user's login. It is derived from the pair, so it is not stored. */
  subUserLogin(pair: ServiceClientPair): string {
    return `u${randomText(createRandom(`${this.#state.seed}/login/${pairKey(pair)}`), 9).toLowerCase()}`;
  }

  /** Returns the sub-user's password: from the last reset, or the first one, which is derived from the seed. */
  subUserPassword(pair: ServiceClientPair): string {
    const stored = this.findClient(pair)?.password ?? null;
    return stored ?? randomText(createRandom(`${this.#state.seed}/password/${pairKey(pair)}`), 14);
  }
}
