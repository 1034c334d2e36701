import { kindOf } from '#core/money/purchases/kinds/index.ts';
import type { StandingAction } from '#shared/contract/standing.ts';
import { areHours } from '#shared/domain/schedule-time.ts';
import { MAX_DAYS_BEFORE } from '#shared/domain/standing-rules.ts';
import { checkTrafficGb } from '#shared/domain/traffic-amount.ts';
import { isZone } from '#shared/domain/zoned-time.ts';
import { invalidInput, type Problem } from '#shared/result.ts';
import type { StandingDraft } from './standing-repository.ts';

/** Shorter months are the rule by which a renewal lasts longer than it is due before. */
const MONTH_DAYS = 28;

const daysProblems = (days: number, most: number): Problem[] =>
  Number.isInteger(days) && days >= 0 && days <= most
    ? []
    : [{ field: 'daysBefore', code: 'not-whole', params: { min: 0, max: most } }];

/** What is bought must be over before it would be due again: it would be bought again and again otherwise. */
export const actionProblems = (action: StandingAction): Problem[] => {
  switch (action.kind) {
    case 'vpn-renew':
      return daysProblems(action.daysBefore, Math.min(MAX_DAYS_BEFORE, action.periodMonths * MONTH_DAYS - 1));
    case 'dedicated-prolong': {
      const { period } = action;
      const sold = kindOf({ kind: 'dedicated-prolong', clientId: null, serviceIds: [1], period }).problems({
        kind: 'dedicated-prolong',
        clientId: null,
        serviceIds: [1],
        period,
      });
      return sold.length > 0 ? [...sold] : daysProblems(action.daysBefore, Math.min(MAX_DAYS_BEFORE, period - 1));
    }
    case 'traffic': {
      const problems: Problem[] = [];
      for (const field of ['gb', 'belowGb'] as const) {
        const code = checkTrafficGb(action[field]);
        if (code !== null) problems.push({ field, code });
      }
      return problems;
    }
  }
};

const targetProblems = ({ targets, action }: StandingDraft): Problem[] => {
  switch (targets.of) {
    case 'tag':
      return targets.tag.trim() === '' ? [{ field: 'targets', code: 'standing-tag-empty' }] : [];
    case 'clients':
      return targets.clientIds.length === 0 ? [{ field: 'targets', code: 'standing-nobody' }] : [];
    case 'proxies':
      if (action.kind !== 'dedicated-prolong') return [{ field: 'targets', code: 'standing-not-proxies' }];
      return targets.proxyIds.length === 0 ? [{ field: 'targets', code: 'standing-nobody' }] : [];
  }
};

/** With less a pool would still be low after it was topped up, and be topped up again and again. */
const amountProblems = ({ action }: StandingDraft): Problem[] =>
  action.kind === 'traffic' && action.gb < action.belowGb
    ? [{ field: 'gb', code: 'standing-gb-too-few', params: { min: action.belowGb } }]
    : [];

const termProblems = ({ action, mode, ceilingKopecks, monthCapKopecks, hours, zone }: StandingDraft): Problem[] => {
  const problems: Problem[] = actionProblems(action);
  // What pays by itself says how much, for each and in all.
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

/** Everything wrong with an order that somebody wants. Throws DeskError `invalid-input`. */
export const checkDraft = (draft: StandingDraft): void => {
  const problems = [...targetProblems(draft), ...termProblems(draft), ...amountProblems(draft)];
  if (problems.length > 0) throw invalidInput('Such an order cannot stand.', ...problems);
};
