import { z } from 'zod';
import { CHECK_SORTS } from '../domain/check.ts';
import { LANGUAGES } from '../domain/language.ts';
import { RUN_HINDRANCES, RUN_KINDS, RUN_REASONS, RUN_SORTS, RUN_STATES } from '../domain/run-rules.ts';
import { event, id, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { keptError } from './kept-error.ts';
import { hostVariant } from './lists.ts';
import { poolType } from './premium.ts';
import { RUN_SUBJECTS } from './products.ts';
import { formatId } from './recipe.ts';
import { checkDetail, checkInput, checkLine } from './run-checks.ts';
import { listsDetail, listsInput, listsLine, listsTargets } from './run-lists.ts';
import { agreement, purchasesDetail, purchasesInput, purchasesLine } from './run-purchases.ts';

/** What a run is about, so that it is named in the language of whoever looks. Counts are of what it really does. */
const runSubject = z.discriminatedUnion('what', [
  ...RUN_SUBJECTS,
  z.object({ what: z.literal('generate'), clients: z.int(), linesEach: z.int() }),
  z.object({ what: z.literal('export'), lists: z.int() }),
  z.object({ what: z.literal('clients'), action: z.enum(['archive', 'restore', 'remove', 'tag']), clients: z.int() }),
  z.object({ what: z.literal('proxies'), action: z.enum(['assign', 'archive', 'restore']), proxies: z.int() }),
  z.object({ what: z.literal('sales'), purchases: z.int() }),
  z.object({ what: z.literal('import'), fileName: z.string() }),
  /** `null`: of dedicated proxies. */
  z.object({ what: z.literal('check'), list: z.string().nullable(), proxies: z.int() }),
  /** `null`: all clients. */
  z.object({ what: z.literal('refresh'), clients: z.int().nullable() }),
]);

const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  /** A name of its own, such as that of the list it makes; or the one it was started with, where there is no subject. */
  title: z.string(),
  subject: runSubject.nullable(),
  state: z.enum(RUN_STATES),
  /** Why it has stopped. */
  reason: z.enum(RUN_REASONS).nullable(),
  error: keptError.nullable(),
  /** Why nothing moves though it is running; it goes on by itself. */
  waitingFor: z.enum(RUN_HINDRANCES).nullable(),
  /** Until when the service wants to be left alone. */
  waitsUntil: timestamp.nullable(),
  /** ms; `null` while it cannot be said. */
  timeLeftMs: z.number().nullable(),
  /** Lines, or what else it counts, that it is through with; those that failed are among them. */
  done: z.int(),
  failed: z.int(),
  total: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** The thing it makes, for a link: the id of a list. */
  targetId: id.nullable(),
  /** The user wants to hear no more of how it ended. */
  dismissed: z.boolean(),
});

/** A client that could not be read: what was known of it before stays. */
const refreshLine = z.object({
  of: z.literal('refresh'),
  line: z.int(),
  state: z.literal('failed'),
  clientId: id,
  clientName: z.string(),
  messengerId: z.int(),
  clientKey: z.string(),
  error: keptError,
  at: timestamp,
  /** When the older of its data was read; `null` when it never was. */
  asOf: timestamp.nullable(),
});

/** What one line is depends on the kind of its run. */
const line = z.discriminatedUnion('of', [refreshLine, listsLine, purchasesLine, checkLine]);
/** What a kind tells of a run beyond that; `null`: nothing. */
const detail = z.discriminatedUnion('of', [listsDetail, purchasesDetail, checkDetail]).nullable();
const runWithDetail = z.object({ ...run.shape, detail });

/** Without one the newest stand first. */
const sort = sortBy(RUN_SORTS).default({ by: 'started', direction: 'desc' });
const oneRun = z.strictObject({ runId: id });

export const runsProcedures = {
  /**
   * Of the open desk. `troubled`: only those that ended badly within the last 7 days and were not dismissed. `open`: those
   * that run, and a refresh that has clients left to read.
   */
  'runs.list': procedure(
    z.strictObject({ show: z.enum(['all', 'troubled', 'open']).default('all'), sort, ...page }),
    rowsOf(run),
  ),
  'runs.get': procedure(oneRun, runWithDetail),
  /**
   * `only` narrows to states. Of a refresh those that failed, the newest first; else in the order of the selection. A check
   * can be sorted; what has no time or no exit comes last then.
   */
  'runs.lines': procedure(
    z.strictObject({
      runId: id,
      only: z.array(text(30)).max(20).default([]),
      sort: sortBy(CHECK_SORTS).exactOptional(),
      ...page,
    }),
    rowsOf(line),
  ),
  /**
   * `refresh` reads clients again: all, archived ones apart, or these. While such a run is under way they join it, and
   * those named here go first; one that was paused or had stopped goes on. `generate` and `export` ask the OS for the
   * place first. `null`: the dialog was closed. `check-…` asks an address through proxies, and replaces the former check of
   * a list; `conflict` (`check-running`) while that goes on.
   */
  'runs.start': procedure(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('refresh'), clientIds: z.array(id).min(1).max(200_000).exactOptional() }),
      ...listsInput,
      ...checkInput,
    ]),
    run.nullable(),
  ),
  /**
   * Purchases for many: freezes a selection and asks for its prices, equal ones once; `runs.resume` begins it. Throws what
   * the service's reads throw, and `cancelled`.
   */
  'runs.plan': procedure(purchasesInput, runWithDetail),
  /** Stops the planning that is under way, if any. */
  'runs.cancelPlan': procedure(nothing, nothing),
  /** Asks for the prices of the purchases that wait, and for the balance, again. */
  'runs.requote': procedure(oneRun, runWithDetail),
  /** Goes on without purchases whose outcome is unknown. They are never sent again, and count against the cap. */
  'runs.skipUnknown': procedure(oneRun, runWithDetail),
  /** Stops after what is under way, and answers when it has. What remains waits. */
  'runs.pause': procedure(oneRun, run),
  /**
   * Goes on with what waits; with `retry` also with what failed or was broken off. Those that are done are not asked for
   * again. Where the place of its files was not chosen since the app was started, it is asked for; `null`: the dialog was
   * closed. `conflict` (`run-over`, `run-running`, `run-nothing-left`). Purchases, also those that are only planned, begin
   * and go on with what was `agreed` alone: `conflict` (`run-plan-changed`) when that is not the run's, `run-open-outcome`
   * while the outcome of one of them is unknown, neither resolved nor skipped, `run-other-running` while another such run
   * of the account is under way.
   */
  'runs.resume': procedure(
    z.strictObject({ runId: id, retry: z.boolean().default(false), agreed: agreement.exactOptional() }),
    run.nullable(),
  ),
  /** Leaves the rest undone, for good. */
  'runs.cancel': procedure(oneRun, run),
  'runs.dismiss': procedure(z.strictObject({ runId: id, dismissed: z.boolean() }), run),
  /** Asks the OS for a path and writes every line, for Excel. `null`: the dialog was closed. */
  'runs.report': procedure(
    z.strictObject({ runId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /** Asks the OS for another place for what is still to be written. `null`: the dialog was closed. */
  'runs.changePlace': procedure(oneRun, run.nullable()),
  'runs.showPlace': procedure(oneRun, nothing),
  /**
   * Makes a list of the proxies of a check that work, without those that are slow where `fastOnly`; the checked list stays
   * as it is. `conflict` (`check-none-work`).
   */
  'runs.keepWorking': procedure(
    z.strictObject({ runId: id, fastOnly: z.boolean() }),
    z.object({ listId: id, lines: z.int() }),
  ),
  /** What is known to go wrong with these clients: said before anything is asked for. */
  'runs.checkClients': procedure(
    z.strictObject({ clientIds: listsTargets, poolType }),
    z.object({
      clients: z.int(),
      /** The balance of the pool was read, and is 0. */
      withoutTraffic: z.int(),
      trafficUnread: z.int(),
      /** The whitelist was read, and is empty: lines without a login would work nowhere. */
      withoutWhitelist: z.int(),
      whitelistUnread: z.int(),
      removed: z.int(),
    }),
  ),
  'runs.checkLists': procedure(
    z.strictObject({ listIds: listsTargets, variant: hostVariant }),
    z.object({
      lists: z.int(),
      lines: z.int(),
      /** Without lines of this variant, or still growing. */
      empty: z.int(),
      removed: z.int(),
      /** Of those with lines, how many can be had in format 1, 2 and 3. */
      available: z.array(z.object({ formatId, lists: z.int() })),
      /** How many were generated in each. */
      own: z.array(z.object({ formatId, lists: z.int() })),
    }),
  ),
};

export const runsEvents = {
  'runs.changed': event(run),
  /** Of the planning that is under way. */
  'runs.planning': event(z.object({ done: z.int(), total: z.int() })),
};

export type Run = z.output<typeof run>;
export type RunKind = Run['kind'];
export type RunWithDetail = z.output<typeof runWithDetail>;
export type RunLine = z.output<typeof line>;
export type RefreshLine = z.output<typeof refreshLine>;
export type { CheckDetail, CheckInput, CheckLine, CheckParams } from './run-checks.ts';
export type { ListsDetail, ListsInput, ListsLine, ListsOutput, ListsParams, ListsProblem } from './run-lists.ts';
export type {
  ChargeState,
  PurchasesAgreement,
  PurchasesDetail,
  PurchasesInput,
  PurchasesLine,
  PurchasesParams,
  PurchasesProblem,
} from './run-purchases.ts';
export type CheckSort = { readonly by: (typeof CHECK_SORTS)[number]; readonly direction: 'asc' | 'desc' };
export type RunSort = z.output<typeof sort>;
export type RunSubject = z.output<typeof runSubject>;
export type { RunState } from '../domain/run-rules.ts';
