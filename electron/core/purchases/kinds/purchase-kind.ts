import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { Problem } from '#shared/result.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { RawAnswer } from '../../api/call.ts';
import type { ClientPair } from '../../premium/client-pair.ts';
import type { PremiumService } from '../../premium/premium-handlers.ts';

export interface Quote {
  readonly priceKopecks: number;
  readonly pricePerGbKopecks: number | null;
  readonly asOf: number;
}

/** What is so before the request leaves, beside the account's balance: what proves the outcome later (DESIGN 6). */
export type Evidence = Readonly<Record<string, unknown>>;

/** What an answer says, or why it cannot be said. */
export type AnswerReading =
  | { readonly ok: true; readonly goods: Goods }
  | { readonly ok: false; readonly failure: AnswerFailure };

export interface AnswerFailure {
  readonly kind: string;
  readonly sent: 'no' | 'maybe' | 'answered';
  readonly serviceMessage: string | null;
}

export interface Stores {
  readonly premium: PremiumService;
}

/**
 * Everything the journal has to know of one product. A new product that costs money is a new kind of `Order` and one
 * entry in the table of kinds; the order of writes stays the journal's alone.
 */
export interface PurchaseKind<O extends Order = Order> {
  /** Fields of the order that can be refused without asking the service. */
  problems(order: O): readonly Problem[];
  quote(api: ApiClient, order: O): Promise<Quote>;
  evidence(api: ApiClient, order: O, client: ClientPair): Promise<Evidence>;
  /** Charges, once. `onRawAnswer` gets the answer before anybody has tried to read it. */
  buy(api: ApiClient, order: O, client: ClientPair, onRawAnswer: (raw: RawAnswer) => void): Promise<Goods>;
  /** Reads an answer that was kept, without the service. */
  readKept(raw: RawAnswer): AnswerReading;
  /** Stores the goods for the client. Inside the transaction that makes the purchase `succeeded`. */
  deliver(stores: Stores, order: O, clientId: number, goods: Goods, at: number): void;
  /** Brings the cached data up to date after a purchase that was sent. */
  refresh(stores: Stores, order: O, clientId: number, accountId: string): Promise<void>;
  /** Words of the order that the ledger's search finds. */
  searchWords(order: O): readonly string[];
}
