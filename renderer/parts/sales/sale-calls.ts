import type { ProcedureInput } from '#shared/contract/index.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';

type Undoable =
  | 'sales.setPrice'
  | 'sales.fillPrices'
  | 'sales.priceEarlier'
  | 'sales.set'
  | 'sales.paid'
  | 'sales.receive'
  | 'sales.removePayment';

/**
 * Calls a procedure and shows a message that offers to undo it; a failure appears in a message, too. Returns how many
 * things it changed, `undefined` if it failed.
 */
export const doAndTell = async <N extends Undoable>(
  name: N,
  input: ProcedureInput<N>,
  message: (count: number) => string,
): Promise<number | undefined> => {
  const done = await callOrTell(name, input);
  if (done === undefined) return undefined;
  if (done.count > 0) undoToast(message(done.count), done.undoId);
  return done.count;
};
