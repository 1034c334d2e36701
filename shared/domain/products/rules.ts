import type { Order, RecordedOrder } from '../../contract/purchases.ts';
import type { PurchasesInput, PurchasesParams, RunSubject } from '../../contract/runs.ts';
import type { StandingAction } from '../../contract/standing.ts';
import type { ProductName } from '../../products/index.ts';
import type { Problem } from '../../result.ts';
import type { PoolType } from '../limits.ts';
import type { Step } from '../standing-forecast.ts';

export type OrderOf<K extends Order['kind']> = Extract<Order, { kind: K }>;
export type RecordedOrderOf<K extends Order['kind']> = Extract<RecordedOrder, { kind: K }>;
/** The kinds that runs buy for many at once. */
export type BulkKind = PurchasesInput['kind'];
/** Those of them that are paid for repeatedly: standing orders buy them when they fall due. */
export type RecurringKind = StandingAction['kind'];

type InputOf<K extends BulkKind> = Extract<PurchasesInput, { kind: K }>;
type ParamsOf<K extends BulkKind> = Extract<PurchasesParams, { kind: K }>;
type ActionOf<K extends RecurringKind> = Extract<StandingAction, { kind: K }>;

/** One thing that a standing order pays for. */
export interface DueThing {
  /** The uuid of a subscription, the service's id of a proxy, or the type of a pool. */
  readonly target: string;
  readonly clientId: number | null;
  readonly proxyId: number | null;
  /** The service's id of a proxy; `null` for other things. */
  readonly serviceId: number | null;
}

/** A due item as it is stored. */
export interface StoredDueThing {
  readonly target: string;
  /** The end, as the product writes it. */
  readonly version: number;
  readonly poolType: string | null;
  /** The address of a proxy that the desk still has. */
  readonly address: string | null;
}

/** Returns the key of a line that is named by its target, or by the service's id of a proxy. */
export const lineKeyOfTarget = ({ target, serviceId }: Pick<DueThing, 'target' | 'serviceId'>): string =>
  serviceId?.toString() ?? target.toLowerCase();

/** The rules for buying a kind for many at once. */
export interface BulkRules<K extends BulkKind = BulkKind> {
  /**
   * The targets that a run of it names. Standing orders for proxies also accept clients and tags, and pay for all their
   * proxies.
   */
  readonly takes: 'clients' | 'proxies';
  /** Returns the terms of a run, without its targets. */
  paramsOf(input: InputOf<K>): ParamsOf<K>;
  /** Returns the least number of targets that a run names. */
  countTargets(input: InputOf<K>): number;
  /**
   * Creates an order with these terms for no one in particular, so that they can be checked like those of one purchase.
   */
  sampleOrder(params: ParamsOf<K>): OrderOf<K>;
  /** Describes a run for its title. `lines` counts those that can be bought. */
  subjectOf(params: ParamsOf<K>, lines: number): RunSubject;
}

/** The rules for buying a kind for many at once and by standing orders. */
export interface RecurringRules<K extends RecurringKind = RecurringKind> extends BulkRules<K> {
  /** Returns the problems of a standing order's terms. */
  actionProblems(action: ActionOf<K>): readonly Problem[];
  /** Returns further problems of terms that somebody types; an order that is stored with such terms still acts. */
  draftProblems(action: ActionOf<K>): readonly Problem[];
  /** Creates the order by which a standing order pays for one thing; returns `null` if its client is unknown. */
  orderFor(action: ActionOf<K>, due: DueThing): OrderOf<K> | null;
  /** Creates the run that pays for the due things. */
  inputFor(action: ActionOf<K>, due: readonly DueThing[]): InputOf<K>;
  /** Returns a key that is equal for a due thing and for the line of a run that pays for it. */
  lineKey(thing: Pick<DueThing, 'target' | 'clientId' | 'serviceId'>): string;
  /** Returns the target and the end of a due item as its history shows them. */
  shownItem(item: StoredDueThing, zone: string): { readonly target: string; readonly endsAt: number | null };
  /** Whether it is paid for before something ends, and not when an amount is low. */
  readonly hasEnd: boolean;
  /** Returns the pool that the order tops up, and when it is low; `null` for other products. */
  poolOf(action: ActionOf<K>): { readonly poolType: PoolType; readonly belowGb: number } | null;
  /** Returns how a payment moves the end; `null` if the purchase has no end, and falls due by its amount. */
  endStep(action: ActionOf<K>): Step | null;
  /**
   * The service lists new purchases of this kind at once, so that somebody else's is visible before the next one is
   * made.
   */
  readonly isListedAtOnce: boolean;
}

/**
 * The rules of one kind of purchase that follow from its order alone. The contract, the window and the core share them;
 * rules that need the service or the disk are in `electron/core/money/products`.
 */
export interface ProductRules<O extends Order = Order> {
  /** The product that this kind buys; several kinds may buy the same product. */
  readonly product: ProductName;
  /** Returns the problems of an order that can be found without asking the service. */
  problems(order: O): readonly Problem[];
  /**
   * Returns the keys of the order's targets. Two purchases of this kind that share a key have the same target; see
   * `isOfClient`.
   */
  targets(order: RecordedOrderOf<O['kind']>): readonly string[];
  /** Purchases share a target only if they are for the same client. */
  readonly isOfClient: boolean;
  /** Each purchase creates a new thing, so another purchase made meanwhile is no reason to stop. */
  readonly bringsNew: boolean;
  /** Returns a key that is equal for orders with the same price; the price does not depend on the client. */
  priceKey(order: O): string;
  /** Returns the words of the order that the ledger's search finds. */
  searchWords(order: O): readonly string[];
  /** How runs buy the kind for many; `null` if they do not. */
  readonly bulk: O['kind'] extends BulkKind ? BulkRules<O['kind']> : null;
  /** How standing orders buy it as well; `null` if they do not. */
  readonly recurring: O['kind'] extends RecurringKind ? RecurringRules<O['kind']> : null;
}

/** Returns a key of the price list in lower case with single blanks. */
export const normalPriceKey = (key: string): string => key.trim().toLowerCase().replace(/\s+/g, ' ');

/** The rules for one product in the reseller's price list. */
export interface PriceListRules<P> {
  /** Returns the key of an entry, as it is written in the database and in files. */
  key(product: P): string;
  /** Parses a key in lower case with single blanks; returns `null` if it is not of this product. */
  parse(key: string): P | null;
  /** The entries that every price list has. */
  readonly standard: readonly P[];
  /** Returns a text by which the entries are sorted that only some price lists have. */
  sortKey(product: P): string;
  /** Returns the GLOB patterns of the service's known prices that such a sale may cost. */
  costPatterns(product: P): readonly string[];
  /** Returns the entries whose price applies if this one has none, the nearest first. */
  moreGeneral(product: P): readonly P[];
  /** Returns the price of several, from the price of one. */
  total(oneKopecks: number, count: number): number;
}

/**
 * Returns the problems of `daysBefore`. A payment must last longer than it is made in advance; otherwise the order
 * would pay again immediately.
 */
export const daysBeforeProblems = (daysBefore: number, most: number): readonly Problem[] =>
  Number.isInteger(daysBefore) && daysBefore >= 0 && daysBefore <= most
    ? []
    : [{ field: 'daysBefore', code: 'not-whole', params: { min: 0, max: most } }];

/** Returns the clients of the due things, without repetitions. */
export const dueClientIds = (due: readonly DueThing[]): number[] => [
  ...new Set(due.flatMap(({ clientId }) => (clientId === null ? [] : [clientId]))),
];
