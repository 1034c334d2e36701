import i18next from 'i18next';
import type { ClientFilter, ClientSort } from '#shared/contract/clients.ts';
import { call } from '../../bridge/desk.ts';
import { shownLanguage } from '../../i18n/use-language.ts';
import { doneToast, errorToast, undoToast } from '../../ui/undo-toast.tsx';

/** The answers are toasts: the rows themselves leave the grid. Each resolves to whether it was done. */

/** Of an archiving, restoring or tagging. */
export const undoChange = async (undoId: number): Promise<void> => {
  const result = await call('clients.undo', { undoId });
  if (!result.ok) errorToast(result.error);
};

export const setArchived = async (clientIds: readonly number[], archived: boolean): Promise<boolean> => {
  const result = await call(archived ? 'clients.archive' : 'clients.restore', { clientIds: [...clientIds] });
  if (!result.ok) {
    errorToast(result.error);
    return false;
  }
  const { count, undoId } = result.value;
  const message = archived
    ? i18next.t('clients:done.archived', { count })
    : i18next.t('clients:done.restored', { count });
  undoToast(message, () => void undoChange(undoId));
  return true;
};

const undoRemoval = async (undoId: number): Promise<void> => {
  const result = await call('clients.undoRemove', { undoId });
  if (!result.ok) errorToast(result.error);
};

export const removeClients = async (clientIds: readonly number[]): Promise<boolean> => {
  const result = await call('clients.remove', { clientIds: [...clientIds] });
  if (!result.ok) {
    errorToast(result.error);
    return false;
  }
  const { count, undoId } = result.value;
  undoToast(i18next.t('clients:done.removed', { count }), () => void undoRemoval(undoId));
  return true;
};

export const exportCsv = async (
  filter: ClientFilter,
  sort: ClientSort,
  clientIds?: readonly number[],
): Promise<void> => {
  const result = await call('clients.exportCsv', {
    filter: { ...filter, tags: [...filter.tags] },
    sort,
    language: shownLanguage(),
    ...(clientIds === undefined ? {} : { clientIds: [...clientIds] }),
  });
  if (!result.ok) errorToast(result.error);
  else if (result.value !== null) {
    const { rows, fileName } = result.value;
    doneToast(i18next.t('clients:exported', { count: rows, file: fileName }));
  }
};
