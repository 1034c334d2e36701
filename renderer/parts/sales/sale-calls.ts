import type { ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
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

/** Shows a message that offers to undo a change, unless the change affected nothing. */
export const tellChange = ({ count, undoId }: ProcedureOutput<Undoable>, message: (count: number) => string): void => {
  if (count > 0) undoToast(message(count), undoId);
};

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
  tellChange(done, message);
  return done.count;
};
