import { plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import {
  type StandingAction,
  type StandingOrder,
  type StandingTargets,
  standingBlockedReason,
  standingTerms,
} from '#shared/contract/standing.ts';
import { areHours } from '#shared/domain/schedule-time.ts';
import {
  REQUIRED_PAYMENTS,
  type RequiredPayment,
  STANDING_MODES,
  type StandingMode,
} from '#shared/domain/standing-rules.ts';
import { isZone, localZone } from '#shared/domain/zoned-time.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import { actionProblems } from './check-draft.ts';

/**
 * The reason for which an order does nothing automatically:
 * - `damaged`: one of its terms cannot be read, or is invalid;
 * - `newer`: another computer has published a value of it that this one cannot use (sync/model/set-aside.ts);
 * - `mixed`: its terms were changed on two computers, and contradict each other.
 */
export type OrderFlaw = 'damaged' | 'newer' | 'mixed';

/** A standing order as it is stored, as far as it can be read. Times are ms since the epoch, UTC. */
export interface StoredOrder
  extends Pick<
    StandingOrder,
    | 'id'
    | 'name'
    | 'action'
    | 'mode'
    | 'ceilingKopecks'
    | 'monthCapKopecks'
    | 'payment'
    | 'timesEach'
    | 'hours'
    | 'zone'
    | 'isOn'
    | 'blockedReason'
  > {
  readonly accountId: string;
  readonly targetsOf: StandingTargets['of'];
  readonly tag: string;
  readonly overruled: StandingOrder['overruled'];
  readonly onSince: number;
  readonly checkedAt: number;
  readonly tries: number;
  readonly triedAt: number | null;
  readonly flaw: OrderFlaw | null;
}

/** An order whose action can be read, so that it is known what it buys. */
export interface ReadableOrder extends StoredOrder {
  readonly action: StandingAction;
}

export const isReadable = (order: StoredOrder): order is ReadableOrder => order.action !== null;
/** Returns whether the order may do automatically what its terms allow. */
export const isSound = (order: StoredOrder): order is ReadableOrder => isReadable(order) && order.flaw === null;

/** Stands for "no limit" in the columns of overruled limits, of money and of times. */
export const NO_LIMIT = 0;

export interface OrderRow
  extends Pick<
    StoredOrder,
    | 'id'
    | 'accountId'
    | 'name'
    | 'tag'
    | 'ceilingKopecks'
    | 'monthCapKopecks'
    | 'timesEach'
    | 'isOn'
    | 'onSince'
    | 'checkedAt'
    | 'tries'
    | 'triedAt'
  > {
  readonly actionJson: string;
  readonly targetsOf: string;
  readonly mode: string;
  readonly payment: string;
  readonly hoursFrom: string | null;
  readonly hoursTo: string | null;
  readonly zone: string;
  readonly blockedReasonJson: string | null;
  readonly blockingPurchaseId: number | null;
  readonly blockingRunId: number | null;
  readonly modeLost: string | null;
  readonly ceilingLost: number | null;
  readonly monthCapLost: number | null;
  readonly paymentLost: string | null;
  readonly timesEachLost: number | null;
  readonly hasAside: boolean;
}

/** The JSON columns are read as text, because one damaged order must not keep the others from being read. */
export const ORDER_COLUMNS = sql`id, account_id, name, action_json, targets_of, tag, mode, ceiling_kopecks, month_cap_kopecks,
  payment, times_each, hours_from, hours_to, zone, is_on AS "isOn:flag", blocked_reason_json AS blockedReasonJson,
  blocking_purchase_id AS blockingPurchaseId, blocking_run_id AS blockingRunId, on_since, checked_at, tries, tried_at, mode_lost, ceiling_lost, month_cap_lost,
  payment_lost, times_each_lost,
  EXISTS (SELECT 1 FROM shared_docs d JOIN shared_set_aside a ON a.account_id = d.account_id AND a.kind = d.kind
    AND a.uid = d.uid WHERE d.account_id = standing_orders.account_id AND d.kind = 'order'
    AND d.local_id = standing_orders.id) AS "hasAside:flag"`;

/**
 * Returns an SQL expression for one property of an order's action, which is NULL if the action cannot be read. `of` is
 * the alias of the table of orders.
 */
export const inAction = (of: 'o' | 's', name: 'kind' | 'poolType'): Sql =>
  plain(`iif(json_valid(${of}.action_json), ${of}.action_json ->> '$.${name}', NULL)`);

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Returns the action of an order; `null` if it cannot be read, or is not permitted. */
export const actionOf = (json: string): StandingAction | null => {
  const read = standingTerms.shape.action.safeParse(parsed(json));
  return read.success && actionProblems(read.data).length === 0 ? read.data : null;
};

const TARGETS = ['clients', 'tag', 'proxies'] as const;

const blockedReasonOf = (row: OrderRow): StandingOrder['blockedReason'] => {
  const { blockedReasonJson, blockingPurchaseId: purchaseId, blockingRunId: runId } = row;
  const stored = blockedReasonJson === null ? null : parsed(blockedReasonJson);
  if (typeof stored !== 'object' || stored === null) return null;
  const read = standingBlockedReason.safeParse({ ...stored, purchaseId, runId });
  return read.success ? read.data : null;
};

const lostLimit = (limit: number): number | null => (limit === NO_LIMIT ? null : limit);

const overruledOf = (row: OrderRow): StandingOrder['overruled'] => {
  const { ceilingLost, monthCapLost, timesEachLost } = row;
  const mode = STANDING_MODES.find((one) => one === row.modeLost);
  const payment = REQUIRED_PAYMENTS.find((one) => one === row.paymentLost);
  return [
    ...(mode === undefined ? [] : [{ term: 'mode', mode } as const]),
    ...(ceilingLost === null ? [] : [{ term: 'ceiling', kopecks: lostLimit(ceilingLost) } as const]),
    ...(monthCapLost === null ? [] : [{ term: 'cap', kopecks: lostLimit(monthCapLost) } as const]),
    ...(payment === undefined ? [] : [{ term: 'payment', payment } as const]),
    ...(timesEachLost === null ? [] : [{ term: 'times', times: lostLimit(timesEachLost) } as const]),
  ];
};

interface ReadTerms {
  readonly action: StandingAction | null;
  readonly targetsOf: StandingTargets['of'] | undefined;
  readonly mode: StandingMode | undefined;
  readonly payment: RequiredPayment | undefined;
  readonly hours: StandingOrder['hours'] | undefined;
  readonly zone: string | undefined;
}

const readTerms = (row: OrderRow): ReadTerms => {
  const { actionJson, targetsOf, mode, payment, hoursFrom: from, hoursTo: to, zone } = row;
  const hours = from === null || to === null ? undefined : { from, to };
  return {
    action: actionOf(actionJson),
    targetsOf: TARGETS.find((one) => one === targetsOf),
    mode: STANDING_MODES.find((one) => one === mode),
    payment: REQUIRED_PAYMENTS.find((one) => one === payment),
    hours: from === null && to === null ? null : hours !== undefined && areHours(hours) ? hours : undefined,
    zone: isZone(zone) ? zone : undefined,
  };
};

const isLimit = (limit: number | null): boolean => limit === null || limit > 0;

const flawOf = (row: OrderRow, terms: ReadTerms): OrderFlaw | null => {
  const { action, targetsOf, mode, payment, hours, zone } = terms;
  const { ceilingKopecks, monthCapKopecks, timesEach } = row;
  if (action === null || targetsOf === undefined || mode === undefined || payment === undefined) return 'damaged';
  if (hours === undefined || zone === undefined) return 'damaged';
  if (!isLimit(ceilingKopecks) || !isLimit(monthCapKopecks) || !isLimit(timesEach)) return 'damaged';
  if (row.hasAside) return 'newer';
  const isUnlimited = ceilingKopecks === null || monthCapKopecks === null;
  const isMixed =
    (mode === 'do' && isUnlimited) || (targetsOf === 'proxies' && recurringRulesOf(action.kind).takes !== 'proxies');
  return isMixed ? 'mixed' : null;
};

/** Converts a row to an order. A term that cannot be read gets the value with which the order does the least. */
export const toOrder = (row: OrderRow): StoredOrder => {
  const { id, accountId, name, tag, ceilingKopecks, monthCapKopecks, timesEach } = row;
  const { isOn, onSince, checkedAt, tries, triedAt } = row;
  const terms = readTerms(row);
  return {
    id,
    accountId,
    name,
    tag,
    ceilingKopecks,
    monthCapKopecks,
    timesEach,
    isOn,
    onSince,
    checkedAt,
    tries,
    triedAt,
    action: terms.action,
    targetsOf: terms.targetsOf ?? 'clients',
    mode: terms.mode ?? 'ask',
    payment: terms.payment ?? 'paid-ahead',
    hours: terms.hours ?? null,
    zone: terms.zone ?? localZone(),
    blockedReason: blockedReasonOf(row),
    overruled: overruledOf(row),
    flaw: flawOf(row, terms),
  };
};
