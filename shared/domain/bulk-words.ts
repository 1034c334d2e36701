import type { BulkLine } from '../contract/bulk.ts';
import type { Translate } from '../texts/translate.ts';

type Words = Translate<'bulk'>;

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

/** Of a line that was sent and is not done: what became of it, and the way on. */
const ADVISED = ['unknown', 'skipped', 'rejected', 'goods-missing', 'not-charged'] as const;
/** Of a line that cannot be done, where there is a way on. */
const ADVISED_PROBLEMS = [
  ...(['no-subscription', 'disabled', 'not-read', 'outcome-open', 'bought-meanwhile'] as const),
  ...(['target-changed', 'subscription-gone', 'refused', 'not-quoted'] as const),
];

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

type Standing = Pick<BulkLine, 'state' | 'basis'>;
type ReasonedLine = Standing & Pick<BulkLine, 'problem' | 'note' | 'quietSince' | 'shared'>;

/** The state of a line, claiming no more than is known. */
export const bulkStateName = ({ state, basis }: Standing, t: Words): string => {
  if (state === 'done' && basis === 'evidence') return t('bulk:marked.doneProbably');
  if (state === 'done' && basis === 'user') return t('bulk:marked.doneByHand');
  if (state === 'goods-missing' && basis === 'user') return t('bulk:marked.goodsMissingByHand');
  return state === 'not-charged' && basis === 'user' ? t('bulk:marked.notChargedByHand') : t(`bulk:states.${state}`);
};

/** What has changed since the plan, old and new side by side. */
const changeOf = (
  { before = '', after = '' }: NonNullable<BulkLine['problem']>,
  shared: number,
  t: Words,
  moment: (at: number) => string,
): string => {
  const shown = (value: number | string): string => (typeof value === 'number' ? moment(value) : value);
  const isEnd = typeof before === 'number';
  const what = isEnd ? (shared > 1 ? 'together' : 'end') : 'client';
  return `${t(`bulk:changed.${what}`)}: ${shown(before)} → ${isEnd && after === '' ? t('bulk:noEnd') : shown(after)}`;
};

/** What was seen of a line that was probably not charged: never that it can be bought again. */
const quietness = (quietSince: number | null, t: Words, moment: (at: number) => string): string => {
  const seen = quietSince === null ? t('bulk:quiet') : t('bulk:quietSince', { moment: moment(quietSince) });
  return `${seen} ${t('bulk:lookAgain')}`;
};

/**
 * Why a line is not done, in the service's own words where it said any, and what to do; empty where there is nothing to
 * say. `moment` writes a time in ms since the epoch.
 */
export const bulkReason = (line: ReasonedLine, t: Words, moment: (at: number) => string): string => {
  const { state, basis, problem, note, quietSince, shared } = line;
  const said = [problem?.words ?? '', note].filter((text) => text !== '').join(' ');
  const isChange = problem?.code === 'target-changed';
  const name =
    problem === null ? '' : isChange ? changeOf(problem, shared, t, moment) : t(`bulk:problems.${problem.code}`);
  const why = name !== '' && said !== '' ? `${name}: ${said}` : name + said;
  const isQuiet = state === 'not-charged' && basis !== 'user';
  const wayOn = (): string => {
    if (problem !== null) return isOneOf(ADVISED_PROBLEMS, problem.code) ? t(`bulk:problemAdvice.${problem.code}`) : '';
    if (isQuiet) return quietness(quietSince, t, moment);
    return isOneOf(ADVISED, state) ? t(`bulk:advice.${state}`) : '';
  };
  const next = wayOn();
  return why === '' || next === '' ? why + next : `${asSentence(why)} ${next}`;
};
