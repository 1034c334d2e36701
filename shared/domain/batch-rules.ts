/**
 * What became of one client (or list) of a batch. `partial`: a file with fewer lines than were asked for. `unsaved`: the
 * lines are in the app, the file is not written. `skipped`: left out because it was asked so.
 */
export const BATCH_ITEM_STATES = ['waiting', 'running', 'done', 'partial', 'unsaved', 'failed', 'skipped'] as const;
export type BatchItemState = (typeof BATCH_ITEM_STATES)[number];

/** Why a batch stands: it can be resumed from each of them. */
export const BATCH_STOP_REASONS = [
  'cancelled', // by the user
  'interrupted', // the app was closed
  'error', // the next client would end the same way: no network, no token, no disk
  'failures', // several in a row failed
] as const;
export type BatchStopReason = (typeof BATCH_STOP_REASONS)[number];

/** Why an item is not what was asked for; the texts are in shared/texts. */
export const BATCH_PROBLEMS = [
  'client-removed',
  'list-removed',
  'list-running', // an existing list that still grows
  'no-traffic', // left out by choice
  'no-lines',
  'fewer-lines',
  'layout', // lines that have not the layout that was asked for
  'format', // the lines cannot be had in that format without guessing
  'refused', // in the service's words
  'offline',
  'timeout',
  'rate-limited',
  'server',
  'malformed',
  'token', // not accepted, not allowed, or not there
  'disk-full',
  'no-permission',
  'folder-missing',
  'file', // any other trouble with the file
  'storage',
  'internal',
] as const;
export type BatchProblemCode = (typeof BATCH_PROBLEMS)[number];

/** The longest batch: at two requests a second this is a day and a half. */
export const MAX_BATCH_ITEMS = 200_000;
/** So many in a row are no accident: the batch stops before it goes through thousands. */
export const MAX_FAILURES_IN_ROW = 5;

/** Whether "retry" asks for it again: what failed, what has no file, and lists that were broken off in the middle. */
export const isRetryable = (item: { readonly state: BatchItemState; readonly problem: BatchProblemCode | null }) =>
  item.state === 'failed' ||
  item.state === 'unsaved' ||
  (item.state === 'partial' && item.problem !== null && item.problem !== 'fewer-lines' && item.problem !== 'layout');
