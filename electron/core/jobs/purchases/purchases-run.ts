import type { CommonDeps } from '#core/context.ts';
import type { Gate } from '#core/engine/gate.ts';
import type { RunContext, RunEngine } from '#core/engine/run-engine.ts';
import type { RunKindOf } from '#core/engine/run-kind.ts';
import {
  endRun,
  findRun,
  insertRun,
  type RunEnd,
  type StoredRun,
  setRunProgress,
} from '#core/engine/run-repository.ts';
import { planOf } from '#core/money/products/index.ts';
import type { Plan, PlanCatalogue, PlanContext } from '#core/money/products/plan.ts';
import type { Evidence } from '#core/money/products/product.ts';
import type { Buying, ChargeGuard } from '#core/money/purchases/buying.ts';
import { newestShown, openPurchases } from '#core/money/purchases/target.ts';
import { createThrottle } from '#core/platform/async/throttle.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { RefreshBalance } from '#core/service/account/session.ts';
import type { PurchasesInput, PurchasesParams, RunSubject } from '#shared/contract/runs.ts';
import { MAX_CHARGE_TARGETS, MAX_REFUSALS_IN_ROW, nextRunStep } from '#shared/domain/run-charges.ts';
import { isHalted, type RunReason } from '#shared/domain/run-rules.ts';
import { bulkRulesOf, rulesOf } from '#shared/products/index.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import {
  addCharges,
  agreeToPlan,
  chargesOf,
  finishedRuns,
  forgetPlan,
  isBuyingNow,
  isRested,
  type PurchasesRun,
  pageOfLines,
  type StoredCharge,
  skipUnknownCharges,
  standingOrderOf,
  termsOf,
} from './charges.ts';
import { committed, detailOf, linesThrough } from './detail.ts';
import { createPriceBook } from './price-book.ts';
import { purchasesReportOf } from './report.ts';
import { requoted } from './requote.ts';
import { RUN_CAP, takeCharge } from './take-charge.ts';

/** The rules of the standing order for which a run buys. Provided by automation/standing. */
export interface OrderRules {
  /**
   * Returns the kopecks that the order may still spend this month, or `null` if there is no limit. `besidesKopecks` is
   * an amount in the journal that should not count.
   */
  monthLeft(orderId: number, besidesKopecks: number): number | null;
  /**
   * Returns whether an automatic order would still start this charge of its run; always true for a run that the user
   * started. Throws `target-changed` if the readings of the service in `evidence` show that the pool is no longer low.
   */
  isStillDue(charge: { readonly runId: number; readonly charge: number }, evidence: Evidence): boolean;
  /** Abandons the due items of a plan that the user has cancelled. Returns whether there were any. */
  abandonDueItems(runId: number): boolean;
}

interface Deps extends CommonDeps<'db' | 'clock' | 'bus' | 'emit' | 'session' | 'assumedZone'> {
  readonly engine: RunEngine;
  readonly gate: Gate;
  readonly buyPlanned: Buying['buyPlanned'];
  readonly assertMayBuy: Buying['assertMayBuy'];
  readonly guard: Pick<ChargeGuard, 'isUnguarded'>;
  readonly catalogue: PlanCatalogue;
  /** Reads and stores the balance, so that the plan shows the same as the rest of the window. */
  readonly readBalance: RefreshBalance;
  readonly orderRules: OrderRules;
}

/** A stored run with its plan. */
export interface PlannedRun {
  readonly run: StoredRun;
  readonly plan: Plan;
  /** The balance as read with the prices; `null` if it could not be read. */
  readonly balanceKopecks: number | null;
}

export interface PurchasesRuns extends RunKindOf {
  /** Plans a selection with fixed prices. Nothing is bought until the user agrees to the whole plan; see `resume`. */
  plan(input: PurchasesInput, onAccountOf?: StandingAccount): Promise<PlannedRun>;
  cancelPlan(): void;
  /** Reads the prices of the waiting charges and the balance again. */
  requote(run: StoredRun): Promise<void>;
  skipUnknown(run: StoredRun): void;
}

/** The standing order for which a run buys. An automatic run does not replace a plan of the user. */
export interface StandingAccount {
  readonly orderId: number;
  readonly isAutomatic: boolean;
}

/** A waiting charge. */
interface ChargeLine {
  readonly line: number;
  readonly charge: StoredCharge;
}

/** Returns the terms of the run without its targets. */
const paramsOf = (input: PurchasesInput): PurchasesParams => bulkRulesOf(input.kind).paramsOf(input);

/** Checks the terms like those of a single purchase. Throws `invalid-input`. */
const checkParams = (input: PurchasesInput): void => {
  const rules = bulkRulesOf(input.kind);
  const count = rules.countTargets(input);
  if (count > MAX_CHARGE_TARGETS) {
    const params = { max: MAX_CHARGE_TARGETS, count };
    throw invalidInput('The selection is too large for one run.', {
      field: 'targets',
      code: 'too-many-targets',
      params,
    });
  }
  const problems = rulesOf(input.kind).problems(rules.sampleOrder(paramsOf(input)));
  if (problems.length > 0) throw invalidInput('The order is not valid.', ...problems);
};

/** Returns the subject of the run. `lines` is the number of lines that can be bought. */
const subjectOf = (params: PurchasesParams, lines: number): RunSubject =>
  bulkRulesOf(params.kind).subjectOf(params, lines);

const PLANNING_INTERVAL_MS = 100;

const conflict = (code: string, message: string): DeskError => new DeskError('conflict', message, { code });
const cancelled = (): DeskError => new DeskError('cancelled', 'The planning was stopped.');

/** Throws if the run cannot start. Waiting lines of a restored run may have been bought after its copy was made. */
const assertStartable = (run: StoredRun): void => {
  if (run.state === 'planned' || (isHalted(run) && run.reason !== 'restored')) return;
  throw conflict('run-not-startable', 'The run is under way or over.');
};

/** The errors of a run that stopped without an error of the service. */
const REASONS = {
  unknown: new DeskError('outcome-unknown', 'The outcome of a purchase of this run is unknown.', {
    code: 'run-unknown',
  }),
  cap: conflict(RUN_CAP, 'The next purchase would go beyond the spending cap.'),
  'rate-limited': new DeskError('rate-limited', 'The service refused the remaining lines a moment ago.', {
    code: 'run-rests',
  }),
} as const satisfies Partial<Record<RunReason, DeskError>>;

/**
 * Creates the runs of many purchases of one kind: planned, agreed to as a whole, and bought one by one through the
 * journal.
 */
export const createPurchasesRuns = (deps: Deps): PurchasesRuns => {
  const { db, clock, emit, session, engine, gate } = deps;
  let planning: AbortController | null = null;

  const find = ({ accountId, id }: StoredRun): PurchasesRun => findRun(db, accountId, id) as PurchasesRun;

  /** Returns the amount that the run's standing order may still spend; `null` if there is no limit. */
  const leftOfMonth = (runId: number, intendedKopecks = 0): number | null => {
    const orderId = standingOrderOf(db, runId);
    return orderId === null ? null : deps.orderRules.monthLeft(orderId, intendedKopecks);
  };

  const endOf = (runId: number): RunEnd => {
    const isWhole = chargesOf(db, runId).every(({ state }) => state === 'done');
    return { state: isWhole ? 'done' : 'partial', error: null };
  };
  const endThrough = (): number[] => {
    const ids = finishedRuns(db);
    for (const id of ids) {
      setRunProgress(db, id, linesThrough(chargesOf(db, id)), null);
      endRun(db, id, endOf(id), clock.now());
    }
    return ids;
  };
  // The app may have ended between the end of the last purchase and the end of its run.
  endThrough();

  /**
   * Takes the charges one by one. Before each one the journal is read for what was spent and what is unknown, so
   * nothing depends on the memory of this process.
   */
  const work = (run: PurchasesRun, isUnguarded: boolean) => (context: RunContext) => {
    let through: number | undefined;
    const reach = (lines: number): void => {
      if (lines !== through) context.progress(lines);
      through = lines;
    };
    const next = (): { readonly line: ChargeLine } | { readonly end: RunEnd } | undefined => {
      const charges = chargesOf(db, run.id);
      reach(linesThrough(charges));
      const waiting = charges.filter(({ state }) => state === 'waiting');
      // A charge refused for its rate may have been made. It is tried again at the end, when the total is past the lag
      // window.
      const isReady = (one: StoredCharge): boolean => isRested(one, clock.now(), uptimeOf(clock));
      const charge = waiting.find(({ refused }) => refused === null) ?? waiting.find(isReady);
      const rests = charge === undefined && waiting.length > 0;
      const committedKopecks = committed(charges);
      const { capKopecks } = termsOf(db, run.id);
      const left = leftOfMonth(run.id);
      const step = nextRunStep({
        committedKopecks,
        capKopecks: Math.min(capKopecks ?? 0, left === null ? Number.POSITIVE_INFINITY : committedKopecks + left),
        open: charges.filter(({ state }) => state === 'unknown' || state === 'buying').length,
        nextKopecks: charge?.priceKopecks ?? null,
      });
      const why = step.do === 'stop' ? step.why : rests ? 'rate-limited' : null;
      if (why !== null) return { end: { state: 'stopped', reason: why, error: toStoredError(REASONS[why]) } };
      return charge === undefined ? undefined : { line: { line: charge.charge, charge } };
    };
    return engine.takeLines<ChargeLine>(context, {
      atOnce: 1,
      failuresInRow: MAX_REFUSALS_IN_ROW,
      waitsForNetwork: false,
      next,
      take: async ({ charge }, signal) => {
        const mayLeave = AbortSignal.any([signal, gate.unpaused()]);
        const terms = {
          signal: mayLeave,
          isUnguarded,
          assertStill: (seen: Evidence, intendedKopecks: number) => assertStill(run, charge, seen, intendedKopecks),
        };
        const end = await takeCharge(run, charge, terms, { db, buyPlanned: deps.buyPlanned });
        // Report the progress now, because the run may have to wait before it reads the journal again.
        if (end.ended === 'done' || end.ended === 'failed') reach((through ?? 0) + charge.lines);
        return end;
      },
      finish: () => endOf(run.id),
    });
  };

  /** Checks a charge again before it is sent: a colleague may have paid meanwhile, and the plan may be hours old. */
  const assertStill = (
    run: PurchasesRun,
    { charge, priceKopecks }: StoredCharge,
    evidence: Evidence,
    intendedKopecks: number,
  ): void => {
    const left = leftOfMonth(run.id, intendedKopecks);
    if (left !== null && left < priceKopecks) throw REASONS.cap;
    if (deps.orderRules.isStillDue({ runId: run.id, charge }, evidence)) return;
    // The next check plans again whatever is still due. This must not wait for the end of the run, because this charge
    // is part of it.
    void engine.stop(run.id, 'interrupted').catch(() => {});
    throw new DeskError('cancelled', 'The standing order would not start this charge now.');
  };

  // Ends runs whose last open purchase was decided.
  deps.bus.on('purchases.changed', () => {
    for (const id of endThrough()) engine.tell(id);
  });

  return {
    plan: async (input, onAccountOf) => {
      checkParams(input);
      const isAutomatic = onAccountOf?.isAutomatic === true;
      const accountId = session.accountId();
      const api = await session.api(accountId);
      const mine = new AbortController();
      if (!isAutomatic) {
        planning?.abort(cancelled());
        planning = mine;
      }
      const { signal } = mine;
      const throttle = createThrottle(clock, PLANNING_INTERVAL_MS);
      const ledgerMark = newestShown(db, accountId);
      const prices = createPriceBook(api);
      const progress = (done: number, total: number): void =>
        throttle.attempt(() => {
          if (!isAutomatic) emit('runs.planning', { done, total });
        });
      try {
        // Read when it is first needed, after the plan has read its data from the service.
        let open: ReturnType<typeof openPurchases> | undefined;
        const openOf: PlanContext['openOf'] = (order, client) => {
          open ??= openPurchases(db, accountId, input.kind);
          return open(order, client);
        };
        const { catalogue } = deps;
        const context = { db, accountId, clock, quote: prices.quote, openOf, signal, progress, catalogue };
        const plan = await planOf(input.kind)(input, context);
        const balance = await deps.readBalance(accountId).catch(() => null);
        signal.throwIfAborted();
        const params = paramsOf(input);
        const total = plan.lines.filter(({ charge }) => charge !== null).length;
        forgetPlan(db, accountId, isAutomatic);
        // If the app crashes in between, the next start deletes the planned run.
        const name = subjectOf(params, total);
        const id = insertRun(db, { accountId, kind: 'purchases', name, total, params }, 'planned', clock.now());
        const balanceKopecks = balance?.balanceKopecks ?? null;
        const standingOrderId = onAccountOf?.orderId ?? null;
        const pricesAsOf = prices.asOf() ?? clock.now();
        const terms = { balanceKopecks, pricesAsOf, ledgerMark, standingOrderId, isAutomatic };
        await addCharges(db, { id, accountId }, plan, terms, signal);
        signal.throwIfAborted();
        return { run: findRun(db, accountId, id), plan, balanceKopecks };
      } finally {
        if (planning === mine) planning = null;
      }
    },
    cancelPlan: () => planning?.abort(cancelled()),
    requote: async (run) => {
      assertStartable(run);
      const write = await requoted(find(run), { ...deps, api: await session.api(run.accountId) });
      // The run may have started meanwhile, and then its agreed prices must not change.
      assertStartable(find(run));
      write();
      engine.tell(run.id);
    },
    skipUnknown: ({ id }) => {
      skipUnknownCharges(db, id);
      for (const runId of new Set([id, ...endThrough()])) engine.tell(runId);
    },
    resume: async (stored, { agreed }) => {
      const run = find(stored);
      assertStartable(run);
      if (isBuyingNow(db, run.accountId)) throw conflict('run-other-running', 'Another run is under way.');
      const seen = detailOf(db, run);
      if (seen.counts.unknown + seen.counts.buying > 0) {
        throw conflict('run-open-outcome', 'The outcome of a purchase is unknown.');
      }
      if (seen.waitingCharges === 0 || seen.remainingKopecks !== agreed?.remainingKopecks) {
        throw conflict('run-plan-changed', 'The plan has changed.');
      }
      if (agreed.capKopecks < seen.totalKopecks) {
        const params = { minKopecks: seen.totalKopecks };
        throw invalidInput('The cap does not cover the plan.', { field: 'capKopecks', code: 'cap-too-low', params });
      }
      deps.assertMayBuy(run.accountId, seen.remainingKopecks);
      const left = leftOfMonth(run.id);
      if (left !== null && seen.remainingKopecks > left) {
        throw invalidInput('The standing order may not spend so much this month.', {
          field: 'capKopecks',
          code: 'month-cap',
          params: { leftKopecks: left },
        });
      }
      agreeToPlan(db, run.id, agreed.capKopecks);
      if (!engine.proceed(run, work(run, agreed.isUnguarded)))
        throw conflict('run-not-startable', 'The run is under way.');
      return find(run);
    },
    over: async ({ id }) => {
      deps.orderRules.abandonDueItems(id);
    },
    lines: ({ id }, page) => pageOfLines(db, id, page),
    detail: (run) => ({
      ...detailOf(db, run as PurchasesRun),
      isUnguarded: deps.guard.isUnguarded(run.accountId),
    }),
    report: (run, t, language) => purchasesReportOf(db, run as PurchasesRun, t, language),
  };
};
