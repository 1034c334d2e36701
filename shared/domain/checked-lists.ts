import type { CheckReason, CheckState } from './check.ts';
import { linesWithoutProxy, WORKING } from './check.ts';

/** The most lists that are checked on the schedule, and the most lines that one round checks. */
export const CHECKED_LISTS = { lists: 50, lines: 10_000 } as const;

/**
 * Why the schedule passes over a chosen list: the desk was restored from a copy, the client of a generated list was
 * removed, lines are still arriving, there are none, or the lists before it already reach a limit of `CHECKED_LISTS`.
 */
export const CHECKED_LIST_OBSTACLES = ['restored', 'client-removed', 'growing', 'no-lines', 'over-limit'] as const;
export type CheckedListObstacle = (typeof CHECKED_LIST_OBSTACLES)[number];

/**
 * Why a list is not put on the schedule: it is there already, cannot be checked, or would exceed a limit of
 * `CHECKED_LISTS`. All but the first are codes of errors.
 */
export const NOT_ADDED_REASONS = [
  'checked',
  'list-arriving',
  'list-running',
  'no-lines',
  'checked-client-removed',
  'checked-lists-many',
  'checked-lines-many',
] as const;
export type NotAddedReason = (typeof NOT_ADDED_REASONS)[number];

interface Variants {
  readonly domainLines: number;
  readonly ipLines: number;
}

/** Returns the variant of a list that the schedule checks: the one with host names, if the list has it. */
export const checkedVariant = ({ domainLines }: Variants): 'domain' | 'ip' => (domainLines > 0 ? 'domain' : 'ip');

/** Returns the number of lines that a check of the list on the schedule takes. */
export const checkedLines = ({ domainLines, ipLines }: Variants): number => (domainLines > 0 ? domainLines : ipLines);

/** Returns the number of proxies in these lines; a check contacts no others. */
export const checkedProxies = (
  list: Variants & { readonly issues: readonly { readonly code: string; readonly lines: number }[] },
): number => Math.max(0, checkedLines(list) - linesWithoutProxy(list.issues));

const NEVER_WORKED = '-';
const WORKS = 'w';
const STOPPED = 's';
/** One character for each line of a list: its proxy never worked at a check, works, or has stopped working. */
export const LINE_MARKS = /^[-ws]*$/;

interface FoundLine {
  /** The position in the list. */
  readonly line: number;
  readonly state: CheckState;
  readonly reason: CheckReason | null;
}

export interface MarkedLines {
  readonly marks: string;
  /** The number of lines whose proxy has stopped working. */
  readonly stopped: number;
  /** Whether a proxy stopped that still worked at its last check. */
  readonly isNews: boolean;
}

/**
 * Returns the marks of a list's lines after a check. An address that refuses says nothing about the proxy, so it leaves
 * the mark as it was, and so does a line that was not checked.
 */
export const markLines = (before: string, found: Iterable<FoundLine>): MarkedLines => {
  const marks = [...before];
  let isNews = false;
  for (const { line, state, reason } of found) {
    while (marks.length <= line) marks.push(NEVER_WORKED);
    if (WORKING.some((working) => working === state)) marks[line] = WORKS;
    else if ((state === 'refused' || state === 'dead') && reason !== 'site' && marks[line] === WORKS) {
      marks[line] = STOPPED;
      isNews = true;
    }
  }
  return { marks: marks.join(''), stopped: marks.filter((mark) => mark === STOPPED).length, isNews };
};
