import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { call } from '../bridge/desk.ts';
import { errorToast } from './undo-toast.tsx';

/** `call` for actions without a place on the screen. A failure appears in a message and gives `undefined`. */
export const callOrTell = async <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N>,
): Promise<ProcedureOutput<N> | undefined> => {
  const result = await call(name, input);
  if (result.ok) return result.value;
  errorToast(result.error);
  return undefined;
};
