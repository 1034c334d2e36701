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
import type { Difference, EvidenceFact, Goods, Offer, Order, Target } from '#shared/contract/purchases.ts';
import type { BoughtByOrder } from '#shared/contract/standing.ts';
import type { GoodsState } from '#shared/domain/journal.ts';
import type { Language } from '#shared/domain/language.ts';
import type { SaleProduct } from '#shared/domain/products/index.ts';
import type { RecurringKind } from '#shared/domain/products/rules.ts';
import type { PlanLines } from './plan.ts';
import type { PurchaseWindows } from './purchase-windows.ts';

export interface Quote {
  readonly priceKopecks: number;
  readonly pricePerGbKopecks: number | null;
  /** The price of each proxy, by the service's id, where the whole price is their sum. */
  readonly lines?: Offer['lines'];
  readonly asOf: number;
}

/** Everything that is read before the request leaves, beside the balance, and shows the outcome later. JSON-safe. */
export type Evidence = Readonly<Record<string, unknown>>;

/** The goods of an answer: `goods` for the ledger and the window, the rest for the store alone. */
export interface Handover {
  readonly goods: Goods;
  /** With the credentials, which the goods do not carry. */
  readonly bought?: BoughtProxies;
  /** With the link. */
  readonly subscription?: BoughtSubscription;
}

/** The goods of an answer, compared with the order. */
export interface AnsweredOrder extends Handover {
  readonly differences: readonly Difference[];
}

/**
 * What of an answer's goods came. `here`: something usable that was not here before; `missing`: nothing of what was ordered;
 * `not-new`: only what was there before, so that nobody knows whether anything was bought.
 */
export interface Arrival {
  readonly goods: 'here' | 'missing' | 'not-new';
  readonly differences: readonly Difference[];
}

/** The content of an answer, or why it cannot be read. */
export type AnswerReading =
  | ({ readonly ok: true } & AnsweredOrder)
  | { readonly ok: false; readonly failure: AnswerFailure };

export interface AnswerFailure {
  readonly kind: string;
  readonly sent: 'no' | 'maybe' | 'answered';
  readonly serviceMessage: string | null;
}

/** A purchase of the same kind for the same client that is decided, at whatever time. */
export interface Sibling<O extends Order = Order> {
  readonly id: number;
  readonly order: O;
  readonly isCharged: boolean;
  readonly goods: Goods | null;
  /** When its answer came, or nobody waited for it any more: by the clock, and by the machine's uptime. */
  readonly endedAt: number | null;
  readonly endedUptime: number | null;
}

/** A purchase of which evidence is looked for. */
export interface Examined<O extends Order = Order> {
  readonly id: number;
  readonly order: O;
  /** The evidence that `before` of its kind read before the request left. */
  readonly before: Evidence;
  /** ms since the epoch, UTC. */
  readonly sentAt: number;
  /** Evidence found it before: what it brought may have been used since. */
  readonly isFound: boolean;
}

/** The service's lists for one client now. */
export interface GoodsReading {
  readonly subscriptions?: readonly ListedSubscription[];
  readonly pools?: EndpointResponse<'premium.traffic.balance'>;
}

/** Undecided purchases whose goods would show in the same place, and what is there. */
export interface GoodsGroup<O extends Order = Order> {
  /** Oldest first. */
  readonly members: readonly Examined<O>[];
  readonly siblings: readonly Sibling<O>[];
  readonly now: GoodsReading;
  /** When each of the members was under way; `null` or left out: the clocks do not tell. */
  readonly during?: PurchaseWindows | null;
}

/**
 * How well the service's list agrees with the assumption that of a group exactly these were charged:
 *
 * - `fits`: just their goods are there;
 * - `vague`: something like their goods is there;
 * - `contradicts`: their goods are not there, or more than theirs;
 * - `untold`: the list does not tell.
 */
export type Fit = 'fits' | 'vague' | 'contradicts' | 'untold';

/** The goods of a product that the service lists. */
export interface ListedGoods<O extends Order> {
  /** Which list of a client it is: several kinds may show in the same one, and it is read once for all of them. */
  readonly list: string;
  /** The list shows to the millisecond when a thing was made, so the clocks can say by which purchase (see `during`). */
  readonly showsWhenMade: boolean;
  /** Equal for purchases of one client whose goods show in the same place. */
  place(order: O): string;
  read(api: ApiClient, client: ClientOf<O>, options: CallOptions): Promise<GoodsReading>;
  fit(group: GoodsGroup<O>, charged: ReadonlySet<number>): Fit;
  /** The goods that a charged purchase brought, and the facts that show it; only the facts for one that was not charged. */
  found(
    group: GoodsGroup<O>,
    charged: ReadonlySet<number>,
    id: number,
  ): { readonly handover: Handover | null; readonly facts: readonly EvidenceFact[] };
}

export interface Stores {
  readonly premium: PremiumService;
  readonly dedicated: DedicatedStore;
  readonly vpn: VpnService;
}

/** Some orders may be for nobody yet. */
export type ClientOf<O extends Order> = null extends O['clientId'] ? ClientPair | null : ClientPair;

/** The things that an order prolongs, with their ends; see `Target`. Empty where it brings something new. */
export type Ends = Target['ends'];

interface Delivery<O extends Order> {
  readonly accountId: string;
  readonly purchaseId: number;
  readonly order: O;
  /** `null` also when the client was removed meanwhile: what was bought is stored all the same, where it can be. */
  readonly clientId: number | null;
  readonly handover: Handover;
  readonly at: number;
}

interface Arriving<O extends Order> extends Delivery<O> {
  readonly handover: AnsweredOrder;
  readonly before: Evidence;
}

/** A price that an answer names, and the key under which it is kept. */
export interface HeardPrice {
  readonly key: string;
  readonly priceKopecks: number;
}

/** The prices in an answer to one endpoint. */
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

/** A kind that is paid for again and again. */
export interface RecurringProduct<K extends RecurringKind = RecurringKind> {
  /** Plans the purchases of a run. */
  readonly plan: PlanLines<K>;
  /** SQL that selects as `key` the keys of all prices that one payment of a standing order may have, each once. */
  knownPriceKeys(accountId: string, payment: Extract<BoughtByOrder, { kind: K }>): Sql;
  /** How often such a price is paid at once; `null` for an amount that cannot be bought. */
  unitsOf(payment: Extract<BoughtByOrder, { kind: K }>): number | null;
}

/**
 * One kind of purchase, as far as it asks the service or the disk; what follows from the order alone is `ProductRules`. A new
 * product that costs money is a new kind of `Order` and one entry in each of the two tables; the order of writes stays the
 * journal's alone.
 */
export interface Product<O extends Order = Order> {
  quote(api: ApiClient, order: O, options: CallOptions): Promise<Quote>;
  /** The ends of what the order pays for, as the desk knows them. */
  seen(stores: Stores, order: O, accountId: string): Ends;
  /**
   * Read just before the request leaves: the evidence for later, and, by the service or the desk, the ends of what the order
   * pays for.
   */
  before(
    api: ApiClient,
    order: O,
    client: ClientOf<O>,
    context: { readonly stores: Stores; readonly accountId: string; readonly options: CallOptions },
  ): Promise<{ readonly evidence: Evidence; readonly ends: Ends }>;
  /** Until when the ends are known, where they come from a copy of the desk and no service lists them; else `null`. */
  endsAsOf(db: Database, accountId: string, order: O): number | null;
  /** Charges, once. */
  buy(charge: Charge, order: O, client: ClientOf<O>, hooks: ChargeHooks): Promise<AnsweredOrder>;
  /** Reads an answer that was kept, without the service. */
  readKept(order: O, raw: RawAnswer): AnswerReading;
  /** Which of the goods that an answer names came, by what the desk has and had. Changes nothing. */
  arrived(stores: Stores, arrival: Arriving<O>): Arrival;
  /** `null`: no endpoint lists such goods. */
  readonly listed: ListedGoods<O> | null;
  /** The goods to hand over if evidence shows without an answer that it was charged; `null` if they cannot be read any more. */
  assumed(order: O): Handover | null;
  /** Where the goods are when the user says that it was charged. */
  readonly goodsByWord: Exclude<GoodsState, 'none'>;
  /** Stores what was bought. Inside the transaction that settles the purchase. */
  deliver(stores: Stores, delivery: Delivery<O>): void;
  /** Takes back dates that were only assumed, when it turns out otherwise. In the same way. */
  withdraw(stores: Stores, delivery: Omit<Delivery<O>, 'handover'> & { readonly before: Evidence }): void;
  /** Tells the window which of its data a purchase that succeeded has changed. */
  announce(emit: Emit, order: O): void;
  /** Brings the cached data up to date after a purchase that was sent. */
  refresh(stores: Stores, order: O, accountId: string): Promise<void>;
  /** The entries of the price list that the order consists of; `null`: the desk does not know which they are. */
  sold(db: Database, accountId: string, order: O): readonly SoldPart[] | null;
  /** The order in a cell of the ledger's file. */
  orderCell(order: O, t: CoreTexts, language: Language): string;
  /** The goods in a cell of the ledger's file. */
  goodsCell(goods: GoodsOf<O>): string;
  /** How runs and standing orders buy the kind; `null` where they do not. */
  readonly recurring: O['kind'] extends RecurringKind ? RecurringProduct<O['kind']> : null;
}

type GoodsOf<O extends Order> = Extract<Goods, { kind: O['kind'] }>;
