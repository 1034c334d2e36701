import { z } from 'zod';
import { CHECK_SORTS } from '../domain/check.ts';
import { LANGUAGES } from '../domain/language.ts';
import { RUN_BLOCKED_REASONS, RUN_KINDS, RUN_REASONS, RUN_SORTS, RUN_STATES } from '../domain/run-rules.ts';
import { WHITELIST_ACTIONS } from '../domain/whitelist-run.ts';
import { RUN_SUBJECTS } from '../products/index.ts';
import { event, id, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { hostVariant } from './lists.ts';
import { poolType } from './premium.ts';
import { formatId } from './recipe.ts';
import { checkDetail, checkInput, checkLine } from './run-checks.ts';
import { handoverDetail, handoverInput, handoverLine, handoverTurn } from './run-handover.ts';
import { listsDetail, listsInput, listsLine, listsTargets } from './run-lists.ts';
import { agreement, purchasesDetail, purchasesInput, purchasesLine } from './run-purchases.ts';
import { whitelistDetail, whitelistInput, whitelistLine } from './run-whitelist.ts';
import { storedError } from './stored-error.ts';

/**
 * The subject of a run, from which its name is written in the reader's language. Counts are those of the actual lines.
 */
const runSubject = z.discriminatedUnion('what', [
  ...RUN_SUBJECTS,
  z.object({ what: z.literal('generate'), clients: z.int(), linesEach: z.int() }),
  z.object({ what: z.literal('export'), lists: z.int() }),
  z.object({ what: z.literal('clients'), action: z.enum(['archive', 'restore', 'remove', 'tag']), clients: z.int() }),
  z.object({ what: z.literal('proxies'), action: z.enum(['assign', 'archive', 'restore']), proxies: z.int() }),
  z.object({ what: z.literal('sales'), purchases: z.int() }),
  z.object({ what: z.literal('import'), fileName: z.string() }),
  /** `list` is `null` for dedicated proxies. */
  z.object({ what: z.literal('check'), list: z.string().nullable(), proxies: z.int() }),
  z.object({ what: z.literal('handover'), clients: z.int() }),
  z.object({ what: z.literal('whitelist'), action: z.enum(WHITELIST_ACTIONS), ips: z.int(), clients: z.int() }),
  /** `clients` is `null` for all clients. */
  z.object({ what: z.literal('refresh'), clients: z.int().nullable() }),
]);

const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  /** A name, such as that of the list being generated, or the title of a run without a subject. */
  title: z.string(),
  subject: runSubject.nullable(),
  state: z.enum(RUN_STATES),
  /** Why the run was stopped. */
  reason: z.enum(RUN_REASONS).nullable(),
  error: storedError.nullable(),
  /** Why a running run does nothing at the moment; it continues automatically. */
  waitingFor: z.enum(RUN_BLOCKED_REASONS).nullable(),
  /** The time until which the service asked for no requests. */
  waitsUntil: timestamp.nullable(),
  /** In ms; `null` while it cannot be estimated. */
  timeLeftMs: z.number().nullable(),
  /** The number of finished lines or other units, including failed ones. */
  done: z.int(),
  failed: z.int(),
  total: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** The id of the list that it generates, for a link. */
  targetId: id.nullable(),
  /** The user dismissed the notice of its result. */
  dismissed: z.boolean(),
});

/** A client that could not be read. Its earlier data is kept. */
const refreshLine = z.object({
  of: z.literal('refresh'),
  line: z.int(),
  state: z.literal('failed'),
  clientId: id,
  clientName: z.string(),
  messengerId: z.int(),
  clientKey: z.string(),
  error: storedError,
  at: timestamp,
  /** When its older data was read; `null` if it never was. */
  asOf: timestamp.nullable(),
});

/** The form of a line depends on the kind of its run. */
const line = z.discriminatedUnion('of', [
  refreshLine,
  listsLine,
  purchasesLine,
  checkLine,
  whitelistLine,
  handoverLine,
]);
/** The additional data of some kinds of runs; `null` for the others. */
const detail = z
  .discriminatedUnion('of', [listsDetail, purchasesDetail, checkDetail, whitelistDetail, handoverDetail])
  .nullable();
const runWithDetail = z.object({ ...run.shape, detail });

/** The default is newest first. */
const sort = sortBy(RUN_SORTS).default({ by: 'started', direction: 'desc' });
const oneRun = z.strictObject({ runId: id });

export const runsProcedures = {
  /**
   * Returns the runs of the open desk. `troubled`: only those that ended badly within the last 7 days and were not
   * dismissed. `open`: running ones, and a refresh that has clients left to read.
   */
  'runs.list': procedure(
    z.strictObject({ show: z.enum(['all', 'troubled', 'open']).default('all'), sort, ...page }),
    rowsOf(run),
  ),
  'runs.get': procedure(oneRun, runWithDetail),
  /**
   * Returns the lines of a run; `only` narrows them to states. A refresh has only its failed lines, newest first;
   * others are in the order of the selection. A check can be sorted, with lines without a time or an exit at the end.
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
   * Starts a run. `refresh` reads the given clients, or all that are not archived. If such a run is in progress, they
   * join it, and the given clients go first; a paused or stopped one is resumed. `generate` and `export` first ask the
   * OS for a place; `null` if the dialog was closed. `check-…` requests an address through proxies, and replaces the
   * previous check of a list; it throws `conflict` (`check-running`) while that one is running. `whitelist` throws
   * `conflict` (`whitelist-too-many-lines`) for too many clients and addresses. `handover` makes a queue, which the window works off; it
   * throws `conflict` (`handover-nobody`) if the run has bought nothing for anybody.
   */
  'runs.start': procedure(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('refresh'), clientIds: z.array(id).min(1).max(200_000).exactOptional() }),
      ...listsInput,
      ...checkInput,
      whitelistInput,
      ...handoverInput,
    ]),
    run.nullable(),
  ),
  /**
   * Plans purchases for many: it fixes the selection and asks for the prices, once for equal ones. `runs.resume` starts
   * it. Throws the errors of its reads, and `cancelled`.
   */
  'runs.plan': procedure(purchasesInput, runWithDetail),
  /** Stops the planning in progress, if any. */
  'runs.cancelPlan': procedure(nothing, nothing),
  /** Asks for the prices of the waiting purchases, and for the balance, again. */
  'runs.requote': procedure(oneRun, runWithDetail),
  /** Continues without the purchases whose outcome is unknown. They are never sent again, and count against the cap. */
  'runs.skipUnknown': procedure(oneRun, runWithDetail),
  /** Pauses a run after the lines in progress, and answers when they are finished. The other lines wait. */
  'runs.pause': procedure(oneRun, run),
  /**
   * Resumes the waiting lines, and with `retry` also the failed and interrupted ones; finished lines are not repeated.
   * If the place for its files was not chosen since the start of the app, it asks for it; `null` if the dialog was
   * closed. `conflict` (`run-over`, `run-running`, `run-nothing-left`). Purchases, even planned ones, only start or
   * continue as `agreed`: `conflict` with `run-plan-changed` if the agreement does not match the run, with
   * `run-open-outcome` while the outcome of a purchase is unknown and it was not skipped, and with `run-other-running`
   * while another such run of the account is in progress.
   */
  'runs.resume': procedure(
    z.strictObject({ runId: id, retry: z.boolean().default(false), agreed: agreement.exactOptional() }),
    run.nullable(),
  ),
  /** Leaves out a waiting client of a hand-over queue. Other lines stay as they are. */
  'runs.skipHandover': procedure(handoverTurn, runWithDetail),
  /** Gives up the remaining lines permanently. */
  'runs.cancel': procedure(oneRun, run),
  'runs.dismiss': procedure(z.strictObject({ runId: id, dismissed: z.boolean() }), run),
  /** Asks the OS for a path and writes all lines, for Excel. `null` if the dialog was closed. */
  'runs.report': procedure(
    z.strictObject({ runId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /**
   * Asks the OS for a path and saves the links of the subscriptions that a run has bought: a line of text for each, or a
   * table. `null` if the dialog was closed. `conflict` (`no-links`).
   */
  'runs.saveLinks': procedure(
    z.strictObject({ runId: id, format: z.enum(['text', 'csv']), language: z.enum(LANGUAGES) }),
    /** `leftOut`: the number of subscriptions that have no link yet. */
    z.object({ fileName: z.string(), rows: z.int(), leftOut: z.int() }).nullable(),
  ),
  /** Asks the OS for another place for the remaining files. `null` if the dialog was closed. */
  'runs.changePlace': procedure(oneRun, run.nullable()),
  'runs.showPlace': procedure(oneRun, nothing),
  /**
   * Makes a list of the working proxies of a check, without slow ones if `fastOnly` is set; the checked list stays
   * unchanged. `conflict` (`check-none-work`).
   */
  'runs.keepWorking': procedure(
    z.strictObject({ runId: id, fastOnly: z.boolean() }),
    z.object({ listId: id, lines: z.int() }),
  ),
  /** Returns the known problems of these clients before any request is sent. */
  'runs.checkClients': procedure(
    z.strictObject({ clientIds: listsTargets, poolType }),
    z.object({
      clients: z.int(),
      /** The number of clients whose balance of the pool was 0 when last read. */
      withoutTraffic: z.int(),
      trafficUnread: z.int(),
      /**
       * The number of clients whose whitelist was empty when last read: lines without a login would not work for them.
       */
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
      /** The number of lists without lines of this variant, or still growing. */
      empty: z.int(),
      removed: z.int(),
      /** The number of the other lists that are available in format 1, 2 and 3. */
      available: z.array(z.object({ formatId, lists: z.int() })),
      /** The number of lists generated in each format. */
      own: z.array(z.object({ formatId, lists: z.int() })),
    }),
  ),
};

export const runsEvents = {
  'runs.changed': event(run),
  /** The progress of the planning. */
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
export type { HandoverDetail, HandoverInput, HandoverLine, HandoverTurn } from './run-handover.ts';
export type { WhitelistDetail, WhitelistInput, WhitelistLine, WhitelistParams } from './run-whitelist.ts';
export type RunSort = z.output<typeof sort>;
export type RunSubject = z.output<typeof runSubject>;
export type { RunState } from '../domain/run-rules.ts';
