import type { Kopecks } from './money.ts';
import { toRoubles } from './money.ts';
import { Refusal } from './refusal.ts';
import type { ServiceClientPair } from './state/model.ts';
import type { World } from './state/world.ts';
import { utcTimestamp } from './time.ts';

interface Sale<T> {
  /** The endpoint as recorded in the books, e.g. `POST /vpn/buy`. */
  readonly endpoint: string;
  readonly client: ServiceClientPair | null;
  readonly kopecks: Kopecks;
  /** Delivers the goods. It is called only if the balance suffices, and must not fail. */
  readonly deliver: () => { readonly ids: readonly string[]; readonly result: T };
}

/**
 * Charges a sale. This is the only way money moves: it checks the balance, delivers, takes the price and writes the
 * books in one turn of the event loop, so that two requests can never spend the same rouble. The caller must save the
 * state.
 * @throws Refusal with status 402 if the balance is too low
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
