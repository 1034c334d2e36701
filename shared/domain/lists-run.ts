/**
 * The state of one client (or list) of a run that generates or saves lists for many. `partial`: the file has fewer
 * lines than requested. `unsaved`: the lines are in the app, but their file was not written. `skipped`: left out at the
 * user's request.
 */
export const LISTS_LINE_STATES = ['waiting', 'running', 'done', 'partial', 'unsaved', 'failed', 'skipped'] as const;
export type ListsLineState = (typeof LISTS_LINE_STATES)[number];

/** The reasons why a line is incomplete or failed; their texts are in shared/texts. */
export const LISTS_PROBLEMS = [
  'client-removed',
  'client-changed', // the client's id or key differs from the one that was selected
  'list-removed',
  'list-running', // an existing list that is still being generated
  'list-arriving', // an existing list that is still arriving from another computer
  'no-traffic', // left out because the user chose so
  'no-lines',
  'fewer-lines',
  'layout', // lines have another layout than requested
  'left-out', // lines that cannot be written in the chosen layout are missing from the file
  'format', // the lines cannot be converted to that format without guessing
  'refused', // refused by the service, in its own words
  'offline',
  'timeout',
  'rate-limited',
  'server',
  'malformed',
  'token', // the token is missing, not accepted or not allowed to do this
  'disk-full',
  'no-permission',
  'folder-missing',
  'file', // any other problem with the file
  'storage',
  'internal',
] as const;
export type ListsProblemCode = (typeof LISTS_PROBLEMS)[number];

/** The most lines of one run: at two requests a second this takes a day and a half. */
export const MAX_LISTS_LINES = 200_000;
/** After this many failures in a row the run stops, because thousands more would fail for the same reason. */
export const MAX_FAILURES_IN_ROW = 5;

/** Problems of lists that another try would not complete. */
const LASTING: ReadonlySet<ListsProblemCode> = new Set(['fewer-lines', 'layout', 'left-out']);

/** Returns whether "retry" includes this line: it failed, its file was not written, or its list was interrupted. */
export const isRetryable = (line: { readonly state: ListsLineState; readonly problem: ListsProblemCode | null }) =>
  line.state === 'failed' ||
  line.state === 'unsaved' ||
  (line.state === 'partial' && line.problem !== null && !LASTING.has(line.problem));
