import type { PurchasesInput, PurchasesParams, RunSubject } from '#shared/contract/runs.ts';
import { recurringRulesOf, rulesOf } from '#shared/domain/products/index.ts';
import { MAX_CHARGE_TARGETS } from '#shared/domain/run-charges.ts';
import { invalidInput } from '#shared/result.ts';

/** The terms of the run, without for whom it is. */
export const paramsOf = (input: PurchasesInput): PurchasesParams => recurringRulesOf(input.kind).paramsOf(input);

/** Checks the terms as those of one purchase are checked. Throws DeskError `invalid-input`. */
export const checkParams = (input: PurchasesInput): void => {
  const recurring = recurringRulesOf(input.kind);
  const count = recurring.countTargets(input);
  if (count > MAX_CHARGE_TARGETS) {
    const params = { max: MAX_CHARGE_TARGETS, count };
    throw invalidInput('Too many for one run.', { field: 'targets', code: 'too-many-targets', params });
  }
  const problems = rulesOf(input.kind).problems(recurring.sampleOrder(paramsOf(input)));
  if (problems.length > 0) throw invalidInput('This cannot be ordered.', ...problems);
};

/** Names the run; `lines` are those that can be done. */
export const subjectOf = (params: PurchasesParams, lines: number): RunSubject =>
  recurringRulesOf(params.kind).subjectOf(params, lines);
