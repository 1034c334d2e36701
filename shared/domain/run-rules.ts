/** The sort keys of Activity. */
export const RUN_SORTS = ['kind', 'state', 'progress', 'started'] as const;

/**
 * `list` generates one list, `lists` generates lists for many clients or saves many to files, `purchases` buys many of
 * one kind, `check` tests whether proxies work, and `whitelist` changes the whitelists of many clients. `handover` is a queue
 * that the user works off: it is paused as long as clients wait.
 */
export const RUN_KINDS = [
  'list',
  'lists',
  'purchases',
  'changes',
  'import',
  'refresh',
  'check',
  'whitelist',
  'handover',
] as const;

/** The states of a run. After `paused`, `interrupted` and `stopped` a run with lines of its own can be resumed. */
export const RUN_STATES = [
  'planned', // not agreed to yet; a restart forgets it
  'running',
  'paused', // by the user
  'interrupted', // the app was closed, or another desk was opened
  'stopped', // by the app itself; the reason says why
  'done',
  'partial', // finished, but some lines failed
  'failed',
  'cancelled', // the user gave up the remaining lines for good
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a running run does nothing at the moment; it continues automatically. */
export const RUN_BLOCKED_REASONS = ['plan', 'pause', 'network', 'computer', 'service', 'turn'] as const;

/** Why the app stopped a run. */
export const RUN_REASONS = [
  'error', // the next line would fail in the same way; the run keeps the error
  'failures', // several in a row failed, so the others probably would, too
  'rate-limited', // the service asked for fewer requests repeatedly, or for a very long time
  // for purchases only
  'unknown', // the outcome of a purchase is unknown
  'price-changed',
  'cap',
  'insufficient-balance',
  'signed-out',
  'restored', // the desk was restored from a copy that cannot know of later purchases, so the run cannot continue
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

const LEAST_WAIT_MS = 1_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_OWN_WAIT_MS = 10 * 60_000;
/** The longest wait that a service may ask for. The user who started the run would not wait any longer. */
const LONGEST_WAIT_MS = 6 * 3_600_000;
export const MAX_WAITS_IN_A_ROW = 8;

/**
 * Returns how many ms a run waits for a service that asked for fewer requests: as long as the service said, otherwise
 * longer each time. `waits` counts the waits before this one without a success in between. Returns `null` if the run
 * must stop.
 */
export const waitForService = (retryAfterMs: number | undefined, waits: number): number | null => {
  if (waits >= MAX_WAITS_IN_A_ROW || (retryAfterMs ?? 0) > LONGEST_WAIT_MS) return null;
  if (retryAfterMs !== undefined) return Math.max(LEAST_WAIT_MS, retryAfterMs);
  return Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** waits);
};

/** The final states that need the user's attention. They do not apply to a refresh, which is repeated anyway. */
const TROUBLES: ReadonlySet<RunState> = new Set(['failed', 'partial', 'interrupted', 'stopped']);

/** Returns whether a run needs the user's attention, which the user can dismiss. */
export const isTroubled = (run: {
  readonly state: RunState;
  readonly kind: (typeof RUN_KINDS)[number];
  readonly dismissed: boolean;
}): boolean => TROUBLES.has(run.state) && run.kind !== 'refresh' && !run.dismissed;

/** Returns whether a run has lines left but is not working on them. */
export const isHalted = ({ state }: { readonly state: RunState }): boolean =>
  state === 'paused' || state === 'interrupted' || state === 'stopped';

const KINDS_WITH_LINES: ReadonlySet<string> = new Set<(typeof RUN_KINDS)[number]>([
  'refresh',
  'lists',
  'purchases',
  'check',
  'whitelist',
  'handover',
]);

/** Returns whether a run can be paused and resumed: it records its work line by line. */
export const hasLines = (kind: (typeof RUN_KINDS)[number]): boolean => KINDS_WITH_LINES.has(kind);
