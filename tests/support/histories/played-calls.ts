import type { Core } from '#core/desk/create-core.ts';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import type { ModelClock } from './model-clock.ts';

/**
 * Sends requests to a core on a simulated clock; time passes as far as the requests need it. `coreOf` returns the current
 * core, because a restart replaces it.
 */
export const playedCalls = (clock: ModelClock, coreOf: () => Core) => {
  const ask = async <N extends ProcedureName>(name: N, input: ProcedureInput<N>) =>
    (await clock.drive(coreOf().handle({ name, input }))) as Result<ProcedureOutput<N>>;
  const call = async <N extends ProcedureName>(name: N, input: ProcedureInput<N>): Promise<ProcedureOutput<N>> => {
    const result = await ask(name, input);
    if (result.ok) return result.value;
    const { kind, message, details } = result.error;
    throw new Error(`${name}: ${kind} ${message} ${JSON.stringify(details)}`);
  };
  return { ask, call };
};
