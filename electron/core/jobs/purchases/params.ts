import type { PurchasesInput, PurchasesParams, RunSubject } from '#shared/contract/runs.ts';
import { recurringRulesOf, rulesOf } from '#shared/domain/products/index.ts';
import { MAX_CHARGE_TARGETS } from '#shared/domain/run-charges.ts';
import { invalidInput } from '#shared/result.ts';

/** Returns the terms of the run without its targets. */
export const paramsOf = (input: PurchasesInput): PurchasesParams => recurringRulesOf(input.kind).paramsOf(input);

/** Checks the terms like those of a single purchase. Throws `invalid-input`. */
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

/** Returns the subject of the run. `lines` is the number of lines that can be bought. */
export const subjectOf = (params: PurchasesParams, lines: number): RunSubject =>
  recurringRulesOf(params.kind).subjectOf(params, lines);
