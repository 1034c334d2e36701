import { type ChargeName, type EndpointName, endpointOf } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { PastEvent } from '#shared/domain/practice-day.ts';
import { Fields } from '../fields.ts';
import type { Data } from '../router.ts';
import { HANDLERS } from '../routes.ts';
import { createEmptyState } from '../seed/create-seed-state.ts';
import type { ClientState, SandboxState } from '../state/model.ts';
import { World } from '../state/world.ts';
import { DAY_CLIENTS, type DayClient } from './day-clients.ts';

/** When the balance falls below the first amount, the second one is paid in. Kopecks. */
const TOP_UP = { below: 26_000_00, by: 60_000_00 } as const;

/**
 * A service that runs on the player's clock and receives only its requests. It records what a desk would have stored of
 * them.
 */
export class PastService {
  readonly state: SandboxState;
  readonly events: PastEvent[] = [];
  readonly #world: World;
  #now: number;

  constructor(seed: number, token: string, now: number) {
    this.#now = now;
    this.state = createEmptyState(seed, token);
    this.#world = World.around(this.state, () => this.#now);
  }

  /** ms since the epoch, UTC. */
  get now(): number {
    return this.#now;
  }

  goTo(now: number): void {
    this.#now = now;
  }

  /**
   * Sends a request with wire names.
   * @throws Refusal if the service refuses it
   */
  async ask(name: EndpointName, fields: Readonly<Record<string, unknown>>): Promise<Data> {
    const given = Object.entries(fields);
    const isQuery = endpointOf(name).method === 'GET';
    const values = isQuery ? given.map(([field, value]) => [field, String(value)] as const) : given;
    return HANDLERS[name].handle({
      world: this.#world,
      fields: new Fields(isQuery ? 'query' : 'body', new Map(values)),
    });
  }

  /**
   * Buys like a desk does, with a reading of the balance before and after. Tops up the balance when it is low. The request
   * has wire names.
   */
  async buy(order: Order, name: ChargeName, fields: Readonly<Record<string, unknown>>): Promise<Data> {
    if (this.state.balanceKopecks < TOP_UP.below) this.state.balanceKopecks += TOP_UP.by;
    const at = this.#now;
    this.read(at - 2_000);
    const data = await this.ask(name, fields);
    const priceKopecks = this.state.books.at(-1)?.kopecks ?? 0;
    const answer = { status: 200, text: JSON.stringify({ ok: true, data }) };
    this.events.push({ what: 'purchase', at, order, priceKopecks, dueDay: null, answer, pools: null });
    this.read(at + 1_000);
    return data;
  }

  read(at: number): void {
    const { balanceKopecks, spentKopecks } = this.state;
    this.events.push({ what: 'reading', at, balanceKopecks, spentKopecks });
  }

  /** The service's data of one of the day's clients. */
  clientOf(clientId: number): ClientState {
    return this.#world.clientFor(dayClient(clientId));
  }
}

const dayClient = (clientId: number): DayClient => {
  const client = DAY_CLIENTS[clientId];
  if (client === undefined) throw new RangeError(`the day has no client ${clientId}`);
  return client;
};

/** The identifying pair of one of the day's clients, in wire names. */
export const pairOf = (clientId: number) => {
  const { messengerId, clientKey } = dayClient(clientId);
  return { messenger_id: messengerId, client_key: clientKey };
};

/** The index of one of the day's clients. */
export const clientIdOf = (key: string): number => DAY_CLIENTS.findIndex(({ clientKey }) => clientKey === key);
