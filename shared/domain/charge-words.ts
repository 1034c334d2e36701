import type { PurchasesLine } from '../contract/runs.ts';
import type { Translate } from '../texts/translate.ts';

type Words = Translate<'runPurchases'>;

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

/** The states of a charge that was sent and not completed, for which the user gets advice. */
const ADVISED = ['unknown', 'skipped', 'rejected', 'not-as-ordered', 'goods-missing', 'not-charged'] as const;
/** The problems of a charge that was not sent, for which the user gets advice. */
const ADVISED_PROBLEMS = [
  'no-subscription',
  'disabled',
  'not-read',
  'outcome-open',
  'bought-meanwhile',
  'target-changed',
  'subscription-gone',
  'refused',
  'not-quoted',
] as const;

const asSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

type LineStatus = Pick<PurchasesLine, 'state' | 'basis'>;
type ReasonedLine = LineStatus & Pick<PurchasesLine, 'problem' | 'note' | 'quietSince' | 'shared'>;

/** Returns the name of a charge's state, claiming no more than is known. */
export const chargeStateName = ({ state, basis }: LineStatus, t: Words): string => {
  if (state === 'done' && basis === 'evidence') return t('runPurchases:marked.doneProbably');
  if (state === 'done' && basis === 'user') return t('runPurchases:marked.doneByHand');
  if (state === 'goods-missing' && basis === 'user') return t('runPurchases:marked.goodsMissingByHand');
  return state === 'not-charged' && basis === 'user'
    ? t('runPurchases:marked.notChargedByHand')
    : t(`runPurchases:states.${state}`);
};

/** Describes the change since the plan, with the old and the new value side by side. */
const changeOf = (
  { before = '', after = '' }: NonNullable<PurchasesLine['problem']>,
  shared: number,
  t: Words,
  moment: (at: number) => string,
): string => {
  const shown = (value: number | string): string => (typeof value === 'number' ? moment(value) : value);
  const isEnd = typeof before === 'number';
  const what = isEnd ? (shared > 1 ? 'together' : 'end') : 'client';
  const nothing = isEnd ? t('runPurchases:noEnd') : t('runPurchases:noClient');
  return `${t(`runPurchases:changed.${what}`)}: ${shown(before)} → ${after === '' ? nothing : shown(after)}`;
};

/**
 * Describes what readings showed of a purchase that was probably not charged. It never says that buying again is safe.
 */
const quietness = (quietSince: number | null, t: Words, moment: (at: number) => string): string => {
  const seen =
    quietSince === null ? t('runPurchases:quiet') : t('runPurchases:quietSince', { moment: moment(quietSince) });
  return `${seen} ${t('runPurchases:lookAgain')}`;
};

/**
 * Explains why a charge is not completed, in the service's own words if there are any, and what the user can do; empty
 * if there is nothing to explain. `moment` formats a time given in ms since the epoch, UTC.
 */
export const chargeReason = (line: ReasonedLine, t: Words, moment: (at: number) => string): string => {
  const { state, basis, problem, note, quietSince, shared } = line;
  const said = [problem?.words ?? '', note].filter((text) => text !== '').join(' ');
  const isChange = problem?.code === 'target-changed';
  const name =
    problem === null
      ? ''
      : isChange
        ? changeOf(problem, shared, t, moment)
        : t(`runPurchases:problems.${problem.code}`);
  const why = name !== '' && said !== '' ? `${name}: ${said}` : name + said;
  const isQuiet = state === 'not-charged' && basis !== 'user';
  const wayOn = (): string => {
    if (problem !== null)
      return isOneOf(ADVISED_PROBLEMS, problem.code) ? t(`runPurchases:problemAdvice.${problem.code}`) : '';
    if (isQuiet) return quietness(quietSince, t, moment);
    return isOneOf(ADVISED, state) ? t(`runPurchases:advice.${state}`) : '';
  };
  const next = wayOn();
  return why === '' || next === '' ? why + next : `${asSentence(why)} ${next}`;
};
