import { needContext, paidEnds } from '#core/catalogue/clients/client-needs.ts';
import { stoppedProxies } from '#core/catalogue/dedicated/check-history.ts';
import { checkedListRows } from '#core/catalogue/lists/checked-lists.ts';
import type { CommonDeps } from '#core/context.ts';
import { isProxyCheckRunning } from '#core/jobs/check/check-lines.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import type { RenewalCover } from '#shared/contract/alerts.ts';
import { type AlertStep, enabledStages, expiryStep, poolStep } from '#shared/domain/alert-stages.ts';
import { sumOfPaidEnds } from '#shared/domain/paid-until.ts';
import type { AlertRepository } from './alert-repository.ts';
import {
  alertedProxies,
  alertedSubscriptions,
  type KnownEnd,
  proxiesEndingBetween,
  type Scope,
  subscriptionsEndingBetween,
} from './ends.ts';
import { alertedPools, emptyPools, type KnownPool, poolsBelowThreshold } from './pools.ts';

export interface CheckContext extends CommonDeps<'db' | 'settings'> {
  readonly repository: AlertRepository;
  /** ms since the epoch, UTC. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const DAY = 86_400_000;
/** Ends farther ahead or longer ago than this raise no alert. */
const AHEAD_MS = 7 * DAY;
const BACK_MS = 7 * DAY;
/** An alert about a fluctuating balance is raised at most once a day. */
const BALANCE_REST_MS = DAY;

/** Whether the list of alerts changed. */
type Changed = boolean;

const lookAtAll = async <T>(
  { db, signal }: CheckContext,
  slices: Iterable<readonly T[]>,
  look: (one: T) => Changed,
): Promise<Changed> => {
  let changed = false;
  const lookAtSlice = (rows: readonly T[]): void => {
    for (const row of rows) changed = look(row) || changed;
  };
  await writeInSlices(db, slices, lookAtSlice, { signal });
  signal.throwIfAborted();
  return changed;
};

const lookAtEnd = ({ repository, settings, now }: CheckContext) => {
  const enabled = enabledStages(settings());
  const at = now();
  return (end: KnownEnd): Changed => {
    const { alertId, stage: alertedStage, eventAt, endsAt, isOver } = end;
    const previous = alertedStage === null || eventAt === null ? null : { stage: alertedStage, eventAt };
    const next = expiryStep(previous, endsAt, at, enabled, isOver);
    return apply(repository, end, next, alertId, at, (stage) => ({
      stage,
      eventAt: endsAt,
      trafficGb: null,
      cover: null,
      isSame: stage === alertedStage && endsAt === eventAt,
    }));
  };
};

const lookAtPool = ({ repository, settings, now }: CheckContext) => {
  const { alertLowTraffic, lowTrafficGb } = settings();
  const at = now();
  return (pool: KnownPool): Changed => {
    const { alertId, trafficGb } = pool;
    // The alert does not end if the user has switched these alerts off, because other computers may still show it.
    if (alertId !== null && alertLowTraffic && (trafficGb ?? 0) >= lowTrafficGb) repository.end(alertId);
    const next = poolStep(pool.stage, trafficGb, alertLowTraffic ? lowTrafficGb : null);
    return apply(repository, pool, next, alertId, at, (stage) => ({
      stage,
      eventAt: null,
      trafficGb,
      cover: null,
      isSame: stage === pool.stage && trafficGb === pool.alertedGb,
    }));
  };
};

type AlertContent = Parameters<AlertRepository['update']>[1] & { readonly isSame: boolean };

const apply = (
  repository: AlertRepository,
  subject: Parameters<AlertRepository['raise']>[0],
  next: AlertStep,
  alertId: number | null,
  at: number,
  contentOf: (stage: number) => AlertContent,
): Changed => {
  switch (next.step) {
    case 'none':
      return false;
    case 'drop':
      if (alertId !== null) repository.drop(alertId);
      return true;
    case 'raise':
      repository.raise(subject, contentOf(next.stage), at);
      return true;
    case 'keep':
    case 'lower': {
      const content = contentOf(next.stage);
      if (alertId === null || content.isSame) return false;
      repository.update(alertId, content);
      return true;
    }
  }
};

/**
 * Checks the ends and pools of all clients, or of one. Resolves with whether an alert was added, changed or removed.
 */
export const checkClientAlerts = async (context: CheckContext, scope: Scope): Promise<Changed> => {
  const { db } = context;
  const at = context.now();
  const end = lookAtEnd(context);
  const pool = lookAtPool(context);
  const { alertLowTraffic, lowTrafficGb } = context.settings();
  const changes = [
    await lookAtAll(context, alertedSubscriptions(db, scope), end),
    await lookAtAll(context, subscriptionsEndingBetween(db, scope, at - BACK_MS, at + AHEAD_MS), end),
    await lookAtAll(context, alertedPools(db, scope), pool),
    alertLowTraffic ? await lookAtAll(context, poolsBelowThreshold(db, scope, lowTrafficGb), pool) : false,
    alertLowTraffic && lowTrafficGb > 0 ? await lookAtAll(context, emptyPools(db, scope), pool) : false,
  ];
  return changes.includes(true);
};

/** Does the same for dedicated proxies. */
export const checkProxies = async (context: CheckContext, accountId: string): Promise<Changed> => {
  const { db } = context;
  const at = context.now();
  const zone = context.settings().assumedZone;
  const end = lookAtEnd(context);
  const changes = [
    await lookAtAll(context, alertedProxies(db, accountId, zone), end),
    await lookAtAll(context, proxiesEndingBetween(db, accountId, zone, at - BACK_MS, at + AHEAD_MS), end),
  ];
  return changes.includes(true);
};

/** The number of proxies that an alert names. */
const NAMED = 3;

/**
 * Compares the alert about proxies that stopped working with what the checks found. While a check runs nothing changes,
 * so that one alert covers all of them.
 */
export const checkStopped = ({ db, repository, settings, now }: CheckContext, accountId: string): Changed => {
  if (isProxyCheckRunning(db, accountId)) return false;
  const moment = { now: now(), zone: settings().assumedZone };
  const about = { kind: 'check', subject: '' } as const;
  return repository.putStopped(accountId, about, stoppedProxies(db, accountId, moment, NAMED), moment.now);
};

/**
 * Does the same for the lists on the schedule, each of which has an alert of its own. The alert goes with a list that was
 * taken off the schedule or put into the trash.
 */
export const checkStoppedOfLists = ({ db, repository, now }: CheckContext, accountId: string): Changed => {
  const known = new Map(checkedListRows(db, accountId).map((row) => [String(row.listId), row]));
  const subjects = new Set([...known.keys(), ...repository.listsWithAlert(accountId)]);
  let changed = false;
  for (const subject of subjects) {
    const { stopped: count = 0, stoppedAt } = known.get(subject) ?? {};
    const about = { kind: 'list-check', subject } as const;
    const stopped = { count, names: [], newest: stoppedAt ?? 0 };
    changed = repository.putStopped(accountId, about, stopped, now()) || changed;
  }
  return changed;
};

/**
 * Compares the alert about clients whose paid time ends with the clients themselves. All of them share one alert. It is
 * raised again if a client has reached another stage, or if there are more of them.
 */
export const checkPaidUntil = ({ db, repository, settings, now }: CheckContext, accountId: string): Changed => {
  const at = now();
  const stages = enabledStages(settings());
  const ends = paidEnds(db, needContext(accountId, at, settings()));
  return repository.putPaid(accountId, sumOfPaidEnds(ends, stages, at), at);
};

interface BalanceAlert {
  readonly id: number;
  readonly raisedAt: number;
  readonly isCovered: boolean;
  readonly coverJson: string | null;
}

/** Compares the balance with the coming renewals. `cover` is `null` if the balance was never read. */
export const checkBalance = (context: CheckContext, accountId: string, cover: RenewalCover | null): Changed => {
  const { db, repository } = context;
  const at = context.now();
  const alert = db.get<BalanceAlert>(sql`SELECT id, raised_at, is_covered AS "isCovered:flag", cover_json FROM alerts
    WHERE account_id = ${accountId} AND kind = 'balance' AND subject = ''`);
  const isLow = context.settings().alertLowBalance && cover !== null && cover.neededKopecks > cover.balanceKopecks;
  const isRested = alert === undefined || Math.abs(at - alert.raisedAt) > BALANCE_REST_MS;
  if (!isLow) {
    if (alert === undefined) return false;
    if (cover !== null && cover.neededKopecks <= cover.balanceKopecks) repository.end(alert.id);
    if (isRested) repository.drop(alert.id);
    else if (!alert.isCovered) repository.cover(alert.id, cover);
    return !alert.isCovered;
  }
  const content = { stage: 1, eventAt: null, trafficGb: null, cover };
  if (alert === undefined || (alert.isCovered && isRested)) {
    const subject = { accountId, kind: 'balance', subject: '', clientId: null, proxyId: null, target: '' } as const;
    repository.raise(subject, content, at);
    return true;
  }
  if (!alert.isCovered && alert.coverJson === JSON.stringify(cover)) return false;
  repository.update(alert.id, content);
  return true;
};
