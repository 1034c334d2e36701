import i18next from 'i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { actionToast } from '../../ui/undo-toast.tsx';

type Saving = 'documents.saveReceipt' | 'documents.saveInvoice';

/** Saves a document of a client where the user chooses, and offers to show it in its folder. */
export const saveDocument = async <N extends Saving>(name: N, input: ProcedureInput<N>): Promise<void> => {
  const saved = await callOrTell(name, input);
  if (saved === undefined || saved === null) return;
  const { documentId, fileName } = saved;
  const show = () => void callOrTell('documents.show', { documentId });
  actionToast(
    i18next.t('sales:client.documentSaved', { file: fileName }),
    i18next.t('sales:client.showDocument'),
    show,
  );
};
