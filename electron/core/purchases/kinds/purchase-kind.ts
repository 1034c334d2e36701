import type { EvidenceFact, Goods, Offer, Order } from '#shared/contract/purchases.ts';
import type { JournalEvent, PurchaseState } from '#shared/domain/journal.ts';
import type { GoodsSign } from '#shared/domain/purchase-verdict.ts';
import type { Problem } from '#shared/result.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CallOptions, RawAnswer } from '../../api/call.ts';
import type { DedicatedPurchase } from '../../api/dedicated-api.ts';
import type { BoughtSubscription } from '../../api/vpn-api.ts';
import type { ClientPair } from '../../clients/client-pair.ts';
import type { DedicatedStore } from '../../dedicated/dedicated-store.ts';
import type { Emit } from '../../handlers.ts';
import type { PremiumService } from '../../premium/premium-handlers.ts';
import type { VpnService } from '../../vpn/vpn-handlers.ts';

export interface Quote {
  readonly priceKopecks: number;
  readonly pricePerGbKopecks: number | null;
  /** Where the price is made of several: each proxy's, by the service's id. */
  readonly lines?: Offer['lines'];
  readonly asOf: number;
}

/** What is so before the request leaves, beside the account's balance: what proves the outcome later (DESIGN 6). */
export type Evidence = Readonly<Record<string, unknown>>;

/** What an answer hands over: `goods` for the ledger and the window, and what only the store may see. */
export interface Handover {
  readonly goods: Goods;
  /** With the credentials, which the goods do not carry. */
  readonly bought?: DedicatedPurchase;
  /** With the link. */
  readonly subscription?: BoughtSubscription;
}

/** What an answer says, or why it cannot be said. */
export type AnswerReading =
  | ({ readonly ok: true } & Handover)
  | { readonly ok: false; readonly failure: AnswerFailure };

export interface AnswerFailure {
  readonly kind: string;
  readonly sent: 'no' | 'maybe' | 'answered';
  readonly serviceMessage: string | null;
}

/** Another purchase of the same kind for the same client, at whatever time. */
export interface Sibling<O extends Order = Order> {
  readonly id: number;
  readonly order: O;
  readonly state: PurchaseState;
  readonly goods: Goods | null;
}

/** A purchase whose answer was lost. */
export interface Examined<O extends Order = Order> {
  readonly id: number;
  readonly order: O;
  readonly client: ClientOf<O>;
  /** As `evidence` read it before the request left. */
  readonly before: Evidence;
  readonly sentAt: number;
  readonly siblings: readonly Sibling<O>[];
}

/** What the service's own lists say of the goods. */
export interface GoodsFinding {
  readonly sign: GoodsSign;
  /** What is handed over when it turns out to be charged. Dedicated proxies cannot be. */
  readonly handover?: Handover;
  readonly facts: readonly EvidenceFact[];
}

export interface Stores {
  readonly premium: PremiumService;
  readonly dedicated: DedicatedStore;
  readonly vpn: VpnService;
}

/** Some orders may be for nobody yet. */
export type ClientOf<O extends Order> = null extends O['clientId'] ? ClientPair | null : ClientPair;

export interface Delivery<O extends Order> {
  readonly accountId: string;
  readonly purchaseId: number;
  readonly order: O;
  /** `null` also when the client was removed meanwhile: what was bought is stored all the same, where it can be. */
  readonly clientId: number | null;
  readonly handover: Handover;
  readonly at: number;
}

/**
 * Everything the journal has to know of one product. A new product that costs money is a new kind of `Order` and one
 * entry in the table of kinds; the order of writes stays the journal's alone.
 */
export interface PurchaseKind<O extends Order = Order> {
  /** Fields of the order that can be refused without asking the service. */
  problems(order: O): readonly Problem[];
  quote(api: ApiClient, order: O): Promise<Quote>;
  evidence(api: ApiClient, order: O, client: ClientOf<O>): Promise<Evidence>;
  /** Charges, once. `onRawAnswer` gets the answer before anybody has tried to read it. */
  buy(api: ApiClient, order: O, client: ClientOf<O>, onRawAnswer: (raw: RawAnswer) => void): Promise<Handover>;
  /** Reads an answer that was kept, without the service. */
  readKept(raw: RawAnswer): AnswerReading;
  /** Looks for the goods of a purchase whose answer was lost. Only reads. */
  examine(api: ApiClient, purchase: Examined<O>, options: CallOptions): Promise<GoodsFinding>;
  /** How evidence settles it as charged: the goods are had, or they cannot be read any more. */
  readonly foundAs: Extract<JournalEvent, 'found-charged' | 'found-goods-missing'>;
  /** Stores what was bought. Inside the transaction that settles the purchase. */
  deliver(stores: Stores, delivery: Delivery<O>): void;
  /** Tells the window which of its data a purchase that succeeded has changed. */
  announce(emit: Emit, order: O): void;
  /** Brings the cached data up to date after a purchase that was sent. */
  refresh(stores: Stores, order: O, accountId: string): Promise<void>;
  /** Words of the order that the ledger's search finds. */
  searchWords(order: O): readonly string[];
}
