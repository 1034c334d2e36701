import type { ProcedureInput, ProcedureName } from './index.ts';

interface Question {
  readonly name: ProcedureName;
  /** As the page gives it: JSON. */
  readonly input: string;
}

const question = <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Question => ({
  name,
  input: JSON.stringify(input),
});

/** Under which the window keeps small things in its local storage, and which screen was open last, as JSON. */
export const LOCAL_PREFIX = 'desk.';
export const LAST_SCREEN = 'screen';

/** How many lists the overview shows. */
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
 * What the desk's page asks to draw itself for the first time, in that order, with `overview` as its first screen or with
 * another. All of it is only read. What is missing here is asked by the page itself, when it is drawn.
 */
export const firstQuestions = (screen: string | undefined): readonly Question[] =>
  screen === undefined || screen === 'overview' ? [...OF_DESK, ...OF_OVERVIEW] : OF_DESK;
