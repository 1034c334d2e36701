import i18next from 'i18next';
import type { FormatId } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { doneToast, errorToast, undoToast } from '../../ui/undo-toast.tsx';
import { savedToast } from '../lists/save-list.tsx';

const tellSkipped = (skipped: number): void => {
  if (skipped > 0) doneToast(i18next.t('dedicated:done.skipped', { count: skipped }));
};

const undoChange = async (undoId: number): Promise<void> => {
  const result = await call('dedicated.undo', { undoId });
  if (!result.ok) errorToast(result.error);
};

/** Takes proxies out of view, or back. True when it was done. */
export const setArchived = async (proxyIds: readonly number[], archived: boolean): Promise<boolean> => {
  const result = await call('dedicated.archive', { proxyIds: [...proxyIds], archived });
  if (!result.ok) {
    errorToast(result.error);
    return false;
  }
  const { count, undoId } = result.value;
  const text = archived
    ? i18next.t('dedicated:done.archived', { count })
    : i18next.t('dedicated:done.restored', { count });
  undoToast(text, () => void undoChange(undoId));
  return true;
};

/** `null` takes them away from their clients. True when it was done. */
export const assignProxies = async (proxyIds: readonly number[], clientId: number | null): Promise<boolean> => {
  const result = await call('dedicated.assign', { proxyIds: [...proxyIds], clientId });
  if (!result.ok) {
    errorToast(result.error);
    return false;
  }
  const { count, undoId } = result.value;
  undoToast(
    clientId === null
      ? i18next.t('dedicated:done.unassigned', { count })
      : i18next.t('dedicated:done.assigned', { count }),
    () => void undoChange(undoId),
  );
  return true;
};

export const copyProxies = async (proxyIds: readonly number[], formatId: FormatId): Promise<void> => {
  const result = await call('dedicated.copy', { proxyIds: [...proxyIds], formatId });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  const { lines: count, skipped } = result.value;
  doneToast(
    formatId === 3
      ? i18next.t('dedicated:done.copied', { count })
      : i18next.t('dedicated:done.copiedSecret', { count }),
  );
  tellSkipped(skipped);
};

/** The path is chosen in the dialog of the OS; nothing is said when that is closed. */
export const saveProxies = async (proxyIds: readonly number[], formatId: FormatId): Promise<void> => {
  const result = await call('dedicated.save', { proxyIds: [...proxyIds], formatId });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  if (result.value === null) return;
  const { export: record, skipped } = result.value;
  savedToast(record, i18next.t('dedicated:done.lines', { count: record.lineCount }));
  tellSkipped(skipped);
};
