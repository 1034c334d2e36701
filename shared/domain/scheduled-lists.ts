import { LISTS_PROBLEMS } from './lists-run.ts';

/** Of an account. */
export const MAX_SCHEDULED_LISTS = 200;
/** Of one schedule. */
export const MAX_SCHEDULED_CLIENTS = 5_000;
export const SCHEDULE_NAME_LIMIT = 100;
/** Files that are kept of each client. */
export const KEPT_FILES = { min: 1, max: 1_000 } as const;

export const SCHEDULED_LIST_SORTS = ['name', 'created'] as const;

/**
 * How a list that was due stands. `waits`: it could not be made, or not wholly, and is tried again. `failed`: nothing was
 * made, and that time is over.
 */
export const DUE_LIST_STATES = ['running', 'waits', 'done', 'partial', 'failed'] as const;
export type DueListState = (typeof DUE_LIST_STATES)[number];

/** Why one waits, or made nothing. */
export const DUE_LIST_PROBLEMS = [...LISTS_PROBLEMS, 'no-clients', 'too-many-clients'] as const;
export type DueListProblem = (typeof DUE_LIST_PROBLEMS)[number];

/** What only the user can do something about, and is told of once. */
const TROUBLES = ['folder-missing', 'no-permission', 'disk-full', 'file', 'no-clients', 'too-many-clients'] as const;
export type ScheduleTrouble = (typeof TROUBLES)[number];
/** `false` for what passes by itself. */
export const isTrouble = (problem: string | null): problem is ScheduleTrouble =>
  TROUBLES.some((trouble) => trouble === problem);

/** Made so much later than it was due, it was made up for. ms. */
const LATE_AFTER_MS = 10 * 60_000;

/** Both in ms since the epoch. */
export const isMadeUp = ({ dueAt, startedAt }: { readonly dueAt: number; readonly startedAt: number }): boolean =>
  startedAt - dueAt > LATE_AFTER_MS;
