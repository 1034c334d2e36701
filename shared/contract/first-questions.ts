import type { ProcedureInput, ProcedureName } from './index.ts';

interface Question {
  readonly name: ProcedureName;
  /** The input as the page sends it, in JSON. */
  readonly input: string;
}

const question = <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Question => ({
  name,
  input: JSON.stringify(input),
});

/** The prefix of the window's entries in its local storage. One of them is the screen that was open last, as JSON. */
export const LOCAL_PREFIX = 'desk.';
export const LAST_SCREEN = 'screen';

/** The number of lists on the overview. */
export const RECENT_LISTS = 5;

const OF_DESK: readonly Question[] = [
  question('settings.get', {}),
  question('account.state', {}),
  question('system.info', {}),
];

const OF_OVERVIEW: readonly Question[] = [
  question('overview.summary', {}),
  question('lists.exports', { offset: 0, limit: 1 }),
  question('overview.renewals', {}),
  question('lists.list', { offset: 0, limit: RECENT_LISTS }),
  question('overview.charts', {}),
  question('account.balanceHistory', {}),
];

/**
 * Returns the requests that the desk's page needs for its first screen, in their order; `overview` is the default
 * screen. They only read. The page itself makes any request that is missing here when it is drawn.
 */
export const firstQuestions = (screen: string | undefined): readonly Question[] =>
  screen === undefined || screen === 'overview' ? [...OF_DESK, ...OF_OVERVIEW] : OF_DESK;
