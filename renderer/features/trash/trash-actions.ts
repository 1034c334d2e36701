import i18next from 'i18next';
import type { TrashKind } from '#shared/domain/trash-rules.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { confirmed } from '../../ui/question-store.ts';
import { doneToast } from '../../ui/undo-toast.tsx';

interface Outcome {
  readonly count: number;
  readonly gone: number;
}

const tell = (done: (count: number) => string, { count, gone }: Outcome): void => {
  const parts = [
    ...(count > 0 || gone === 0 ? [done(count)] : []),
    ...(gone > 0 ? [i18next.t('trash:done.gone', { count: gone })] : []),
  ];
  doneToast(parts.join(' '));
};

/** Restores from the trash, and reports what is no longer there. Resolves to whether it was done. */
export const restoreFromTrash = async (kind: TrashKind, ids: readonly number[]): Promise<boolean> => {
  const outcome = await callOrTell('trash.restore', { kind, ids: [...ids] });
  if (outcome === undefined) return false;
  tell((count) => i18next.t(`trash:done.restored.${kind}`, { count }), outcome);
  return true;
};

/** Asks first, even for a single item, because nothing brings it back. */
export const deleteForGood = async (kind: TrashKind, ids: readonly number[], isShared: boolean): Promise<boolean> => {
  const asked = ids.length;
  const wanted = await confirmed(() => ({
    title: i18next.t(`trash:delete.title.${kind}`, { count: asked }),
    text: [i18next.t(`trash:delete.text.${kind}`), ...(isShared ? [i18next.t('trash:delete.shared')] : [])],
    confirmLabel: i18next.t('trash:delete.confirm'),
  }));
  if (!wanted) return false;
  const outcome = await callOrTell('trash.delete', { kind, ids: [...ids] });
  if (outcome === undefined) return false;
  tell((count) => i18next.t(`trash:done.deleted.${kind}`, { count }), outcome);
  return true;
};
