import type { z } from 'zod';
import type { Handlers } from '#core/handlers.ts';
import { toDeskError, withStorageTrouble } from '#core/platform/sqlite/sqlite-errors.ts';
import type { Logger } from '#core/ports.ts';
import { type ProcedureName, procedures } from '#shared/contract/index.ts';
import { type AppError, DeskError, fail, ok, type Problem, type Result } from '#shared/result.ts';
import { unknownRequest } from './unknown-request.ts';

export interface CoreRequest {
  readonly name: string;
  readonly input: unknown;
}

const isProcedureName = (name: unknown): name is ProcedureName =>
  typeof name === 'string' && Object.hasOwn(procedures, name);

const problemOf = (issue: z.core.$ZodIssue): Problem => {
  const field = issue.path.map(String).join('.');
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  switch (issue.code) {
    case 'too_big':
      return isNumber
        ? { field, code: 'too-big', params: { max: Number(issue.maximum) } }
        : { field, code: 'too-long', params: { max: Number(issue.maximum) } };
    case 'too_small':
      return isNumber
        ? { field, code: 'too-small', params: { min: Number(issue.minimum) } }
        : { field, code: 'required' };
    case 'unrecognized_keys':
      return { field, code: 'unknown-field' };
    default:
      return { field, code: 'wrong-type' };
  }
};

const invalidInput = (name: string, issues: readonly z.core.$ZodIssue[]): AppError => ({
  kind: 'invalid-input',
  message: `The request ${name} is not of the contract.`,
  details: { code: 'contract', problems: issues.slice(0, 20).map(problemOf) },
});

/**
 * Creates the function that answers all requests of the core (docs/architecture.md#requests). It parses the input, runs the handler, checks the
 * output and answers with a Result. It never throws. Trouble with the disk becomes `storage`, and an unexpected error
 * `internal`, without a stack or any of the input. The handler starts before the call returns, so that the next request
 * finds its effects.
 */
export const createDispatch =
  (handlers: Handlers, logger: Logger) =>
  async (request: CoreRequest): Promise<Result<unknown>> => {
    if (!isProcedureName(request.name)) return unknownRequest();
    const name = request.name;
    const procedure = procedures[name];
    const parsed = procedure.input.safeParse(request.input);
    if (!parsed.success) return fail(invalidInput(name, parsed.error.issues));
    try {
      const run = handlers[name] as (input: unknown) => unknown;
      const answer = await run(parsed.data);
      const output = procedure.output.safeParse(answer);
      if (output.success) return ok(output.data);
      logger.error('a handler answered outside the contract', {
        name,
        path: output.error.issues[0]?.path.join('.') ?? '',
      });
      return fail({
        kind: 'internal',
        message: 'The app made an answer it cannot read.',
        details: { code: 'contract' },
      });
    } catch (error) {
      const known = withStorageTrouble(error);
      if (known !== error) logger.error('a handler could not use the database', { name });
      if (known instanceof DeskError) return fail(known.toAppError());
      logger.error('a handler failed', { name, error: error instanceof Error ? error.name : 'unknown' });
      return fail(toDeskError(known).toAppError());
    }
  };
