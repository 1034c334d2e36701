import { LISTS_PROBLEMS } from './lists-run.ts';
import { REPORT_TROUBLES } from './report-troubles.ts';

/** The most schedules of an account. */
export const MAX_SCHEDULED_LISTS = 200;
/** The most clients of one schedule. */
export const MAX_SCHEDULED_CLIENTS = 5_000;
export const SCHEDULE_NAME_LIMIT = 100;
/** The limits for the number of files that are kept for each client. */
export const KEPT_FILES = { min: 1, max: 1_000 } as const;

export const SCHEDULED_LIST_SORTS = ['name', 'created'] as const;

/**
 * The states of a due list. `waits`: it could not be generated, or only in part, and is tried again. `failed`: nothing
 * was generated, and its time is over.
 */
export const DUE_LIST_STATES = ['running', 'waits', 'done', 'partial', 'failed'] as const;
export type DueListState = (typeof DUE_LIST_STATES)[number];

/** Why a layout of the reseller's own cannot be written: it was removed or changed since it was chosen. */
export const CHOSEN_LAYOUT_PROBLEMS = ['layout-removed', 'layout-changed'] as const;
export type ChosenLayoutProblem = (typeof CHOSEN_LAYOUT_PROBLEMS)[number];

/** Why a due list waits or failed. */
export const DUE_LIST_PROBLEMS = [
  ...LISTS_PROBLEMS,
  'no-clients',
  'too-many-clients',
  ...CHOSEN_LAYOUT_PROBLEMS,
] as const;
export type DueListProblem = (typeof DUE_LIST_PROBLEMS)[number];

/** The problems that only the user can solve. Each is reported once. */
const TROUBLES = [...REPORT_TROUBLES, 'no-clients', 'too-many-clients', ...CHOSEN_LAYOUT_PROBLEMS] as const;
export type ScheduleTrouble = (typeof TROUBLES)[number];
/** Returns whether only the user can solve a problem; others pass without help. */
export const isTrouble = (problem: string | null): problem is ScheduleTrouble =>
  TROUBLES.some((trouble) => trouble === problem);

/** A list generated this much later than due counts as made up for. In ms. */
const LATE_AFTER_MS = 10 * 60_000;

/** Returns whether a due list was made up for. Both times are in ms since the epoch. */
export const isMadeUp = ({ dueAt, startedAt }: { readonly dueAt: number; readonly startedAt: number }): boolean =>
  startedAt - dueAt > LATE_AFTER_MS;
