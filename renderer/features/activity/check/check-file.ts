import { callOrTell } from '../../../ui/call-or-tell.ts';
import { openDraft } from '../draft-store.ts';

/** Makes a list of a file that the user chooses, and opens the form to check it. */
export const checkFile = async (): Promise<void> => {
  const loaded = await callOrTell('lists.load', {});
  if (loaded !== undefined && loaded !== null) openDraft('check-list', [loaded.listId], 'lists');
};
