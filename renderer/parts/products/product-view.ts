import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RenewalPrice } from '#shared/contract/overview.ts';
import type { Goods, Order } from '#shared/contract/purchases.ts';
import type { PurchasesInput, PurchasesParams, RunSubject } from '#shared/contract/runs.ts';
import type { BoughtByOrder, StandingAction, StandingTargets } from '#shared/contract/standing.ts';
import type { BulkKind, OrderOf, RecordedOrderOf, RecurringKind } from '#shared/domain/products/rules.ts';
import type { ProductName } from '#shared/products/index.ts';
import type { Words } from '../../i18n/words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import type { Read } from '../../ui/form/form-state.ts';

type GoodsOf<O extends Order> = Extract<Goods, { kind: O['kind'] }>;
export type PurchasesSubject = Extract<RunSubject, { what: BulkKind }>;

type TargetsOf<Input> = Input extends { proxyIds: unknown } ? 'proxies' : 'clients';
type HasEnd<Action> = Action extends { daysBefore: unknown } ? true : false;

/** The targets for which a run is planned, as they were selected. */
export interface PlanTargets {
  /** Clients or proxies, see `takes`. */
  readonly ids: readonly number[];
  /** Only these things of the clients, by the id that the kind uses as a target. */
  readonly only?: readonly string[];
}

/** The props of the fields that hold the terms of one kind. */
export interface TermsProps<T> {
  readonly terms: T;
  readonly onChange: (part: Partial<T>) => void;
  /** Returns the text of the problem with a field of the terms, as the core names it. */
  readonly problem: (field: string) => string | undefined;
}

/**
 * The words and the forms for buying a kind for many at once. `T` holds the typed terms. All kinds share one form, so a
 * name that two kinds use keeps its value when the kind is changed.
 */
export interface BulkView<K extends BulkKind = BulkKind, T extends object = object> {
  /** The targets of a run, as in the kind's rules. */
  readonly takes: TargetsOf<Extract<PurchasesInput, { kind: K }>>;
  /**
   * The action on selected clients that opens the form of a run; `null` if it is offered elsewhere. `isInMenu`: the bar
   * has no button of its own for it.
   */
  readonly forClients: { readonly icon: Icon; readonly isInMenu: boolean; label(words: Words): string } | null;
  /** Returns the number of things that a run can pay for. */
  countOf(subject: Extract<PurchasesSubject, { what: K }>): number;
  /** The title of a run. */
  runTitle(subject: Extract<PurchasesSubject, { what: K }>, words: Words): string;
  /** The label of the button that starts a run: the action, the number of targets and the price. */
  startText(
    params: Extract<PurchasesParams, { kind: K }>,
    about: { readonly count: number; readonly price: string },
    words: Words,
  ): string;
  /** The column of a run that names what is paid for; `null` if that is the client itself. */
  readonly targetColumn: {
    header(words: Words): string;
    /** The width in px. */
    readonly width: number;
    text(target: string): string;
  } | null;
  /** Whether each purchase brings a subscription whose link can be saved. */
  readonly bringsLinks: boolean;
  /** Whether the end dates in a plan may come from a restored copy of the desk, because no service lists them. */
  readonly hasDatesOfCopy: boolean;
  /** The terms with which a form begins. */
  readonly newTerms: T;
  /** The terms at which problems with fields of other names are shown. */
  readonly termKeys: Readonly<Record<string, keyof T & string>>;
  /** Reads the terms of a run. */
  readPlan(terms: T, targets: PlanTargets): Read<Extract<PurchasesInput, { kind: K }>>;
  /** Chooses the terms of a run. */
  PlanFields(props: TermsProps<T> & { readonly hasChosenTargets: boolean }): ReactNode;
}

/** The words and the forms of a kind that standing orders buy as well. */
export interface RecurringView<K extends RecurringKind = RecurringKind, T extends object = object>
  extends BulkView<K, T> {
  /** Whether it is paid for before something ends, and not when an amount is low. */
  readonly hasEnd: HasEnd<Extract<StandingAction, { kind: K }>>;
  /** Describes a standing order briefly. */
  actionText(action: Extract<StandingAction, { kind: K }>, words: Words): string;
  /** The terms of a standing order that is edited or copied. */
  termsOf(action: Extract<StandingAction, { kind: K }>, language: string): Partial<T>;
  /** Reads the terms of a standing order. */
  readAction(terms: T): Read<Extract<StandingAction, { kind: K }>>;
  /** Returns the terms that determine the price of one payment; `null` while the form does not say what to buy. */
  priced(terms: T, targets: StandingTargets): Extract<BoughtByOrder, { kind: K }> | null;
  /** Chooses what one payment of a standing order buys, and when it is due. */
  ActionFields(props: TermsProps<T>): ReactNode;
}

/** The part of a hand-over that depends on the kind of the goods. */
export interface HandoverView<O extends Order = Order> {
  /** The subscription whose link is handed over; `null` if the goods are none. */
  uuid(goods: GoodsOf<O>): string | null;
  /** Whether the message contains the client's dedicated proxies. */
  readonly dedicated: boolean;
  /** A further step with the goods; `leaves` if it opens another screen. */
  readonly action:
    | ((
        purchase: { readonly id: number; readonly clientId: number },
        words: Words,
      ) => MenuAction & { readonly leaves: boolean })
    | null;
}

/** The words of one kind of purchase. */
export interface KindView<O extends Order = Order> {
  readonly product: ProductName;
  /** Describes an order: “5 GB of residential traffic”. */
  orderText(order: RecordedOrderOf<O['kind']>, words: Words): string;
  /** The label of the button that spends: the action, the goods and the price. */
  confirmText(order: O, price: string, words: Words): string;
  /** Says that the purchase succeeded; `null` for “Bought: …”. */
  readonly successText: ((order: RecordedOrderOf<O['kind']>, price: string, words: Words) => string) | null;
  /** Says what the goods have become; empty if there is nothing to add. */
  goodsText(goods: GoodsOf<O>, words: Words): string;
  /** Shows the amount of the delivered goods as a line of facts. */
  goodsFact(goods: GoodsOf<O>, purchaseId: number, words: Words): ReactNode;
  /** Shows the goods in their own list; `null` if there is none. */
  readonly goodsAction: ((purchaseId: number, words: Words) => MenuAction) | null;
  /** How the kind extends things that have an end; `null` if it buys new ones. */
  readonly extending: {
    /** Names a thing that is extended, by its id in the offer's target. */
    thingText(id: string, words: Words): string;
    /** Reads the ends again, if the service lists them. */
    reread(order: O): Promise<unknown>;
  } | null;
  readonly handover: HandoverView<O>;
  /** The unit of the order's period. */
  readonly periodUnit: 'months' | 'days';
}

/** The words and the look of a product. */
export interface ProductView {
  readonly icon: Icon;
  /**
   * The colour of its mark and of its part of a chart, as `#rrggbb`, so that its rows are found by colour. It differs
   * from the accent, from the colours of states and from those of other products (tests/unit/renderer/ui/contrast.test.ts).
   */
  readonly colour: { readonly light: string; readonly dark: string };
  readonly priceText: PriceText;
}

/** Names an entry of the price list by its key; returns `null` for the key of another product. */
export type PriceText = (key: string, words: Words) => string | null;

/** Names renewals with the same price in the forecast of the overview. */
export type RenewalText<N extends RenewalPrice['kind']> = (
  price: Extract<RenewalPrice, { kind: N }>,
  words: Words,
) => string;

export type RecurringViews = { readonly [K in RecurringKind]: Omit<RecurringView<K>, 'termKeys'> };
export type BulkViews = { readonly [K in BulkKind]: Omit<BulkView<K>, 'termKeys'> };
export type KindViews = { readonly [K in Order['kind']]: KindView<OrderOf<K>> };
