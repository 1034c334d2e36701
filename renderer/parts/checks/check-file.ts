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

/**
 * Turns a file that the user chooses into a list, and opens the form to check it. If lines are ambiguous, it asks
 * first.
 */
export const checkFile = (): Promise<void> => load({ answer: null });

/** Continues with the file after the user has answered the question about it. */
export const answerFileQuestion = (fileId: number, loginFirst: boolean): Promise<void> =>
  load({ answer: { fileId, loginFirst } });
