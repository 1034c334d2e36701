import i18next from 'i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import { go } from '../../app/router.ts';
import { call } from '../../bridge/desk.ts';
import { errorToast, undoToast } from '../../ui/undo-toast.tsx';

const undo = async (undoId: number): Promise<void> => {
  const result = await call('lists.undoRemove', { undoId });
  if (!result.ok) errorToast(result.error);
};

/** At once, and taken back from the message. `false`: it was refused, and said so. */
export const removeLists = async (listIds: readonly number[]): Promise<boolean> => {
  const result = await call('lists.remove', { listIds: [...listIds] });
  if (!result.ok) {
    errorToast(result.error);
    return false;
  }
  const { undoId } = result.value;
  undoToast(i18next.t('lists:removed', { count: listIds.length }), () => void undo(undoId));
  return true;
};

/** To the generator, with the recipe of a list in its form. */
export const generateAgain = ({ id: listId, clientId }: ProxyList): void =>
  go('generator', { listId, ...(clientId === null ? {} : { clientId }) });
