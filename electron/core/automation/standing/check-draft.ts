import type { StandingAction } from '#shared/contract/standing.ts';
import { areHours } from '#shared/domain/schedule-time.ts';
import { isZone } from '#shared/domain/zoned-time.ts';
import { recurringRulesOf } from '#shared/products/index.ts';
import { invalidInput, type Problem } from '#shared/result.ts';
import type { StandingDraft } from './standing-repository.ts';

/** Returns the problems of an order's terms that depend on the product. */
export const actionProblems = (action: StandingAction): readonly Problem[] =>
  recurringRulesOf(action.kind).actionProblems(action);

const targetProblems = ({ targets, action }: StandingDraft): Problem[] => {
  switch (targets.of) {
    case 'tag':
      return targets.tag.trim() === '' ? [{ field: 'targets', code: 'standing-tag-empty' }] : [];
    case 'clients':
      return targets.clientIds.length === 0 ? [{ field: 'targets', code: 'standing-nobody' }] : [];
    case 'proxies':
      if (recurringRulesOf(action.kind).takes !== 'proxies')
        return [{ field: 'targets', code: 'standing-not-proxies' }];
      return targets.proxyIds.length === 0 ? [{ field: 'targets', code: 'standing-nobody' }] : [];
  }
};

const termProblems = (draft: StandingDraft): Problem[] => {
  const { action, mode, ceilingKopecks, monthCapKopecks, hours, zone } = draft;
  const problems: Problem[] = [...actionProblems(action)];
  // An order that pays automatically needs a limit for each payment and a limit for the month.
  if (ceilingKopecks === null ? mode === 'do' : ceilingKopecks <= 0) {
    problems.push({ field: 'ceilingKopecks', code: 'standing-limit' });
  }
  if (monthCapKopecks === null ? mode === 'do' : monthCapKopecks <= 0) {
    problems.push({ field: 'monthCapKopecks', code: 'standing-limit' });
  }
  if (hours !== null && !areHours(hours)) problems.push({ field: 'hours', code: 'standing-hours' });
  if (!isZone(zone)) problems.push({ field: 'zone', code: 'zone-unknown' });
  return problems;
};

/** Checks the draft of an order. Throws DeskError `invalid-input` with all its problems. */
export const checkDraft = (draft: StandingDraft): void => {
  const problems = [
    ...targetProblems(draft),
    ...termProblems(draft),
    ...recurringRulesOf(draft.action.kind).draftProblems(draft.action),
  ];
  if (problems.length > 0) throw invalidInput('The standing order is not valid.', ...problems);
};
