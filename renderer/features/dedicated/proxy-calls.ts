import i18next from 'i18next';
import type { FormatId } from '#shared/contract/lists.ts';
import { savedToast } from '../../parts/lists/save-list.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast, undoToast } from '../../ui/undo-toast.tsx';

const reportLeftOut = ({ skipped, unlistable }: { readonly skipped: number; readonly unlistable: number }): void => {
  if (skipped > 0) doneToast(i18next.t('dedicated:done.skipped', { count: skipped }));
  if (unlistable > 0) doneToast(i18next.t('dedicated:done.unlistable', { count: unlistable }));
};

/** Archives proxies, or restores them. Resolves to whether it was done. */
export const setProxiesArchived = async (proxyIds: readonly number[], archived: boolean): Promise<boolean> => {
  const done = await callOrTell('dedicated.archive', { proxyIds: [...proxyIds], archived });
  if (done === undefined) return false;
  const { count, undoId } = done;
  const text = archived
    ? i18next.t('dedicated:done.archived', { count })
    : i18next.t('dedicated:done.restored', { count });
  undoToast(text, undoId);
  return true;
};

/** Assigns proxies to a client; `null` unassigns them. Resolves to whether it was done. */
export const assignProxies = async (proxyIds: readonly number[], clientId: number | null): Promise<boolean> => {
  const done = await callOrTell('dedicated.assign', { proxyIds: [...proxyIds], clientId });
  if (done === undefined) return false;
  const { count, undoId } = done;
  undoToast(
    clientId === null
      ? i18next.t('dedicated:done.unassigned', { count })
      : i18next.t('dedicated:done.assigned', { count }),
    undoId,
  );
  return true;
};

/** Copies proxies to the clipboard in a layout, and reports those that lack data for it. */
export const copyProxies = async (proxyIds: readonly number[], formatId: FormatId): Promise<void> => {
  const copied = await callOrTell('dedicated.copy', { proxyIds: [...proxyIds], formatId });
  if (copied === undefined) return;
  const { lines: count } = copied;
  doneToast(
    formatId === 3
      ? i18next.t('dedicated:done.copied', { count })
      : i18next.t('dedicated:done.copiedSecret', { count }),
  );
  reportLeftOut(copied);
};

/** The user chooses the path in the OS dialog. Closing that dialog is not an error. */
export const saveProxies = async (proxyIds: readonly number[], formatId: FormatId): Promise<void> => {
  const saved = await callOrTell('dedicated.save', { proxyIds: [...proxyIds], formatId });
  if (saved === undefined || saved === null) return;
  const { export: record } = saved;
  savedToast(record, i18next.t('dedicated:done.lines', { count: record.lineCount }));
  reportLeftOut(saved);
};
