import i18next from 'i18next';
import type { ClientFilter, ClientHoldings, ClientSort } from '#shared/contract/clients.ts';
import { shownFormat } from '../../i18n/use-format.ts';
import { shownLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { confirmed } from '../../ui/question-store.ts';
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

/** The paragraph of the question that says which subscriptions and debts these clients have; none without any. */
const holdingsText = ({ runningVpn, debtors, owedKopecks }: ClientHoldings): readonly string[] => {
  const sentences = [
    runningVpn === 0 ? null : i18next.t('clients:remove.runningVpn', { count: runningVpn }),
    debtors === 0
      ? null
      : i18next.t('clients:remove.debtors', { count: debtors, owed: shownFormat().roublesShort(owedKopecks) }),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? [] : [sentences.join(' ')];
};

/** Asks first whether more than one client is to go, and says what they have. */
const isRemovalWanted = async (clientIds: readonly number[]): Promise<boolean> => {
  const count = clientIds.length;
  if (count === 1) return true;
  const holdings = await callOrTell('clients.holdings', { clientIds: [...clientIds] });
  if (holdings === undefined) return false;
  return confirmed(() => ({
    title: i18next.t('clients:remove.title', { count }),
    text: [
      i18next.t('clients:remove.text'),
      ...holdingsText(holdings),
      i18next.t('clients:remove.service'),
      i18next.t('trash:stays'),
    ],
    confirmLabel: i18next.t('clients:remove.confirm', { count }),
  }));
};

export const removeClients = async (clientIds: readonly number[]): Promise<boolean> => {
  if (!(await isRemovalWanted(clientIds))) return false;
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
