import type { Order } from '../../contract/purchases.ts';
import type { PurchasesInput, PurchasesParams, RunSubject } from '../../contract/runs.ts';
import type { StandingAction } from '../../contract/standing.ts';
import type { Problem } from '../../result.ts';
import type { Step } from '../standing-forecast.ts';
import type { ProductName } from './index.ts';

export type OrderOf<K extends Order['kind']> = Extract<Order, { kind: K }>;
/** Kinds that are paid for again and again: runs buy them for many at once, and standing orders when they fall due. */
export type RecurringKind = PurchasesInput['kind'];

type InputOf<K extends RecurringKind> = Extract<PurchasesInput, { kind: K }>;
type ParamsOf<K extends RecurringKind> = Extract<PurchasesParams, { kind: K }>;
type ActionOf<K extends RecurringKind> = Extract<StandingAction, { kind: K }>;

/** One thing that a standing order pays for. */
export interface DueThing {
  /** The subscription's uuid, the service's id of the proxy, the pool. */
  readonly target: string;
  readonly clientId: number | null;
  readonly proxyId: number | null;
  /** The service's, of a proxy. */
  readonly serviceId: number | null;
}

/** How a kind is bought for many at once, and by standing orders. */
export interface RecurringRules<K extends RecurringKind = RecurringKind> {
  /** Whom or what a run of it names. Standing orders for proxies take the proxies of clients and tags as well. */
  readonly takes: 'clients' | 'proxies';
  /** The terms of a run, without for whom it is. */
  paramsOf(input: InputOf<K>): ParamsOf<K>;
  /** How many targets a run names at least. */
  countTargets(input: InputOf<K>): number;
  /** An order with these terms, for nobody in particular: the terms are checked as those of one purchase are. */
  sampleOrder(params: ParamsOf<K>): OrderOf<K>;
  /** `lines`: those that can be done. */
  subjectOf(params: ParamsOf<K>, lines: number): RunSubject;
  /** Problems of a standing order's terms. */
  actionProblems(action: ActionOf<K>): readonly Problem[];
  /** The order by which a standing order pays for one thing; `null` where it is not known for whom. */
  orderFor(action: ActionOf<K>, due: DueThing): OrderOf<K> | null;
  /** The run that pays for what is due. */
  inputFor(action: ActionOf<K>, due: readonly DueThing[]): InputOf<K>;
  /** `null`: what it buys has no end, and falls due by its amount. */
  endStep(action: ActionOf<K>): Step | null;
  /** The service lists what it buys without delay, so a purchase by somebody else shows before the next one. */
  readonly isListedAtOnce: boolean;
}

/**
 * Everything about one kind of purchase that follows from its order alone. The contract, the window and the core read it
 * here; what asks the service or the disk is in `electron/core/money/products`.
 */
export interface ProductRules<O extends Order = Order> {
  /** The product of the service that it belongs to: several kinds may buy the same product. */
  readonly product: ProductName;
  /** Fields of the order that can be refused without asking the service. */
  problems(order: O): readonly Problem[];
  /** Two purchases of the kind that have one of these in common have the same target; see `isOfClient`. */
  targets(order: O): readonly string[];
  /** Only purchases for one client can have the same target. */
  readonly isOfClient: boolean;
  /** Each is a new thing, so that one bought meanwhile is no reason to stop. */
  readonly bringsNew: boolean;
  /** Equal for orders that cost the same: no client has a price of his own. */
  priceKey(order: O): string;
  /** Words of the order that the ledger's search finds. */
  searchWords(order: O): readonly string[];
  readonly recurring: O['kind'] extends RecurringKind ? RecurringRules<O['kind']> : null;
}

/** How one product stands in the reseller's price list. */
export interface PriceListRules<P> {
  /** How it is written in the database and in files. */
  key(product: P): string;
  /** The product of a key that is in lower case and has single blanks; `null`: it is none of this kind. */
  parse(key: string): P | null;
  /** Entries of every price list. */
  readonly standard: readonly P[];
  /** Entries whose price counts where it has none of its own, the nearest first. */
  moreGeneral(product: P): readonly P[];
  /** The price of so many, from that of one. */
  total(oneKopecks: number, count: number): number;
}

/** The shape of `daysBefore`: an end that is paid for earlier than the payment lasts would be paid for again and again. */
export const daysBeforeProblems = (daysBefore: number, most: number): readonly Problem[] =>
  Number.isInteger(daysBefore) && daysBefore >= 0 && daysBefore <= most
    ? []
    : [{ field: 'daysBefore', code: 'not-whole', params: { min: 0, max: most } }];

/** The clients of what is due, each once. */
export const dueClientIds = (due: readonly DueThing[]): number[] => [
  ...new Set(due.flatMap(({ clientId }) => (clientId === null ? [] : [clientId]))),
];
