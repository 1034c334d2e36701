import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { RenewalPrice } from '#shared/contract/overview.ts';
import type { StandingAction, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import type { DueThing, RecurringKind } from '#shared/domain/products/rules.ts';
import type { DueRenewal } from '#shared/domain/renewal-cover.ts';
import { nextWithinHours } from '#shared/domain/schedule-time.ts';
import { SAME_END_MS } from '#shared/domain/subscription-identity.ts';

/** The part of a standing order that says for whom and when it acts. */
export interface OrderScope extends Pick<StandingOrder, 'id' | 'hours' | 'zone'> {
  readonly accountId: string;
  readonly targetsOf: StandingTargets['of'];
  readonly tag: string;
  readonly onSince: number;
}

/** The part of a standing order that decides what is due. */
export interface DueOrder<K extends RecurringKind = RecurringKind> extends OrderScope {
  readonly action: Extract<StandingAction, { kind: K }>;
}

/** One thing that an order should pay for now, as the desk knows it. Times are ms since the epoch, UTC. */
export interface DueTarget extends DueThing {
  /** Together with the target it names a due item, which is paid for once. */
  readonly version: number;
  readonly endsAt: number | null;
  /** When the end, or the amount, was read. */
  readonly asOf: number | null;
  readonly dueAt: number;
  /** Whether a pool that was topped up lately is ready, waits for the top-up to show, or the user is asked. */
  readonly show: 'ready' | 'wait' | 'ask';
}

export interface Moment {
  /** The zone of the ends of proxies. */
  readonly zone: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  /** See `uptimeOf`. */
  readonly uptime: number;
}

/** Ends between two moments, in ms since the epoch, UTC. `zone`: that of the ends of proxies. */
export interface EndsBetween {
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

/** A reading of one client from the service. */
export type ReadingName = 'subscriptions' | 'traffic';

/** A payment that an order will make, with its known price. */
export interface DuePayment {
  readonly target: string;
  readonly endsAt: number;
  /** `null` if the price is unknown. */
  readonly priceKopecks: number | null;
}

/** The things of an account that end in a window and that no order renews. */
export interface Uncovered {
  readonly count: number;
  /** The first of them. */
  readonly named: readonly {
    readonly clientId: number | null;
    readonly proxyId: number | null;
    readonly name: string;
  }[];
}

/** A line of a run that still has to be paid for. Times are ms since the epoch, UTC. */
export interface WaitingLine {
  readonly messengerId: number | null;
  readonly clientKey: string | null;
  readonly target: string;
  readonly serviceId: number | null;
  readonly expiresAt: number | null;
  /** When the run was started. */
  readonly startedAt: number;
  /** The pool that the run tops up; `null` for other products. */
  readonly poolType: string | null;
}

/** A charged payment of a standing order that no reading has shown yet. */
export interface UnseenPayment {
  readonly id: number;
  readonly clientId: number;
  readonly purchaseId: number;
}

/** The parts of the desk by which a product finds payments that no reading shows. */
export interface UnseenPayments {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns the payments that the order made in the last day. */
  readonly ofOrder: () => readonly UnseenPayment[];
  /** Notes that a reading has shown a payment. */
  readonly setSeen: (payment: UnseenPayment) => void;
}

/** The rules by which the things of a product fall due for standing orders. */
export interface DueRules<K extends RecurringKind = RecurringKind> {
  /** Returns everything that an order should pay for at a moment, the earliest end first. */
  targets(db: Database, order: DueOrder<K>, moment: Moment): DueTarget[];
  /**
   * Returns the payments that an order will make, page by page: each page follows the last payment of the page before.
   * It is empty if the product has no ends.
   */
  payments(db: Database, order: DueOrder<K>, between: EndsBetween): (last: DuePayment | undefined) => DuePayment[];
  /**
   * Returns the things that end in a window and that no order renews. `covered` builds the condition that an order of
   * this kind includes a client. `null` if the product has no ends.
   */
  readonly uncovered:
    | ((
        db: Database,
        accountId: string,
        between: EndsBetween,
        covered: (client: Sql) => Sql,
        most: number,
      ) => Uncovered)
    | null;
  /** The reading that shows what is due, and how old it may be when something is paid; `null` if the service has none. */
  readonly reading: { readonly of: ReadingName; readonly freshMs: number } | null;
  /**
   * Yields the clients to read again, because no reading shows a payment for them yet. The caller reads each client
   * before it takes the next one, so that a client with two payments is read once.
   */
  awaited(order: DueOrder<K>, unseen: UnseenPayments): Iterable<number>;
  /** Returns whether a line that a run still has to pay for is for the same thing. */
  isPaidBy(due: DueTarget, line: WaitingLine, now: number): boolean;
  /**
   * Throws `target-changed` if the reading made just before the charge (`evidence`) shows that the thing is not due any
   * more.
   */
  assertStillDue(order: DueOrder<K>, evidence: Readonly<Record<string, unknown>>): void;
}

/** A product whose renewals the overview forecasts. */
export type ForecastProduct = RenewalPrice['kind'];
/** The terms that make up the price of a renewal. */
export type RenewalTerms<N extends ForecastProduct> = N extends ForecastProduct
  ? Omit<Extract<RenewalPrice, { kind: N }>, 'count' | 'priceKopecks' | 'asOf'>
  : never;

/** A renewal that falls due, with its last known price and the time of that price. */
export interface ComingRenewal<N extends ForecastProduct = ForecastProduct> extends DueRenewal {
  readonly asOf: number | null;
  readonly terms: RenewalTerms<N>;
  /** A key that is equal for renewals with the same price. */
  readonly priceKey: string;
  /** The service's id of the thing, with which its price can be requested; `null` if that needs none or is unknown. */
  readonly serviceId: number | null;
}

/** The renewals of a product that fall due for anybody. */
export interface ProductRenewals<N extends ForecastProduct = ForecastProduct> {
  between(db: Database, accountId: string, between: EndsBetween): readonly ComingRenewal<N>[];
  /** Requests the price of renewals like this one, if possible. The answer is stored as it arrives. */
  askPrice(api: ApiClient, like: Pick<ComingRenewal<N>, 'terms' | 'serviceId'>): Promise<unknown>;
}

/** Returns by how many ms the versions of one due item may differ: services round the ends. */
export const roundingMsOf = ({ endsAt }: DueTarget): number => (endsAt === null ? 0 : SAME_END_MS);

/** Returns whether a line of a run extends the same thing, from the same end. */
export const extendsSame = (due: DueTarget, line: WaitingLine): boolean => {
  const isTarget = line.serviceId === null ? line.target === due.target : line.serviceId === due.serviceId;
  const isEnd = line.expiresAt === null || due.endsAt === null || Math.abs(line.expiresAt - due.endsAt) <= SAME_END_MS;
  return isTarget && isEnd;
};

/** More than a run of purchases takes. */
export const MOST_DUE = 10_000;

/** Returns when something is first due that could be due from a moment on: since the order is on, within its hours. */
export const dueAtOf = ({ onSince, hours, zone }: OrderScope, from: number): number =>
  nextWithinHours(Math.max(from, onSince), hours, zone);

/** The condition that the client `c` is shown. */
export const isClientThere = (accountId: string): Sql =>
  sql`c.account_id = ${accountId} AND c.removed = 0 AND c.archived = 0`;

/** The clients of an order (`c`) with their goods. `CROSS JOIN`: the planner has no statistics. */
export const membersWith = ({ id, accountId, targetsOf, tag }: OrderScope, goods: Sql): Sql =>
  targetsOf === 'tag'
    ? sql`client_tags m CROSS JOIN clients c ON c.id = m.client_id CROSS JOIN ${goods}
        WHERE m.account_id = ${accountId} AND m.tag = ${tag} AND ${isClientThere(accountId)}`
    : sql`standing_clients m CROSS JOIN clients c ON c.id = m.client_id CROSS JOIN ${goods}
        WHERE m.order_id = ${id} AND ${isClientThere(accountId)}`;
