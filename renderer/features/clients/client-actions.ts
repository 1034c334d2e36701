import i18next from 'i18next';
import type { ClientFilter, ClientSort } from '#shared/contract/clients.ts';
import { shownLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { confirmedForMany } from '../../ui/question-store.ts';
import { doneToast, undoToast } from '../../ui/undo-toast.tsx';

/**
 * The results appear as messages, because the rows leave the grid. Each function resolves to whether the change was
 * made.
 */

export const setClientsArchived = async (clientIds: readonly number[], archived: boolean): Promise<boolean> => {
  const done = await callOrTell(archived ? 'clients.archive' : 'clients.restore', { clientIds: [...clientIds] });
  if (done === undefined) return false;
  const { count, undoId } = done;
  const message = archived
    ? i18next.t('clients:done.archived', { count })
    : i18next.t('clients:done.restored', { count });
  undoToast(message, undoId);
  return true;
};

const CARD_HEARS_WITHIN_MS = 5_000;
const removedHere = new Set<number>();

/** Whether this window removed the client, in which case the open card says nothing. The answer is given once. */
export const wasRemovedHere = (clientId: number): boolean => removedHere.delete(clientId);

export const removeClients = async (clientIds: readonly number[]): Promise<boolean> => {
  const asked = clientIds.length;
  const wanted = await confirmedForMany(asked, () => ({
    title: i18next.t('clients:remove.title', { count: asked }),
    text: [i18next.t('clients:remove.text'), i18next.t('clients:remove.service'), i18next.t('trash:stays')],
    confirmLabel: i18next.t('clients:remove.confirm', { count: asked }),
  }));
  if (!wanted) return false;
  // The card hears of the removal before the answer arrives.
  for (const clientId of clientIds) removedHere.add(clientId);
  const done = await callOrTell('clients.remove', { clientIds: [...clientIds] });
  // An open card has asked by then.
  window.setTimeout(() => {
    for (const clientId of clientIds) removedHere.delete(clientId);
  }, CARD_HEARS_WITHIN_MS);
  if (done === undefined) return false;
  const { count, undoId } = done;
  undoToast(i18next.t('clients:done.removed', { count }), undoId);
  return true;
};

/** Saves these clients as CSV, or all that the list shows. */
export const exportCsv = async (
  shown: { readonly filter: ClientFilter; readonly sort: ClientSort },
  clientIds?: readonly number[],
): Promise<void> => {
  const saved = await callOrTell('clients.exportCsv', {
    ...shown,
    language: shownLanguage(),
    ...(clientIds === undefined ? {} : { clientIds: [...clientIds] }),
  });
  if (saved === undefined || saved === null) return;
  doneToast(i18next.t('clients:exported', { count: saved.rows, file: saved.fileName }));
};
