import type { z } from 'zod';
import type { Problem } from '#shared/result.ts';

/** A request that breaks a limit of docs/api.md#limits → the fields to blame, by wire names. */
export const requestProblems = (issues: readonly z.core.$ZodIssue[]): readonly Problem[] =>
  issues.slice(0, 20).map((issue) => ({ field: issue.path.map(String).join('.'), ...codeOf(issue) }));

const codeOf = (issue: z.core.$ZodIssue): Omit<Problem, 'field'> => {
  switch (issue.code) {
    case 'too_small':
      return { code: 'too-small', params: { min: String(issue.minimum) } };
    case 'too_big':
      return { code: 'too-big', params: { max: String(issue.maximum) } };
    case 'invalid_value':
      return { code: 'not-allowed', params: { allowed: issue.values.map(String).join(', ') } };
    case 'custom':
      return { code: 'not-allowed' };
    default:
      return { code: 'wrong-type' };
  }
};
