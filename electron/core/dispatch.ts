import { type ProcedureName, procedures } from '#shared/contract/index.ts';
import { type AppError, DeskError, fail, ok, type Problem, type Result } from '#shared/result.ts';
import type { Handlers } from './handlers.ts';
import type { Logger } from './ports.ts';

export interface CoreRequest {
  readonly name: string;
  readonly input: unknown;
}

const isProcedureName = (name: unknown): name is ProcedureName =>
  typeof name === 'string' && Object.hasOwn(procedures, name);

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
}

const problemOf = (issue: Issue): Problem => ({
  field: issue.path.map(String).join('.'),
  code: issue.code === 'too_big' ? 'too-long' : issue.code === 'unrecognized_keys' ? 'unknown-field' : 'wrong-type',
});

const invalidInput = (name: string, issues: readonly Issue[]): AppError => ({
  kind: 'invalid-input',
  message: `The request ${name} is not of the contract.`,
  details: { code: 'contract', problems: issues.slice(0, 20).map(problemOf) },
});

/**
 * The one door of the core (DESIGN 4): parses the input, runs the handler, checks the output, answers with a Result.
 * It never throws, and what it does not expect becomes `internal` with no stack and none of the input in it.
 */
export const createDispatch =
  (handlers: Handlers, logger: Logger) =>
  async (request: CoreRequest): Promise<Result<unknown>> => {
    if (!isProcedureName(request.name)) {
      return fail({
        kind: 'invalid-input',
        message: 'There is no such request.',
        details: { code: 'unknown-request' },
      });
    }
    const name = request.name;
    const procedure = procedures[name];
    const parsed = procedure.input.safeParse(request.input);
    if (!parsed.success) return fail(invalidInput(name, parsed.error.issues));
    try {
      const run = handlers[name] as (input: unknown) => unknown;
      const output = procedure.output.safeParse(await run(parsed.data));
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
      if (error instanceof DeskError) return fail(error.toAppError());
      logger.error('a handler failed', { name, error: error instanceof Error ? error.name : 'unknown' });
      return fail({ kind: 'internal', message: 'Something in the app went wrong.' });
    }
  };
