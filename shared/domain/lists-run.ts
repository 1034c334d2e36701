/**
 * What became of one client (or list) of a run that makes or saves lists for many. `partial`: a file with fewer lines
 * than were asked for. `unsaved`: the lines are in the app, the file is not written. `skipped`: left out because it was
 * asked so.
 */
export const LISTS_LINE_STATES = ['waiting', 'running', 'done', 'partial', 'unsaved', 'failed', 'skipped'] as const;
export type ListsLineState = (typeof LISTS_LINE_STATES)[number];

/** Why a line is not what was asked for; the texts are in shared/texts. */
export const LISTS_PROBLEMS = [
  'client-removed',
  'list-removed',
  'list-running', // an existing list that still grows
  'list-arriving', // one that is on its way from another computer
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
export type ListsProblemCode = (typeof LISTS_PROBLEMS)[number];

/** The most lines of one run: at two requests a second this is a day and a half. */
export const MAX_LISTS_LINES = 200_000;
/** So many in a row are no accident: the run stops before it goes through thousands. */
export const MAX_FAILURES_IN_ROW = 5;

/** Whether "retry" asks for it again: what failed, what has no file, and lists that were broken off in the middle. */
export const isRetryable = (line: { readonly state: ListsLineState; readonly problem: ListsProblemCode | null }) =>
  line.state === 'failed' ||
  line.state === 'unsaved' ||
  (line.state === 'partial' && line.problem !== null && line.problem !== 'fewer-lines' && line.problem !== 'layout');
