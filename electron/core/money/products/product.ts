import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { DedicatedStore } from '#core/catalogue/dedicated/dedicated-store.ts';
import type { PremiumService } from '#core/catalogue/premium/premium-handlers.ts';
import type { VpnService } from '#core/catalogue/vpn/vpn-handlers.ts';
import type { Emit } from '#core/handlers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Sql } from '#core/platform/sqlite/sql.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { AnsweredCall, CallOptions, Charge, ChargeHooks, RawAnswer } from '#core/service/api/call.ts';
import type { BoughtProxies } from '#shared/api/dedicated.ts';
import type { EndpointResponse, FreeName } from '#shared/api/endpoints.ts';
import type { BoughtSubscription, ListedSubscription } from '#shared/api/vpn.ts';
import type {
  Difference,
  EvidenceFact,
  Goods,
  Offer,
  Order,
  RecordedOrder,
  Target,
} from '#shared/contract/purchases.ts';
import type { BoughtByOrder } from '#shared/contract/standing.ts';
import type { GoodsState } from '#shared/domain/journal.ts';
import type { Language } from '#shared/domain/language.ts';
import type { BulkKind, RecordedOrderOf, RecurringKind } from '#shared/domain/products/rules.ts';
import type { SaleProduct } from '#shared/products/index.ts';
import type { DueRules } from './due.ts';
import type { PlanLines } from './plan.ts';
import type { PurchaseWindows } from './purchase-windows.ts';

export interface Quote {
  readonly priceKopecks: number;
  readonly pricePerGbKopecks: number | null;
  /** The price of each proxy by the service's id, if the total is their sum. */
  readonly lines?: Offer['lines'];
  readonly asOf: number;
}

/** The readings made before the request is sent, besides the balance. Later they show the outcome. JSON-safe. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The goods of an answer. `goods` is for the ledger and the window, the rest only for the stores. */
export interface Handover {
  readonly goods: Goods;
  /** The proxies with their credentials, which `goods` does not contain. */
  readonly bought?: BoughtProxies;
  /** The subscription with its link. */
  readonly subscription?: BoughtSubscription;
}

/** The goods of an answer, and their differences from the order. */
export interface AnsweredOrder extends Handover {
  readonly differences: readonly Difference[];
}

/**
 * The result of comparing an answer's goods with the desk. `here`: something usable that was not there before;
 * `missing`: nothing that was ordered; `not-new`: only what was there before, so nobody knows whether anything was
 * bought.
 */
export interface Arrival {
  readonly goods: 'here' | 'missing' | 'not-new';
  readonly differences: readonly Difference[];
}

/** The content of an answer, or the reason why it cannot be read. */
export type AnswerReading =
  | ({ readonly ok: true } & AnsweredOrder)
  | { readonly ok: false; readonly failure: AnswerFailure };

export interface AnswerFailure {
  readonly kind: string;
  readonly sent: 'no' | 'maybe' | 'answered';
  readonly serviceMessage: string | null;
}

/** A decided purchase of the same kind for the same client. */
export interface Sibling<O extends Order = Order> {
  readonly id: number;
  readonly order: RecordedOrderOf<O['kind']>;
  readonly isCharged: boolean;
  readonly goods: Goods | null;
  /**
   * When its answer came or the wait for it ended: by the clock (ms since the epoch, UTC), and by the machine's uptime.
   */
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
}

/** A purchase for which the resolver looks for evidence. */
export interface Examined<O extends Order = Order> {
  readonly id: number;
  readonly order: RecordedOrderOf<O['kind']>;
  /** The evidence that `before` of its kind read before the request was sent. */
  readonly before: Evidence;
  /** ms since the epoch, UTC. */
  readonly sentAt: number;
  /** Whether earlier evidence found it charged. Its goods may have been used since. */
  readonly isFound: boolean;
}

/** The service's present lists for one client. */
export interface GoodsReading {
  readonly subscriptions?: readonly ListedSubscription[];
  readonly pools?: EndpointResponse<'premium.traffic.balance'>;
}

/** Undecided purchases whose goods would appear in the same place, and the present contents of that place. */
export interface GoodsGroup<O extends Order = Order> {
  /** Oldest first. */
  readonly members: readonly Examined<O>[];
  readonly siblings: readonly Sibling<O>[];
  readonly now: GoodsReading;
  /** When each member was in flight; `null` or absent if the clocks do not show it. */
  readonly during?: PurchaseWindows | null;
}

/**
 * How well the service's list agrees with the assumption that exactly these members of a group were charged:
 *
 * - `fits`: exactly their goods are there;
 * - `vague`: something similar to their goods is there;
 * - `contradicts`: their goods are missing, or there are more;
 * - `untold`: the list does not show it.
 */
export type Fit = 'fits' | 'vague' | 'contradicts' | 'untold';

/** How the service lists the goods of a product. */
export interface ListedGoods<O extends Order> {
  /** The name of the client's list. Several kinds may appear in the same list, which is then read once for all. */
  readonly list: string;
  /**
   * Whether the list shows to the millisecond when a thing was created, so that the clocks can tell which purchase it
   * came from (see `during`).
   */
  readonly showsWhenMade: boolean;
  /** Returns a key that is equal for one client's purchases whose goods appear in the same place. */
  place(order: RecordedOrderOf<O['kind']>): string;
  read(api: ApiClient, client: ClientOf<O>, options: CallOptions): Promise<GoodsReading>;
  fit(group: GoodsGroup<O>, charged: ReadonlySet<number>): Fit;
  /**
   * Returns the goods of a charged purchase and the facts that prove them; only the facts for one that was not charged.
   */
  found(
    group: GoodsGroup<O>,
    charged: ReadonlySet<number>,
    id: number,
  ): { readonly handover: Handover | null; readonly facts: readonly EvidenceFact[] };
}

export interface Stores {
  /** The open desk. A product without a catalogue of its own reads its goods from the journal (docs/new-product.md). */
  readonly db: Database;
  readonly premium: PremiumService;
  readonly dedicated: DedicatedStore;
  readonly vpn: VpnService;
}

/** Orders that may have no client yet. */
export type ClientOf<O extends Order> = null extends O['clientId'] ? ClientPair | null : ClientPair;

/** The things that an order prolongs, with their ends; see `Target`. Empty if it brings something new. */
export type Ends = Target['ends'];

/** The pair of a client; nobody's is empty. */
type Holder = Pick<Target, 'messengerId' | 'clientKey'>;

interface Delivery<R extends RecordedOrder> {
  readonly accountId: string;
  readonly purchaseId: number;
  readonly order: R;
  /** `null` also if the client was removed meanwhile. The goods are then stored wherever possible. */
  readonly clientId: number | null;
  readonly handover: Handover;
  readonly at: number;
}

interface Arriving<R extends RecordedOrder> extends Delivery<R> {
  readonly handover: AnsweredOrder;
  readonly before: Evidence;
}

/** A price in an answer, and the key under which it is stored. */
export interface HeardPrice {
  readonly key: string;
  readonly priceKopecks: number;
}

/** Reads the prices in an answer of one endpoint. */
export type PricesIn<N extends FreeName> = (
  db: Database,
  accountId: string,
  answered: Extract<AnsweredCall, { name: N }>,
) => readonly HeardPrice[];

/** A number of units of one entry of the price list. */
export interface SoldPart {
  readonly product: SaleProduct;
  readonly count: number;
}

/** The rules of a kind that standing orders buy. */
export interface RecurringProduct<K extends RecurringKind = RecurringKind> {
  /** The rules by which its things fall due for standing orders. */
  readonly due: DueRules<K>;
  /** SQL that selects as `key` the keys of all prices that one payment of a standing order may have, each once. */
  knownPriceKeys(accountId: string, payment: Extract<BoughtByOrder, { kind: K }>): Sql;
  /** Returns how many times such a price is paid at once; `null` for an amount that cannot be bought. */
  unitsOf(payment: Extract<BoughtByOrder, { kind: K }>): number | null;
}

/**
 * The rules of one kind of purchase that need the service or the disk; those that follow from the order alone are in
 * `ProductRules`. A new product that costs money is a new kind of `Order` and one entry in each of the two tables. The
 * order of writes is the journal's alone.
 */
export interface Product<O extends Order = Order> {
  quote(api: ApiClient, order: RecordedOrderOf<O['kind']>, options: CallOptions): Promise<Quote>;
  /** Returns the ends of the things that the order pays for, as the desk knows them. */
  seen(stores: Stores, order: O, accountId: string): Ends;
  /**
   * Reads, just before the request is sent, the evidence for later and the ends of the things that the order pays for,
   * from the service or the desk.
   */
  before(
    api: ApiClient,
    order: O,
    client: ClientOf<O>,
    context: { readonly stores: Stores; readonly accountId: string; readonly options: CallOptions },
  ): Promise<{ readonly evidence: Evidence; readonly ends: Ends }>;
  /**
   * Returns up to when the ends are known if they come from a copy of the desk and no service lists them, in ms since
   * the epoch, UTC; otherwise `null`.
   */
  endsAsOf(db: Database, accountId: string, order: O): number | null;
  /**
   * Returns the client who has a thing of the order, with empty values if nobody has it, unless it is the order's client:
   * then the purchase would be sold to somebody who does not have it any more. `undefined` otherwise.
   */
  otherHolder(db: Database, accountId: string, order: O): Holder | undefined;
  /** Charges once. */
  buy(charge: Charge, order: O, client: ClientOf<O>, hooks: ChargeHooks): Promise<AnsweredOrder>;
  /** Reads a stored answer without calling the service. */
  readKept(order: RecordedOrderOf<O['kind']>, raw: RawAnswer): AnswerReading;
  /** Compares the goods of an answer with the desk before and after. Changes nothing. */
  arrived(stores: Stores, arrival: Arriving<RecordedOrderOf<O['kind']>>): Arrival;
  /** `null` if no endpoint lists such goods. */
  readonly listed: ListedGoods<O> | null;
  /**
   * Returns the goods to deliver if evidence shows without an answer that the purchase was charged; `null` if they
   * cannot be read any more.
   */
  assumed(order: RecordedOrderOf<O['kind']>): Handover | null;
  /** The state of the goods if the user says that the purchase was charged. */
  readonly goodsByWord: Exclude<GoodsState, 'none'>;
  /** Stores the goods. Runs in the transaction that settles the purchase. */
  deliver(stores: Stores, delivery: Delivery<RecordedOrderOf<O['kind']>>): void;
  /** Withdraws dates that were only assumed, because the purchase was not charged. Runs in the same transaction. */
  withdraw(
    stores: Stores,
    delivery: Omit<Delivery<RecordedOrderOf<O['kind']>>, 'handover'> & { readonly before: Evidence },
  ): void;
  /** Publishes the data that a successful purchase has changed. */
  announce(emit: Emit, order: RecordedOrderOf<O['kind']>): void;
  /** Updates the cached data after a purchase was sent. */
  refresh(stores: Stores, order: O, accountId: string): Promise<void>;
  /** Returns the entries of the price list that make up the order; `null` if the desk does not know them. */
  sold(db: Database, accountId: string, order: RecordedOrderOf<O['kind']>): readonly SoldPart[] | null;
  /** Returns the text of the order for the ledger's file. */
  orderCell(order: RecordedOrderOf<O['kind']>, t: CoreTexts, language: Language): string;
  /** Returns the text of the goods for the ledger's file. */
  goodsCell(goods: GoodsOf<O>): string;
  /** Plans the purchases of a run; `null` if runs do not buy the kind. */
  readonly plan: O['kind'] extends BulkKind ? PlanLines<O['kind']> : null;
  /** How standing orders buy the kind; `null` if they do not. */
  readonly recurring: O['kind'] extends RecurringKind ? RecurringProduct<O['kind']> : null;
}

type GoodsOf<O extends Order> = Extract<Goods, { kind: O['kind'] }>;
