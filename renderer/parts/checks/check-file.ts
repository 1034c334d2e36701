import type { ProcedureInput } from '#shared/contract/index.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { openDraft } from '../runs/draft-store.ts';
import { useFileQuestion } from './file-question-store.ts';

const load = async (input: ProcedureInput<'lists.load'>): Promise<void> => {
  const loaded = await callOrTell('lists.load', input);
  if (loaded === undefined || loaded === null) return;
  useFileQuestion.setState({ question: loaded.question });
  if (loaded.listId !== null) openDraft('check-list', [loaded.listId], 'lists');
};

/** Makes a list of a file that the user chooses, and opens the form to check it; asks first where lines are ambiguous. */
export const checkFile = (): Promise<void> => load({ answer: null });

/** Goes on with the file about which something was asked. */
export const answerFileQuestion = (fileId: number, loginFirst: boolean): Promise<void> =>
  load({ answer: { fileId, loginFirst } });
