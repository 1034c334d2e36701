/** What Activity can be sorted by. */
export const RUN_SORTS = ['kind', 'state', 'progress', 'started'] as const;

/**
 * `list`: one that is generated. `lists`: for many clients, or into files. `purchases`: many of one kind. `check`: whether
 * proxies work.
 */
export const RUN_KINDS = ['list', 'lists', 'purchases', 'changes', 'import', 'refresh', 'check'] as const;

/** How a run stands. After `paused`, `interrupted` and `stopped` it can go on, if it has lines of its own. */
export const RUN_STATES = [
  'planned', // nothing is agreed to yet; a restart forgets it
  'running',
  'paused', // by the user
  'interrupted', // the app was closed, or another desk was opened
  'stopped', // by itself; the reason says why
  'done',
  'partial', // over, and not all of it was done
  'failed',
  'cancelled', // the user leaves the rest undone, for good
] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a run that is under way does nothing now; it goes on by itself. */
export const RUN_HINDRANCES = ['plan', 'pause', 'network', 'computer', 'service', 'turn'] as const;

/** Why a run has stopped by itself. */
export const RUN_REASONS = [
  'error', // the next line would end the same way; the run keeps the error
  'failures', // several in a row failed: something is wrong with all of them
  'rate-limited', // the service asked for fewer requests again and again, or for a very long time
  // of purchases alone
  'unknown', // nobody knows yet what became of one
  'price-changed',
  'cap',
  'insufficient-balance',
  'signed-out',
  'restored', // with its desk, from a copy: nobody knows what was bought since, so it cannot go on
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

const LEAST_WAIT_MS = 1_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_OWN_WAIT_MS = 10 * 60_000;
/** A service that asks for longer is not waited for: who started the run would not be there any more. */
const LONGEST_WAIT_MS = 6 * 3_600_000;
export const MAX_WAITS_IN_A_ROW = 8;

/**
 * Milliseconds that a run leaves a service alone that asked for fewer requests: as long as it said, otherwise longer each
 * time. `waits`: how often in a row it has waited before. `null`: it stops.
 */
export const waitForService = (retryAfterMs: number | undefined, waits: number): number | null => {
  if (waits >= MAX_WAITS_IN_A_ROW || (retryAfterMs ?? 0) > LONGEST_WAIT_MS) return null;
  if (retryAfterMs !== undefined) return Math.max(LEAST_WAIT_MS, retryAfterMs);
  return Math.min(LONGEST_OWN_WAIT_MS, FIRST_WAIT_MS * 2 ** waits);
};

/** How a run ended that asks for a look. A refresh is tried again instead. */
const TROUBLES: ReadonlySet<RunState> = new Set(['failed', 'partial', 'interrupted', 'stopped']);

/** Whether the user may say that it needs no more looks. */
export const isTroubled = (run: {
  readonly state: RunState;
  readonly kind: (typeof RUN_KINDS)[number];
  readonly dismissed: boolean;
}): boolean => TROUBLES.has(run.state) && run.kind !== 'refresh' && !run.dismissed;

/** It has lines left and does not move now. */
export const isStanding = ({ state }: { readonly state: RunState }): boolean =>
  state === 'paused' || state === 'interrupted' || state === 'stopped';

/** It can be paused and gone on with: what it does is kept line by line. */
export const hasLines = (kind: (typeof RUN_KINDS)[number]): boolean =>
  kind === 'refresh' || kind === 'lists' || kind === 'purchases' || kind === 'check';
