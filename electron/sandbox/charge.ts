import type { Kopecks } from './money.ts';
import { toRoubles } from './money.ts';
import { Refusal } from './refusal.ts';
import type { ServiceClientPair } from './state/model.ts';
import type { World } from './state/world.ts';
import { utcTimestamp } from './time.ts';

interface Sale<T> {
  /** E.g. `POST /vpn/buy`, as it stands in the books. */
  readonly endpoint: string;
  readonly client: ServiceClientPair | null;
  readonly kopecks: Kopecks;
  /** Hands over the goods. Runs only once the money is there, and must not fail. */
  readonly deliver: () => { readonly ids: readonly string[]; readonly result: T };
}

/**
 * The only way money moves: checks the balance, delivers, takes the price and writes the books, all in one turn of
 * the event loop, so that two requests can never spend the same rouble. The caller makes it durable.
 */
export const charge = <T>(world: World, sale: Sale<T>): T => {
  const { state } = world;
  if (state.balanceKopecks < sale.kopecks) {
    throw new Refusal(
      402,
      'insufficient_balance',
      `The balance is ${toRoubles(state.balanceKopecks).toFixed(2)} RUB, and this costs ${toRoubles(sale.kopecks).toFixed(2)} RUB.`,
    );
  }
  const { ids, result } = sale.deliver();
  state.balanceKopecks -= sale.kopecks;
  state.spentKopecks += sale.kopecks;
  state.books.push({
    seq: state.books.length + 1,
    time: utcTimestamp(world.now()),
    endpoint: sale.endpoint,
    client: sale.client,
    kopecks: sale.kopecks,
    ids,
    balanceAfterKopecks: state.balanceKopecks,
  });
  return result;
};
